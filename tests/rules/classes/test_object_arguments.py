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
        "class A(object):\n    def __init__(self, x): super(A, self).__init__(x)\n",
        "class A(list):\n    def __init__(self, x): list.__init__(self, x)\n",
        "class A(int):\n    def __init__(self, x): super(A, self).__init__()\n",
        "class A(int):\n    def f(self, x): super(A, self).__init__(x)\n",
        "class B(int):\n    def __init__(self, x): pass\nclass A(B):\n"
        "    def __init__(self, x): super(A, self).__init__(x)\n",
        "class A(B):\n    def __init__(self): up.__init__(a=1, b=2)\n",
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


@pytest.mark.parametrize(
    ("head", "before", "after"),
    [
        ("class A(str):\n", "str.__init__(self, x)", "str.__init__(self)"),
        ("class A(tuple):\n", "super(A, self).__init__(x)", "super(A, self).__init__()"),
        (
            "class A(object):\n    def __new__(c, x): pass\n",
            "object.__init__(self, x)",
            "object.__init__(self)",
        ),
        (
            "import datetime\nclass A(datetime.tzinfo):\n",
            "super(A, self).__init__(self)",
            "super(A, self).__init__()",
        ),
    ],
)
def test_drops_those_of_the_initialiser(head, before, after):
    method = "    def __init__(self, x): "
    check_rule("object_arguments", f"{head}{method}{before}\n", f"{head}{method}{after}\n")
