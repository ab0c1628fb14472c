"""The fields of named tuples by their `__dict__`."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "tuple_attributes"
HEAD = "from collections import namedtuple\nP = namedtuple('P', 'x y')\n"


@pytest.mark.parametrize(
    "text",
    [
        "def f(p): return p.__dict__\n",
        HEAD + "class A(object):\n    def f(self): return self.__dict__, self.__class__.__dict__\n",
        HEAD + "import os\nx = os.__dict__\n",
        HEAD + "def f(p): p.__dict__ = {}\n",
        HEAD + "def f(p):\n    if 'x' in p.__dict__: del p.__dict__['x']\n",
        HEAD + "def f(): return vars(), locals()\n",
        HEAD + "def f(p): return hasattr(p, 'x')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, HEAD + "def f(p): return p.__dict__\n")


def test_fields_of_named_tuples_and_attributes_of_others():
    text = HEAD + (
        "class A(object):\n    def __init__(self): self.a = 1\n"
        "def f(p): return sorted(p.__dict__), vars(p).get('x'), hasattr(p, '__dict__'), sorted(p.__dict__.items())\n"
        "x = f(P(1, 2)), f(A()), hasattr(P(1, 2), '__dict__')\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    fields, others, _ = spaces["x"]
    assert fields == (["x", "y"], 1, True, [("x", 1), ("y", 2)])
    assert others == (["a"], None, True, [("a", 1)])
