"""Operands that old-style classes had coerced."""

import pytest
from rules.checking import PROOF, check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "coerced_operands"
COERCE = "    def __coerce__(self, o):\n        return self, A(o)\n"
PLUS = "    def __add__(self, o):\n        return self.n + o.n\n"


@pytest.mark.parametrize(
    "text",
    [
        "class A(object):\n" + COERCE + PLUS,
        "class A(B):\n" + COERCE + PLUS,
        "class A:\n" + PLUS,
        "class A:\n" + COERCE + "    def __eq__(self, o):\n        return True\n",
        "class A:\n" + COERCE + "    def __neg__(self):\n        return self\n",
        "class A:\n" + COERCE + "    def __add__(self, o):\n        return self.__coerce__(o)\n",
        "class A:\n" + COERCE + "    def __add__(self, o):\n        'Nothing.'\n",
        "class A:\n    __coerce__ = f\n" + PLUS,
    ],
)
def test_leaves_what_was_not_coerced(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_class_that_may_be_of_python3():
    check_untouched(RULE, "class A:\n" + COERCE + PLUS)


def test_says_so_where_another_object_takes_its_place():
    coerce = "    def __coerce__(self, o):\n        return int(self), o\n"
    check_open(RULE, "class A:\n" + coerce + PLUS, 1, python2=True)


@pytest.mark.parametrize(
    ("coerce", "line"),
    [
        ("return self, A(o)", "self, o = self.__coerce__(o)"),
        ("if o: return self, A(o)", "self, o = self.__coerce__(o) or (self, o)"),
        ("if o: return None\n        return self, A(o)", "self, o = self.__coerce__(o) or (self, o)"),
    ],
)
def test_methods_coerce_themselves(coerce, line):
    head = f"class A:\n    def __coerce__(self, o):\n        {coerce}\n"
    for name in ("__add__", "__rmul__", "__isub__", "__and__"):
        start = f'    def {name}(self, o):\n        """Text."""\n'
        rest = "        return self.n\n"
        check_rule(RULE, head + start + rest, f"{head}{start}        {line}\n{rest}", python2=True)


def test_a_body_on_the_line_of_its_name():
    check_rule(
        RULE,
        "class A:\n" + COERCE + "    def __add__(self, o): return o\n",
        "class A:\n" + COERCE + "    def __add__(self, o): self, o = self.__coerce__(o); return o\n",
        python2=True,
    )


def test_operands_are_coerced_as_python2_did():
    text = (
        "class N:\n    def __init__(self, n): self.n = n\n"
        "    def __coerce__(self, o):\n        if isinstance(o, int): return self, N(o)\n"
        "    def __add__(self, o): return self.n + o.n\n    __radd__ = __add__\n"
        "class M(N):\n    def __mul__(self, o): return self.n * o.n\n"
    )
    space = {}
    exec(run(RULE, text + PROOF).text, space)
    one, more = space["N"](1), space["M"](2)
    assert (one + 2, 3 + one, one + one, more * 4, more * one) == (3, 4, 2, 8, 2)


@pytest.mark.parametrize("made", ["A(self.n)", "self.__class__(self.n)"])
def test_another_object_of_the_class_is_as_good(made):
    text = (
        f"class A:\n    def __coerce__(self, o):\n        return {made}, A(o)\n"
        "    def __add__(self, o):\n        {}return self.n + o.n\n"
    )
    check_rule(RULE, text.format(""), text.format("self, o = self.__coerce__(o)\n        "), python2=True)


def test_numbers_that_stand_for_the_object_are_reported():
    check_open(RULE, "class A:\n    def __coerce__(self, o):\n        return int(self), o\n", 1, python2=True)


def test_what_refuses_is_calculated_with_as_it_is():
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
