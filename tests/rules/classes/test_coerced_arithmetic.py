"""Arithmetic of classes that only coerce."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "coerced_arithmetic"
COERCE = "    def __coerce__(self, o):\n        return self.v, o\n"


@pytest.mark.parametrize(
    "text",
    [
        "class A(object):\n" + COERCE + "x = a + b\n",
        "class A:\n    def __coerce__(self, o):\n        return self, A(o)\nx = a + b\n",
        "class A:\n    def __coerce__(self, o):\n        return coerce(self.v, o)\nx = a + b\n",
        "class A:\n" + COERCE + "    def __add__(self, o): return 1\nx = a + b\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "import asyncio\nclass A:\n" + COERCE + "x = a + b\n")


def test_calculates_as_python_2_did():
    text = "class A:\n    def __init__(self, v): self.v = v\n" + COERCE
    text += "x = A(3) + 4, A(10) - 1, 20 - A(1), 2 * A(5), A(7) / 2, A(7) / 2.0, 2 ** A(3)\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == (7, 9, 19, 10, 3, 3.5, 8)


def test_true_division():
    text = "from __future__ import division\nclass F:\n    def __init__(self, n): self.n = n\n"
    text += "    def __coerce__(self, other):\n        return self.n, int(other)\nx = F(5) / 2\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == 2.5


def test_what_can_not_be_coerced():
    text = "class A:\n    def __init__(self, v): self.v = v\n    def __coerce__(self, o):\n"
    text += "        if isinstance(o, int): return self.v, o\n        return None\n"
    text += "x = A(3) + 4\ntry:\n    A(1) + 'a'\nexcept TypeError, e:\n    y = True\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == 7
    assert spaces["y"]


def test_compares_and_divides_as_python_2_did():
    """By what is coerced, which says nothing of the hash."""
    text = "class A:\n    def __init__(self, v): self.v = v\n" + COERCE
    text += "a = A(30)\nx = divmod(a, 7), divmod(100, a), a > 20, 40 > a, a == 30, a != A(30), len({a: 1, A(30): 2})\n"
    spaces = {}
    exec(migrate(text + "n = 1L\n").text, spaces)
    assert spaces["x"] == ((4, 2), (3, 10), True, True, True, False, 2)


def test_a_class_that_compares_itself():
    text = "class A:\n    def __cmp__(self, o):\n        return 0\n" + COERCE + "x = A() == 1\nn = 1L\n"
    assert "left ==" not in migrate(text).text
