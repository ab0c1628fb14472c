"""Base.__metaclass__ → type(Base)."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "metaclass_read"


@pytest.mark.parametrize(
    "text",
    [
        "def f(self): return self.__metaclass__\n",
        "def f(A): return A.__metaclass__\n",
        "class A(object): pass\nA.__metaclass__ = M\n",
        "class A(object): pass\nA = B()\nA.__metaclass__\n",
        "from m import MAKERS\nMAKERS.__metaclass__\n",
        "a().__metaclass__\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from m import Aa\nclass N(Aa.__metaclass__): pass\n",
            "from m import Aa\nclass N(type(Aa)): pass\n",
        ),
        ("import m\na = m.A.__metaclass__.mro\n", "import m\na = type(m.A).mro\n"),
        ("class A(object): pass\na = A.__metaclass__\n", "class A(object): pass\na = type(A)\n"),
        (
            "def f(base):\n    class A(base): pass\n    return base.__metaclass__\n",
            "def f(base):\n    class A(base): pass\n    return type(base)\n",
        ),
        ("def f(cls): return cls.__metaclass__\n", "def f(cls): return type(cls)\n"),
        (
            "def f(cls, type): return cls.__metaclass__\n",
            "import builtins\ndef f(cls, type): return builtins.type(cls)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True)


def test_a_metaclass_derived_from_that_of_a_class():
    text = (
        "class M(type):\n    made = []\n    def __init__(cls, name, bases, names):\n        cls.made.append(name)\n"
        "class A(object):\n    __metaclass__ = M\n"
        "class N(A.__metaclass__): pass\n"
        "class B(A):\n    __metaclass__ = N\n"
    )
    names = {}
    exec(migrate(text).text, names)
    assert names["M"].made == ["A", "B"] and type(names["B"]) is names["N"]
