# ruff: noqa: E501
"""__div__ and its kin."""

import pytest
from rules.checking import check_rule, check_untouched, run


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    def __div__(self, o): return 1\n    __truediv__ = __div__\n",
        "class B:\n    def __truediv__(self, o): return 1\nclass A(B):\n    def __div__(self, o): return 2\n",
        "def __div__(a, b): return a\n",
        "class A:\n    def __rdiv__(self, o): return 1\nA.__rtruediv__ = A.__rdiv__\n",
        "class A:\n    def __floordiv__(self, o): return 1\n",
        "class A:\n    __rdiv__ = lambda x, o: o\n    if PY2: __rtruediv__ = f\n    else: __rtruediv__ = __rdiv__\n",
        "class A(B):\n    def __long__(self): return int(self)\n",
        "class A(B):\n    def __long__(self): return self.__int__()\n",
        "class A(B):\n    __div__ = lambda self, o: self.__truediv__(o)\n",
    ],
)
def test_leaves_classes_that_serve_both_languages(text):
    check_untouched("div_method", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class V:\n    def __div__(self, o): return self.__div__(2)\n    def __idiv__(self, o): return self\n    __rdiv__ = __div__\n",
            "class V:\n    def __truediv__(self, o): return self.__truediv__(2)\n    def __itruediv__(self, o): return self\n    __rtruediv__ = __truediv__\n",
        ),
        ("class V:\n    def __long__(self): return 1\n", "class V:\n    def __int__(self): return 1\n"),
    ],
)
def test_rewrites(before, after):
    check_rule("div_method", before, after)


def test_a_class_that_has_both_does_not_speak_for_others():
    both = "class B(object):\n    def __div__(self, n): return n\n    def __truediv__(self, n): return n\n"
    text = "class A(object):\n    def {0}(self, n): return n\nx = A.{0}(A(), 2), A().{0}(3), B().__div__(4)\n"
    check_rule("div_method", both + text.format("__div__"), both + text.format("__truediv__"))


def test_integers_divide_downwards_by_name_too():
    text = "class M(int):\n    def __mul__(self, o): return int.__div__(self, o)\nx = (7).__div__(2), int.__rdiv__(2, 9)\n"
    made = run("div_method", text).text
    assert "int.__floordiv__(self, o)" in made
    assert "(7).__floordiv__(2), int.__rfloordiv__(2, 9)" in made
