"""UserDict.UserDict → collections.UserDict."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "user_collections"


@pytest.mark.parametrize(
    "text",
    [
        "from collections import UserDict\nUserDict()\n",
        "UserDict = dict\nUserDict()\n",
        "try:\n    from UserDict import UserDict\nexcept ImportError:\n    from collections import UserDict\nUserDict()\n",  # noqa: E501
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from UserDict import UserDict\nclass D(UserDict): pass\n",
            "from collections import UserDict\nclass D(UserDict): pass\n",
        ),
        ("from UserList import UserList as L\nL()\n", "from collections import UserList as L\nL()\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_the_mixin_makes_a_mapping():
    text = """from UserDict import DictMixin
class D(DictMixin):
    def __init__(self): self.d = {}
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def keys(self): return list(self.d)
"""
    outcome = run(RULE, text)
    assert run(RULE, outcome.text).text == outcome.text
    names = {}
    exec(outcome.text, names)
    d = names["D"]()
    d.update({1: 2}, a=3)
    assert d == {1: 2, "a": 3} and len(d) == 2 and 1 in d and 5 not in d and sorted(map(str, d)) == ["1", "a"]
    assert d.pop(1) == 2 and d.pop(1, 7) == 7 and d.setdefault("b", 4) == 4 and d.get("c") is None
    assert d.values() == [3, 4] and d.popitem() == ("a", 3) and repr(d) == "{'b': 4}"
    d.clear()
    assert not d


@pytest.mark.parametrize("head", ["from UserString import MutableString\n", "import UserString\n"])
def test_a_mutable_string_comes_along_as_a_class(head):
    name = "UserString.MutableString" if head.startswith("import") else "MutableString"
    text = head + (
        "class S(NAME):\n    pass\nm = S('hello world')\nm[0] = 'J'\nm[1:3] = 'EE'\ndel m[-1], m[5:7]\nm += '!'\n"
        "found = [str(m), len(m), m[0] == 'J', isinstance(m[1:3], S), isinstance(m, NAME), isinstance('a', NAME)]\n"
        "m[::-1] = 'abc'\nm.insert(1, 'X')\nm.append('y')\nfound += [str(m), m.pop() == 'y', str(m * 2)]\n"
        "try:\n    m[99] = 'x'\nexcept IndexError, e:\n    found.append('IndexError')\n"
        "try:\n    hash(m)\nexcept TypeError:\n    found.append('TypeError')\n"
        "found += [str(NAME()), str(m.immutable()), isinstance(m.immutable(), NAME)]\n"
    ).replace("NAME", name)
    space = {"__name__": "a"}
    done = run(RULE, text).text
    exec(done, space)
    wanted = ["JEEloorl!", 9, True, True, True, False, "cXbay", True, "cXbacXba", "IndexError", "TypeError"]
    assert space["found"] == [*wanted, "", "cXba", False]
    assert run(RULE, done).text == done


def test_a_test_for_mutable_strings():
    before = "import UserString\nisinstance(a, UserString.MutableString)\n"
    check_rule(RULE, before, "import collections\nisinstance(a, collections.UserString)\n")


def test_methods_taken_over_by_name_are_those_that_were_named():
    """An ordered dictionary as it was written before Python had one: `iterkeys` is no way to ask for a list."""
    text = """from UserDict import DictMixin
class D(dict, DictMixin):
    def __init__(self, *a, **k):
        self.order = []
        self.update(*a, **k)
    def __setitem__(self, k, v):
        if k not in self: self.order.append(k)
        dict.__setitem__(self, k, v)
    def __iter__(self): return iter(self.order)
    def keys(self): return list(self)
    update = DictMixin.update
    values = DictMixin.values
    items = DictMixin.items
    iterkeys = DictMixin.iterkeys
    itervalues = DictMixin.itervalues
    iteritems = DictMixin.iteritems
    has_key = DictMixin.has_key
d = D([('b', 1), ('a', 2)])
assert [k for k in d.iterkeys()] == ['b', 'a'] and list(d.itervalues()) == [1, 2] and d.has_key('a')
assert list(d.iteritems()) == d.items() == [('b', 1), ('a', 2)]
"""
    after = migrate(text).text
    assert (
        "    iterkeys = MappingMixin.iterkeys\n" in after and "    has_key = MappingMixin.has_key\n" in after
    )
    assert migrate(after).text == after
    exec(after, {})


def test_a_mapping_goes_through_its_own_iteration():
    """As DictMixin did: a class that has all its keys in a list may have a shorter way to the first of them."""
    text = """from UserDict import DictMixin
class D(DictMixin):
    def __init__(self): self.d, self.asked = {}, []
    def __getitem__(self, k): return self.d[k]
    def __setitem__(self, k, v): self.d[k] = v
    def __delitem__(self, k): del self.d[k]
    def keys(self): self.asked.append('keys'); return list(self.d)
    def __iter__(self): self.asked.append('iter'); return iter(list(self.d))
    def iteritems(self): self.asked.append('iteritems'); return iter(list(self.d.items()))
d = D()
d.update({'a': 1}, b=2)
d.update([('c', 3)])
d.update(None)
assert d.popitem() == ('a', 1) and d.asked == ['iteritems']
assert sorted(d.values()) == [2, 3] and sorted(d.items()) == [('b', 2), ('c', 3)]
assert d.asked == ['iteritems'] * 3 and sorted(d) == ['b', 'c'] and len(d) == 2 and d.asked[-1] == 'keys'
assert 'b' in d and not d.has_key('z') and d.get('z', 9) == 9 and d.setdefault('z', 8) == 8
assert d == {'b': 2, 'c': 3, 'z': 8} and d.pop('z') == 8 and d.pop('z', None) is None
d.clear()
assert not d.d and d == D()
try: d.popitem()
except KeyError: pass
else: raise AssertionError
"""
    exec(migrate(text).text, {})
