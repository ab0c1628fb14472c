"""Old method names in hasattr."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "tested_names"


@pytest.mark.parametrize(
    "text",
    [
        "hasattr(x, 'items')\n",
        "hasattr(x, name)\n",
        "hasattr(dict, 'iteritems')\n",
        "getattr(x, 'has_key', None)\n",
        "def hasattr(x, y): pass\nhasattr(x, 'has_key')\n",
        "class C:\n    def has_key(self, key): pass\nhasattr(x, 'has_key')\n",
        "class C:\n    def iteritems(self): pass\nhasattr(x, 'iteritems')\n",
        "class C:\n    def __init__(self): self.iteritems = f\nhasattr(x, 'iteritems')\n",
        "hasattr(x, 'getchildren')\n",
        "import etree\nclass C:\n    def getchildren(self): pass\nhasattr(x, 'getchildren')\n",
        "import etree\nclass C:\n    def getchildren(self): pass\nclass D:\n    def iter(self): pass\n"
        "hasattr(x, 'getchildren')\n",
        "hasattr(x, '__iter__') and not isinstance(x, str)\n",
        "hasattr(x + y, '__iter__')\n",
        "hasattr(x, '__iter__') and not isinstance(x, Text)\n",
        "class T(unicode): pass\nclass N(T): pass\nhasattr(x, '__iter__') and not isinstance(x, N)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(RULE, "hasattr(x, 'next')\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hasattr(x, 'has_key')\n", "hasattr(x, 'keys')\n"),
        ('hasattr(x, "iteritems")\n', 'hasattr(x, "items")\n'),
        ("hasattr(x, 'next')\n", "hasattr(x, '__next__')\n"),
        ("import xml.etree\nhasattr(x, 'getchildren')\n", "import xml.etree\nhasattr(x, 'itertext')\n"),
        ("import threading\nhasattr(x, 'isAlive')\n", "import threading\nhasattr(x, 'is_alive')\n"),
        ("f = t.gettext\nhasattr(t, 'ugettext')\n", "f = t.gettext\nhasattr(t, 'gettext')\n"),
        (
            "class N(object): pass\nif hasattr(x, '__iter__') and not isinstance(x, N): y\n",
            "class N(object): pass\n"
            "if hasattr(x, '__iter__') and not isinstance(x, (str, bytes)) and not isinstance(x, N): y\n",
        ),
        (
            "if hasattr(x, '__iter__'): y\n",
            "if (hasattr(x, '__iter__') and not isinstance(x, (str, bytes))): y\n",
        ),
        (
            "if hasattr(x.y[0], '__iter__'): y\n",
            "if (hasattr(x.y[0], '__iter__') and not isinstance(x.y[0], (str, bytes))): y\n",
        ),
        (
            "not hasattr(x, '__iter__')\n",
            "not (hasattr(x, '__iter__') and not isinstance(x, (str, bytes)))\n",
        ),
        (
            "a and hasattr(x, '__iter__')\n",
            "a and hasattr(x, '__iter__') and not isinstance(x, (str, bytes))\n",
        ),
    ],
)
def test_asks_for_the_new_name(before, after):
    check_rule(RULE, before, after, python2=True)


def test_what_has_both_names_answers_to_the_new_one():
    own = "class C:\n    def iteritems(self): pass\n    def items(self): pass\n"
    check_rule(RULE, own + "hasattr(x, 'iteritems')\n", own + "hasattr(x, 'items')\n", python2=True)


def test_names_of_methods_that_are_put_together():
    check_rule(
        "tested_names",
        "x = getattr(d, 'iter' + kind)()\ny = getattr(d, 'view' + kind, None)\n",
        "x = getattr(d, kind)()\ny = getattr(d, kind, None)\n",
        python2=True,
    )
    check_untouched("tested_names", "x = getattr(d, 'visit_' + kind)()\n", python2=True)
    own = "class A:\n    def iterkinds(self): pass\nx = getattr(A(), 'iter' + kind)()\n"
    check_untouched("tested_names", own, python2=True)


def test_text_has_no_iterator():
    text = (
        "def f(x): return x\ndef g(*values): return [hasattr(f(v), '__iter__') for v in values]\n"
        "x = g('a', u'b', [1], 5), hasattr('s', '__iter__'), hasattr(\n    (f([])),\n    '__iter__',\n), 1L\n"
    )
    made = migrate(text).text
    space = {}
    exec(made, space)
    assert space["x"] == ([False, False, True, False], False, True, 1)
    assert migrate(made).text == made


@pytest.mark.parametrize("made", ["x = y.__iter__()", "x = iter(y)"])
def test_an_iterator_is_told_by_its_method_whatever_else_has_the_old_one(made):
    own = f"class C:\n    def next(self, n): pass\n{made}\n"
    check_rule(RULE, own + "hasattr(x, 'next')\n", own + "hasattr(x, '__next__')\n", python2=True)


def test_trees_have_no_children_but_their_elements():
    text = (
        "from xml.etree.ElementTree import *\n"
        "x = [hasattr(e, 'getchildren') for e in (XML('<a/>'), ElementTree())]\n"
    )
    space: dict = {}
    exec(migrate(text + "print 1\n", "a.py").text, space)
    assert space["x"] == [True, False]


OWN_NEXT = "class C:\n    def next(self, n): pass\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hasattr(x, 'next')\n", "hasattr(x, 'next') or hasattr(x, '__next__')\n"),
        ("y = x and hasattr(x, 'next')\n", "y = x and (hasattr(x, 'next') or hasattr(x, '__next__'))\n"),
        ("y = not hasattr(x.y, 'next')\n", "y = not (hasattr(x.y, 'next') or hasattr(x.y, '__next__'))\n"),
    ],
)
def test_either_name_is_asked_for_where_objects_of_the_program_have_such_a_method(before, after):
    check_rule(RULE, OWN_NEXT + before, OWN_NEXT + after, python2=True)


@pytest.mark.parametrize(
    "text",
    ["hasattr(x(), 'next')\n", "hasattr(x, '__next__') or hasattr(x, 'next')\n", "hasattr(int, 'next')\n"],
)
def test_only_the_old_name_is_asked_for_there(text):
    check_untouched(RULE, OWN_NEXT + text, python2=True)
