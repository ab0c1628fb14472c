"""object.__new__ with arguments."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "class A(int):\n    def __new__(cls, *a): return int.__new__(cls, *a)\n",
        "class A(B):\n    def __new__(cls, *a): return super(A, cls).__new__(cls, *a)\n",
        "class A(object):\n    def __new__(cls): return object.__new__(cls)\n",
        "x = object.__new__(C, 1)\n",
        "class M(type):\n    def __new__(m, n, b, d): return super(M, m).__new__(m, n, b, d)\n",
    ],
)
def test_leaves_other_classes(text):
    check_untouched("object_arguments", text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class A(object):\n    def __new__(c, *a, **k): return object.__new__(c, *a, **k)\n",
            "class A(object):\n    def __new__(c, *a, **k): return object.__new__(c)\n",
        ),
        (
            "class A(object):\n    def __new__(c, x): return super(A, c).__new__(c, x)\n",
            "class A(object):\n    def __new__(c, x): return super(A, c).__new__(c)\n",
        ),
    ],
)
def test_drops_the_arguments(before, after):
    check_rule("object_arguments", before, after)
