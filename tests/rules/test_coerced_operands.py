"""Operators of classes that coerce to instances of their own."""

import pytest
from rules.checking import check_untouched

from migration.engine import migrate

RULE = "coerced_operands"
COERCE = "    def __coerce__(self, o):\n        return self, A(o)\n"
ADD = "    def __add__(self, o):\n        return self.n + o.n\n"


@pytest.mark.parametrize(
    "text",
    [
        "class A(object):\n" + COERCE + ADD,
        "class A:\n" + COERCE.replace("self, A(o)", "self.n, o") + ADD,
        "class A:\n" + COERCE.replace("self, A(o)", "coerce(self, o)") + ADD,
        "class A:\n" + COERCE + ADD.replace("self, o)", "self, o, *more)"),
        "class A:\n" + COERCE + "    def plus(self, o):\n        return self.n + o.n\n",
        "class A:\n" + COERCE + "    @known\n" + ADD,
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "import asyncio\nclass A:\n" + COERCE + ADD)


def test_calculates_with_what_is_coerced():
    text = (
        "class Money:\n    def __init__(self, cents): self.cents = cents\n"
        "    def __coerce__(self, other):\n        if isinstance(other, (int, long)):\n"
        "            return self, Money(other * 100)\n        return NotImplemented\n"
        "    def __add__(self, other):\n        return Money(self.cents + other.cents)\n    __radd__ = __add__\n"
        "    def __div__(self, other):\n        return Money(self.cents * 100 / other.cents)\n"
        "    def __cmp__(self, other):\n        return cmp(self.cents, other.cents)\n"
        "a = Money(1050)\nx = (a + 1).cents, (1 + a).cents, (a / 4).cents, a > 10, a == Money(1050), 11 > a\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == (1150, 1150, 262, True, True, True)
