"""!= of instances whose class has __eq__ alone."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "unequal_instances"
HEAD = "class P(object):\n    def __eq__(self, other): return True\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "P() == P()\n",
        HEAD + "P() != x\n",
        HEAD + "P() != 3\n",
        HEAD + "P() != P() != P()\n",
        HEAD + "    def __ne__(self, other): return False\nP() != P()\n",
        HEAD + "    def __cmp__(self, other): return 0\nP() != P()\n",
        HEAD.replace("object", "Base") + "P() != P()\n",
        "@ordered\n" + HEAD + "P() != P()\n",
        "class P(object): pass\n__eq__ = 1\nP() != P()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "P() != P()\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p, q = P(), P()\nx = P() != P()\n", "p, q = P(), P()\nx = P() is not P()\n"),
        ("p = P()\nq = P()\nx = not p != q\n", "p = P()\nq = P()\nx = not p is not q\n"),
        ("p = P()\nx = (p != p) + 1\n", "p = P()\nx = (p is not p) + 1\n"),
    ],
)
def test_asks_whether_they_are_one(before, after):
    check_rule(RULE, HEAD + before, HEAD + after, python2=True)


def test_a_class_that_refuses_special_names():
    text = (
        "class P(object):\n    def __eq__(self, o): return True\n    def __getattr__(self, n):\n"
        "        if n[:1] == '_': raise AttributeError(n)\n        return n\nx = P() {} P()\n"
    )
    check_rule("unequal_instances", text.format("!="), text.format("is not"), python2=True)


def test_none_that_eq_does_not_know():
    text = "class C(object):\n    def __init__(self): self.n = 1\n"
    text += "    def __eq__(self, other): return self.n == other.n\n"
    text += "def make(): return C()\nc = make()\nx = c != None\nn = 1L\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert "x = c is not None" in migrate(text, "a.py", index).text
    other = text.replace("    def __eq__", "    def __ne__(self, other): return True\n    def __eq__")
    index = RepositoryIndex(["a.py"], {"a.py": other}.get)
    assert "x = c != None" in migrate(other, "a.py", index).text


@pytest.mark.parametrize(("base", "after"), [("object", "is not"), ("dict", "!=")])
def test_instances_that_flow(base, after):
    text = f"class C({base}):\n    def __eq__(self, other): return True\n"
    text += "def make(n):\n    if n: return C()\na = make(1)\nb = make(2)\nx = a != b\nn = 1L\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert f"x = a {after} b\n" in migrate(text, "a.py", index).text
