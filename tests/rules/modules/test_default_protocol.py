"""The protocol of pickles, where it is not named."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "default_protocol"
HEAD = "import pickle\n"
OWN = "class A({}):\n    def {}(self, *x):\n        if self.{}:\n            pass\n\n    y = 1\n"
LIST = OWN.format("list", "append", "kind")


@pytest.mark.parametrize(
    "text",
    [
        LIST + "pickle.dumps(a, 2)\n",
        LIST + "pickle.dump(a, f, protocol=1)\n",
        LIST + "pickle.dumps(*a)\n",
        LIST + "pickle.loads(a)\n",
        LIST + "json.dumps(a)\n",
        "def pickle(): pass\n" + LIST + "pickle.dumps(a)\n",
        "pickle.dumps(a)\n",
        OWN.format("object", "append", "kind") + "pickle.dumps(a)\n",
        OWN.format("list", "insert", "kind") + "pickle.dumps(a)\n",
        OWN.format("list", "append", "check(x)") + "pickle.dumps(a)\n",
        LIST + "    def __reduce__(self): pass\npickle.dumps(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_refuses_in_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + LIST + "pickle.dumps(a)\n")


@pytest.mark.parametrize(
    "own", [LIST, OWN.format("dict", "__setitem__", "kind"), OWN.format("B, list", "extend", "_A__kind")]
)
@pytest.mark.parametrize("call", ["dumps(a{})", "dump(a, f{})", "Pickler(f{})"])
def test_names_the_old_default(own, call):
    text = HEAD + own + f"pickle.{call}\n"
    check_rule(RULE, text.format(""), text.format(", protocol=0"), python2=True)


def test_for_a_class_in_another_file():
    texts = {"p/__init__.py": "", "p/a.py": LIST, "p/b.py": HEAD + "pickle.dumps(a)\n"}
    index = RepositoryIndex(texts, texts.get)
    after = HEAD + "pickle.dumps(a, protocol=0)\n"
    check_rule(RULE, HEAD + "pickle.dumps(a)\n", after, python2=True, key="p/b.py", index=index)


def test_is_named_once_in_a_program_of_octets():
    text = HEAD + LIST + "x = pickle.dumps(a)\npickle.dump(a, open(f, 'wb'))\nn = 1L\n"
    after = migrate(text, "p/a.py", octet_repository(text)).text
    assert 'pickle.dumps(a, 0).decode("latin-1")' in after
    assert "pickle.dump(a, open(f, 'wb'), protocol=0)" in after


@pytest.mark.parametrize("module", ["pickle", "cPickle"])
def test_comes_back_as_before(module):
    """The printed line is that of CPython 2.7.18 for the unmigrated program."""
    text = (
        f"import {module} as pickle\nclass A(list):\n    def __init__(self, kind):\n        self.kind = kind\n"
        "    def append(self, x):\n        assert isinstance(x, self.kind)\n        list.append(self, x)\n"
        "    def extend(self, items):\n        for x in items: self.append(x)\n"
        "a = A(int)\na.append(1)\nb = pickle.loads(pickle.dumps(a))\nprint b, b.kind is int, type(b).__name__\n"
    )
    after = migrate(text).text
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True)
    assert done.stdout == "[1] True A\n", done.stderr + after
    assert migrate(after).text == after
