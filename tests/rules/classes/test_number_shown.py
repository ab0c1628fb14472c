"""Classes of numbers with a repr of their own."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "number_shown"
CLASS = "class N({}):\n    def __repr__(self): return 'N'\n"


@pytest.mark.parametrize(
    "text",
    [
        CLASS.format("object"),
        CLASS.format("str"),
        CLASS.format("list"),
        CLASS.format("Mixin, int"),
        CLASS.format("int") + "    __str__ = __repr__\n",
        "class A(int):\n    def __str__(self): return 'a'\n" + CLASS.format("A"),
        CLASS.format("int").replace("__repr__", "__cmp__"),
        "from m import int\n" + CLASS.format("int"),
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, CLASS.format("int"))


@pytest.mark.parametrize(
    ("base", "new"), [("int", "int"), ("long", "int"), ("float", "float"), ("object, int", "int")]
)
def test_shows_the_number(base, new):
    added = f"\n    def __str__(self):\n        return {new}.__repr__(self)\n"
    check_rule(RULE, CLASS.format(base), CLASS.format(base) + added, python2=True)


def test_text_is_what_it_was():
    space = {}
    exec(run(RULE, "n = 1L\n" + CLASS.format("int") + "    def __init__(self, n): pass\n").text, space)
    number = space["N"](7)
    assert (str(number), f"{number}", repr(number)) == ("7", "7", "N")
