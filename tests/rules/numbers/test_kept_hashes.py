"""Functions that make hashes, kept by a class."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "kept_hashes"
HEAD = "import hashlib\nclass A(object):\n    make = hashlib.sha1\n    other = f\n"


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}    def f(self, x): return self.other(x)\n",
        f"{HEAD}    def f(self, x): return x.make('a')\n",
        f"{HEAD}    def f(self, x): return self.make()\n",
        f"{HEAD}    def f(self, x): return self.make(b'a')\n",
        f"{HEAD}    def g(self): self.make = 1\n    def f(self, x): return self.make('a')\n",
        f"{HEAD}def f(self): return self.make('a')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, f"{HEAD}    def f(self, x): return self.make(x)\n")


@pytest.mark.parametrize("call", ["self.make('a')", "A.make('a')"])
def test_rewrites(call):
    text = f"{HEAD}    def f(self): return {call}\n"
    check_rule(RULE, text, text.replace("'a'", "b'a'"), python2=True)


def test_what_is_not_known_goes_through_a_helper():
    text = (
        "import hashlib\nclass B(object):\n    def __init__(self):\n        self.maker = hashlib.md5\n"
        "class A(B):\n    def f(self, x):\n        return self.maker(x).hexdigest()\nN = 1L\n"
    )
    after = run(RULE, text).text
    names = {}
    exec(after, names)
    assert names["A"]().f("a") == names["A"]().f(b"a") == "0cc175b9c0f1b6a831c399e269772661"
    assert run(RULE, after).text == after


UTIL = (
    "try:\n    import hashlib\n    sha_hash = hashlib.sha1\n    other = hashlib.sha1\nexcept ImportError:\n"
    "    import sha\n    sha_hash = sha.sha  # as before 2.5\n    other = None\n"
)


def in_two_files(text):
    files = {"p/__init__.py": "", "p/util.py": UTIL, "p/a.py": text}
    return run(RULE, text, "p/a.py", RepositoryIndex(files, files.get)).text


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("from p import util", "util.sha_hash"),
        ("from p.util import sha_hash", "sha_hash"),
        ("from p.util import sha_hash as h", "h"),
    ],
)
def test_what_another_file_keeps(head, call):
    assert f"{call}(b'a')" in in_two_files(f"{head}\nprint {call}('a')\n")


@pytest.mark.parametrize("call", ["util.other", "it.sha_hash", "sha_hash"])
def test_what_may_be_something_else_is_left(call):
    assert f"{call}('a')" in in_two_files(f"from p import util\ndef sha_hash(x): pass\nprint {call}('a')\n")
