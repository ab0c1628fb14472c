"""Names that a metaclass tells from those of the class's author."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine import migrate

RULE = "class_namespace"
META = "class M(type):\n    def __init__(c, n, b, d): check(d)\n"


@pytest.mark.parametrize(
    "text",
    [
        "if k in ('__module__', '__doc__'): pass\n",
        META + "for k in ('__module__', '__doc__'): setattr(c, k, getattr(f, k))\n",
        META + "if k in ('__module__', '__qualname__'): pass\n",
        META + "KEPT = ['__module__', '__name__']\nif k in KEPT: pass\ncopy(KEPT)\n",
        META + "if k in ('__module__', other): pass\n",
        META + "x = '__module__' in d\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "if k in ('__module__', '__doc__'): pass\n",
            "if k in ('__module__', '__qualname__', '__doc__'): pass\n",
        ),
        (
            'KEPT = frozenset(["__doc__", "__module__"])\nif k not in KEPT: pass\n',
            'KEPT = frozenset(["__doc__", "__module__", "__qualname__"])\nif k not in KEPT: pass\n',
        ),
    ],
)
def test_names_what_python_3_adds(before, after):
    check_rule(RULE, META + before, META + after, python2=True)


def test_later_versions_add_more():
    added = "'__module__', '__qualname__', '__firstlineno__', '__static_attributes__'"
    before = META + "if k in ('__module__',): pass\n"
    check_rule(RULE, before, before.replace("'__module__'", added), target=(3, 13), python2=True)


def test_a_class_of_numbers_alone():
    text = (
        "class Numbers(type):\n    def __init__(cls, name, bases, d):\n        for key, value in d.iteritems():\n"
        "            if key in ('__module__', '__metaclass__'): continue\n            cls.total = value + 0\n"
        "class A(object):\n    __metaclass__ = Numbers\n    x = 3\n"
    )
    spaces = {"__name__": "a"}
    exec(migrate(text).text, spaces)
    assert spaces["A"].total == 3
