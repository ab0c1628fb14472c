"""Classes of functions that are to be found in a module."""

import pickle
import sys
import types

import pytest
from rules.checking import check_rule, check_untouched

RULE = "moved_class"
HEAD = "def f():\n    class C(object): pass\n"


@pytest.mark.parametrize(
    "text",
    [
        "class C(object): pass\nC.__module__ = 'm'\n",
        "def f(C):\n    C.__module__ = 'm'\n",
        "def f():\n    def g(): pass\n    g.__module__ = 'm'\n    return g\n",
        HEAD + "    C.__module__ = 'm'; C.__name__ = 'D'\n",
        HEAD + "    C.__module__ = 'm'\n    C.__qualname__ = 'C'\n",
        HEAD + "    C.__doc__ = 'm'\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("comment", ["", "\n    # for pickle"])
def test_pickle_finds_the_class(comment):
    text = HEAD + comment + "    C.__module__ = 'a_module_of_this_test'\n"
    text = text.replace("\n    # for pickle", "    # for pickle\n")
    after = text + "    C.__qualname__ = C.__name__\n    return C\n"
    outcome = check_rule(RULE, text + "    return C\n", after, python2=True)
    names = {}
    exec(outcome.text, names)
    found = types.ModuleType("a_module_of_this_test")
    found.C = names["f"]()
    sys.modules[found.__name__] = found
    try:
        assert isinstance(pickle.loads(pickle.dumps(found.C())), found.C)
    finally:
        del sys.modules[found.__name__]


def test_a_class_that_a_metaclass_makes():
    text = "class M(type):\n    def __init__(cls, name, bases, members):\n        cls.__module__ = 'm'\n"
    check_rule("moved_class", text, text + "        cls.__qualname__ = cls.__name__\n", python2=True)
    check_untouched("moved_class", text.replace("cls", "self"), python2=True)
    check_untouched("moved_class", text.replace(", members", ""), python2=True)
