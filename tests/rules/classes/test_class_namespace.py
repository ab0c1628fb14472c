"""__qualname__ beside __module__ in the namespace of a class."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "class_namespace"


@pytest.mark.parametrize(
    "text",
    [
        "del names['__doc__']\n",
        "del get()['__module__']\n",
        "del names['__module__']\nnames.pop('__qualname__')\n",
        "kept = name in ('__module__', '__name__')\n",
        "kept = name == '__module__'\n",
        "KEPT = ['__doc__', '__module__']\nkept = name in KEPT\ncopy(KEPT)\n",
        "kept = name in ('__module__', '__doc__', '__qualname__')\n",
        "if names: del names['__module__']\n",
    ],
)
def test_leaves_other_names(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_for_both_languages():
    check_untouched(RULE, "del names['__module__']\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "if names:\n    del names['__module__']\n",
            "if names:\n    del names['__module__']\n    names.pop(\"__qualname__\", None)\n",
        ),
        (
            "def f(names):\n    if own:\n        del names['__module__']\n",
            "def f(names):\n    names.pop(\"__qualname__\", None)\n    if own:\n        del names['__module__']\n",
        ),
        (
            "KEPT = set(['__doc__', '__module__'])\nkept = name in KEPT\nlost = name not in KEPT\n",
            "KEPT = set(['__doc__', '__module__', \"__qualname__\"])\nkept = name in KEPT\nlost = name not in KEPT\n",
        ),
        (
            "kept = name not in ('__module__', '__doc__')\n",
            "kept = name not in ('__module__', \"__qualname__\", '__doc__')\n",
        ),
    ],
)
def test_treats_both_names_alike(before, after):
    check_rule(RULE, before, after, python2=True)


def test_a_class_of_numbers_alone():
    text = (
        "NAMES = frozenset(['__module__', '__doc__'])\n"
        "class Numbers(type):\n    def __init__(cls, name, bases, d):\n        for key, value in d.iteritems():\n"
        "            if key in NAMES: continue\n            cls.total = value + 0\n"
        "class A(object):\n    __metaclass__ = Numbers\n    x = 3\n"
    )
    spaces = {"__name__": "a"}
    exec(migrate(text.replace("'__doc__'", "'__doc__', '__metaclass__'")).text, spaces)
    assert spaces["A"].total == 3
