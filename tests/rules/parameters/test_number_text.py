"""int.__str__ and float.__str__ in subclasses with a __repr__."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "number_text"
CLASS = "class N({0}):\n    def __repr__(self): return {0}.{1}(self)\n"


@pytest.mark.parametrize(
    "text",
    [
        CLASS.format("str", "__str__"),
        CLASS.format("dict", "__str__"),
        CLASS.format("int", "__repr__"),
        "f = int.__str__\n",
        "def f(int): return int.__str__(__repr__)\n",
    ],
)
def test_leaves_other_methods(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, CLASS.format("int", "__str__"))


@pytest.mark.parametrize("kind", ["int", "float", "complex"])
def test_asks_the_number_itself(kind):
    check_rule(RULE, CLASS.format(kind, "__str__"), CLASS.format(kind, "__repr__"), python2=True)
