"""__getstate__, which every object has since Python 3.11."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

RULE = "own_getstate"


@pytest.mark.parametrize(
    "text",
    [
        "hasattr(x, '__setstate__')\n",
        "hasattr(x, name)\n",
        "hasattr(object, '__getstate__')\n",
        "getattr(x, '__getstate__')\n",
        "x.__getstate__()\n",
        "class C(B):\n    def __getstate__(self):\n        return self.__dict__\n",
        "try:\n    x.__getstate__()\nexcept KeyError:\n    pass\n",
        "try:\n    C.__getstate__ = f\nexcept AttributeError:\n    pass\n",
        "def hasattr(x, y): pass\nhasattr(x, '__getstate__')\n",
        "import sys\nif sys.version_info < (3, 11):\n    hasattr(x, '__getstate__')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python3_and_what_is_for_earlier_versions():
    check_untouched(RULE, "hasattr(x, '__getstate__')\n")
    check_untouched(RULE, "hasattr(x, '__getstate__')\n", python2=True, target=(3, 10))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y = not hasattr(a.b(), '__getstate__')\n", "y = not has_getstate(a.b())\n"),
        ("y = getattr(x, \"__getstate__\", None)\n", "y = own_getstate(x, None)\n"),
        ("try:\n    y = x.__getstate__()\nexcept AttributeError:\n    y = 1\n",
         "try:\n    y = own_getstate(x)()\nexcept AttributeError:\n    y = 1\n"),
    ],
)  # fmt: skip
def test_asks_for_another(text, expected):
    outcome = run(RULE, text + PROOF)
    assert expected in outcome.text
    check_rule(RULE, text, outcome.text.removesuffix("PROOF = 1\n"), python2=True)


CLASSES = """
class Plain(object): pass
class Own(object):
    def __getstate__(self): return 1
class Below(Own): pass
class Slots(object):
    __slots__ = 'a',
given = Plain()
given.__getstate__ = lambda: 1
values = [Plain(), Plain, Own(), Own, Below(), Below, Slots(), given, None, 'text', 1, [], {}, object()]
"""


def test_what_is_written_means_the_same():
    text = """
def asked(x):
    try:
        x.__getstate__
    except AttributeError:
        return False
    return True
one = [hasattr(x, '__getstate__') for x in values]
two = [getattr(x, '__getstate__', None) is not None for x in values]
three = [asked(x) for x in values]
"""
    space = {"__name__": "a"}
    exec(run(RULE, CLASSES + text + PROOF).text, space)
    # What 2.7 says.
    expected = [False, False, True, True, True, True, False, True] + [False] * 6
    assert space["one"] == space["two"] == space["three"] == expected


ABOVE = """
class Base(object):
    def __getstate__(self): return 'base'
class Asks(object):
    def one(self): return hasattr(super(Asks, self), '__getstate__')
    def two(self): return getattr(super(Asks, self), '__getstate__', None) is not None
    def three(self):
        try:
            return super(Asks, self).__getstate__() == 'base'
        except AttributeError:
            return False
class Below(Asks, Base): pass
class Given(Asks):
    def __getstate__(self): return 1
found = [(x.one(), x.two(), x.three()) for x in (Asks(), Below(), Given())]
"""


def test_what_is_above_a_class_is_asked_as_objects_are():
    space = {"__name__": "a"}
    exec(run(RULE, ABOVE + PROOF).text, space)
    assert space["found"] == [(False,) * 3, (True,) * 3, (False,) * 3]


LOOKED_UP = """
class Proxy(object):
    def __init__(self, value): self.value = value
    def __getattr__(self, name): return getattr(self.value, name)
class Own(object):
    def __getstate__(self): return 1
def asked(x):
    try:
        x.__getstate__
    except AttributeError:
        return False
    return True
values = [Proxy(Own()), Proxy(1.5)]
one = [hasattr(x, '__getstate__') for x in values]
two = [getattr(x, '__getstate__', None) is not None for x in values]
three = [asked(x) for x in values]
"""


def test_who_looks_attributes_up_is_asked_where_nothing_else_has_one():
    space = {"__name__": "a"}
    exec(run(RULE, LOOKED_UP + PROOF).text, space)
    assert space["one"] == space["two"] == space["three"] == [True, False]
