"""Methods of other classes that a class keeps."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "unbound_attribute"
OTHER = (
    "class B(object):\n    def get(self): return 1\n    @property\n    def size(self): return 2\n    x = 1\n"
)


@pytest.mark.parametrize(
    "text",
    [
        OTHER + "class A(B):\n    read = B.get\n",
        OTHER + "class A(B): pass\nclass C(A):\n    read = B.get\n",
        OTHER + "class A(foreign.Base):\n    read = B.get\n",
        OTHER + "class A(object):\n    read = B.size\n    more = B.x\n    none = B.other\n",
        OTHER + "    get = cached(get)\nclass A(object):\n    read = B.get\n",
        OTHER + "B = f(B)\nclass A(object):\n    read = B.get\n",
        OTHER + "b = B()\nclass A(object):\n    read = b.get\n    t = str.upper\n",
        OTHER
        + "class A(object):\n    read = staticmethod(B.get)\n    def f(self):\n        self.read = B.get\n",
        "from b import B\nclass A(object):\n    read = B.get\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, OTHER + "class A(object):\n    read = B.get\n")


@pytest.mark.parametrize("bases", ["(object)", "", "(Base)"])
def test_stays_a_function_of_the_other_class(bases):
    text = OTHER + f"class Base(object): pass\nclass A{bases}:\n    read = B.get\n"
    check_rule(RULE, text, text.replace("= B.get", "= staticmethod(B.get)"), python2=True)
