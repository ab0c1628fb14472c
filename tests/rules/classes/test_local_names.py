"""Classes that functions make, and what they are shown as."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.repository.index import RepositoryIndex

RULE = "local_names"
SHOWN = "x = \"<class 'm.C'>\"\n"


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n    class C(object):\n        x = 1\n    return C\n",
        f"class C(object):\n    x = 1\n{SHOWN}",
        f"class B(object):\n    class C(object):\n        x = 1\n{SHOWN}",
        f"def f():\n    class D(object):\n        x = 1\n    return D\n{SHOWN}",
        f"def f():\n    class C(object): x = 1\n    return C\n{SHOWN}",
        f"def f():\n    class C(object):\n        'doc'\n    return C\n{SHOWN}",
        f"def f():\n    class C(object):\n        __qualname__ = 'D'\n    return C\n{SHOWN}",
        'def f():\n    class C(object):\n        x = 1\n    return C\nx = "<class \'C\'>", "a class m.C"\n',
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_not_known_to_be_python2():
    check_untouched(RULE, f"def f():\n    class C(object):\n        x = 1\n    return C\n{SHOWN}")


@pytest.mark.parametrize(
    "body",
    [
        "        {}x = 1\n",
        "        'doc'\n        {}x = 1\n",
        "        {}@staticmethod\n        def f(): pass\n",
        "        {}def f(self): pass\n",
    ],
)
def test_the_name_is_that_of_python2(body):
    text = f"def f():\n    class C(object):\n{body}    return C\n{SHOWN}"
    name = '__qualname__ = "C"\n        '
    made = check_rule(RULE, text.format(""), text.format(name), python2=True)
    space = {"__name__": "m"}
    exec(made.text, space)
    assert str(space["f"]()) == space["x"]
    assert space["f"]().__doc__ == ("doc" if "doc" in body else None)


def test_another_file_shows_it():
    text = "class A(object):\n    def f(self):\n        class C(object):\n            x = 1\n        return C\nn = 1L\n"
    texts = {"a.py": text, "test_a.py": "def test(): assert str(A().f()) == \"<class 'a.C'>\"\n"}
    assert (
        '            __qualname__ = "C"\n' in run(RULE, text, "a.py", RepositoryIndex(texts, texts.get)).text
    )
