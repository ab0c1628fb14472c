"""__nonzero__."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "class A(object):\n    def __bool__(self): return True\n    __nonzero__ = __bool__\n",
        "class A(object):\n    def __nonzero__(self): return True\n    __bool__ = __nonzero__\n",
        "def __nonzero__(self): return True\n",
        "class A(B):\n    def __nonzero__(self): return self.__bool__()\n",
        "class A(B):\n    def __nonzero__(self): return type(self).__bool__(self)\n",
        "class A(B):\n    def __nonzero__(self):\n        return super(A, self).__bool__()\n",
        "class A:\n    def __nonzero__(self): return 1\n    if x:\n        def __bool__(self): return 2\n",
        "x = '__nonzero__'\n",
    ],
)
def test_leaves_classes_that_serve_both_languages(text):
    check_untouched("nonzero_method", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "class A:\n    def __nonzero__(self): return False\n",
            "class A:\n    def __bool__(self): return False\n",
        ),
        (
            "class A:\n    def __nonzero__(self): return 1\n",
            "class A:\n    def __bool__(self): return bool(1)\n",
        ),
        (
            "class A:\n    def __nonzero__(self):\n        if x: return not y\n        return len(self)\n",
            "class A:\n    def __bool__(self):\n        if x: return not y\n        return bool(len(self))\n",
        ),
        (
            "class A:\n    def _t(self): return True\n    __nonzero__ = _t\n",
            "class A:\n    def _t(self): return True\n    __bool__ = _t\n",
        ),
        (
            "class A(B):\n    def f(self): return B.__nonzero__(self)\n",
            "class A(B):\n    def f(self): return B.__bool__(self)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule("nonzero_method", before, after)


def test_a_method_that_a_class_is_given_by_its_name():
    check_rule(
        "nonzero_method",
        "class A(object): pass\nsetattr(A, '__nonzero__', f)\n",
        "class A(object): pass\nsetattr(A, '__bool__', f)\n",
        python2=True,
    )
    check_untouched("nonzero_method", "setattr(A, '__nonzero__', f)\n")
    check_untouched(
        "nonzero_method", "x = ['__nonzero__']\ny = getattr(a, '__nonzero__', None)\n", python2=True
    )
