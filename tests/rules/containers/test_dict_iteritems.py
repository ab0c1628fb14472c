"""d.iteritems() and its kin."""

import pytest
from rules.checking import PROOF, check_rule, check_settled, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

OWN = "class D(object):\n    def iteritems(self):\n        return []\n"


@pytest.mark.parametrize(
    "text",
    [
        OWN + "D().iteritems()\n",
        OWN + "class E(D):\n    def f(self):\n        return self.iteritems()\n",
        "import six\nsix.iteritems(d)\n",
        "d.iteritems(1)\n",
        "d.iteritems = f\n",
        "iteritems(d)\n",
    ],
)
def test_leaves_what_is_no_method_of_a_dict(text):
    check_untouched("dict_iteritems", text)


def test_asks_by_a_helper_when_it_may_be_a_class_of_this_file():
    own = OWN.replace("(object)", "(list)")
    outcome = run("dict_iteritems", own + "def f(d):\n    return d.iteritems()\n" + PROOF)
    assert "    return iteritems(d)\n" in outcome.text
    names = {}
    exec(outcome.text, names)
    assert list(names["f"](names["D"]())) == []
    assert list(names["f"]({1: 2})) == [(1, 2)]
    check_settled("dict_iteritems", outcome)


def test_a_class_with_items_may_be_asked_for_them():
    text = OWN + "    def items(self):\n        return []\n"
    before, after = text + "list(x.iteritems())\n", text + "list(x.items())\n"
    check_rule("dict_iteritems", before, after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for k, v in d.iteritems(): f(k)\n", "for k, v in d.items(): f(k)\n"),
        ("for k in d.iterkeys(): d[f(k)] = 1\n", "for k in list(d.keys()): d[f(k)] = 1\n"),
        ("x = [k for k in d.iterkeys()]\n", "x = [k for k in d.keys()]\n"),
        ("x = sorted(d.itervalues())\n", "x = sorted(d.values())\n"),
        ("x = dict((v, k) for k, v in d.iteritems())\n", "x = dict((v, k) for k, v in d.items())\n"),
        ("x = zip(d.iterkeys(), e.itervalues())\n", "x = zip(d.keys(), e.values())\n"),
        ("x = ','.join(d.iterkeys())\n", "x = ','.join(d.keys())\n"),
        ("it = d.iteritems()\nit.next()\n", "it = iter(d.items())\nit.next()\n"),
        ("def f(d): return d.iteritems()\n", "def f(d): return iter(d.items())\n"),
        ("x = d.iteritems\n", "x = d.items\n"),
        ("for k in dict.iterkeys(d): f(k)\n", "for k in dict.keys(d): f(k)\n"),
        ("x = d.viewkeys() & e.viewkeys()\n", "x = d.keys() & e.keys()\n"),
        (
            "def f(iter, d): return d.iterkeys()\n",
            "import builtins\ndef f(iter, d): return builtins.iter(d.keys())\n",
        ),
        ("for k in self.d[0].iterkeys(): f(k)\n", "for k in self.d[0].keys(): f(k)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule("dict_iteritems", before, after)


def test_each_method_is_a_pattern_of_its_own():
    outcome = check_rule(
        "dict_iteritems",
        "list(d.iteritems())\nlist(d.iterkeys())\nlist(d.itervalues())\n",
        "list(d.items())\nlist(d.keys())\nlist(d.values())\n",
    )
    assert [f.pattern for f in outcome.found] == ["dict_iteritems", "dict_iterkeys", "dict_itervalues"]


def test_an_attribute_of_that_name_is_not_the_method():
    text = (
        "class C:\n    def __init__(self, x): self.iteritems = iter(x)\n    def f(self): g(self.iteritems)\n"
    )
    check_untouched("dict_iteritems", text, python2=True)


def test_a_name_in_a_string_that_has_a_name():
    check_rule(
        "dict_iteritems",
        "d = {1: 2}\nhow = 'iterkeys'\nfor k in getattr(d, how)(): f(k)\n",
        "d = {1: 2}\nhow = 'keys'\nfor k in getattr(d, how)(): f(k)\n",
    )


def test_an_object_of_the_files_own_that_makes_up_what_it_is_asked_for():
    check_untouched(
        "dict_iteritems", "class C(object):\n    def __getattr__(self, n): return n\nx = C().itervalues\n"
    )


def test_a_dictionary_is_asked_in_a_method_of_that_name():
    text = (
        "class D(dict):\n    def itervalues(self): return (v for v in super(D, self).itervalues())\nn = 1L\n"
    )
    assert "super(D, self).values())" in migrate(text).text or "super().values())" in migrate(text).text
    text = text.replace("D(dict)", "D(Other)")
    assert "itervalues())" in migrate(text).text


def test_a_class_of_the_repository_may_have_the_method_in_both_languages():
    files = {
        "m.py": "class C(object):\n    def iteritems(self): return 1\n    items = iteritems\n",
        "n.py": "",
    }
    index = RepositoryIndex(files, files.get)
    check_untouched("dict_iteritems", "from m import c\nx = list(c.iteritems())\n", key="n.py", index=index)
    before, after = "x = list(c.iteritems())\n", "x = list(c.items())\n"
    check_rule("dict_iteritems", before, after, key="n.py", index=index, python2=True)
