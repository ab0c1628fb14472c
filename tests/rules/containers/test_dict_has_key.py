"""d.has_key(k)."""

import pytest
from rules.checking import PROOF, check_rule, check_settled, check_untouched, run

from environment.traces import Exactness
from migration.repository.index import RepositoryIndex

OWN = "class D(object):\n    def has_key(self, k):\n        return True\n"


@pytest.mark.parametrize(
    "text",
    [
        "def has_key(d, k):\n    return has_key(d, k)\n",
        OWN + "D().has_key(1)\n",
        OWN + "d = D()\nd.has_key(1)\n",
        OWN + "class E(D):\n    def f(self):\n        return self.has_key(2)\n",
        "import compat\ncompat.has_key(1)\n",
        "d.has_key(1, 2)\n",
        "d.has_key\n",
        "def f(d): return map(d.has_key, k)\n",
        "class C:\n    def has_key(self, k): pass\nd = C()\nf = d.has_key\n",
        "d = {}\nd.has_key = 1\n",
    ],
)
def test_leaves_what_is_no_method_of_a_dict(text):
    check_untouched("dict_has_key", text)


def test_asks_by_a_helper_when_it_may_be_a_class_of_this_file():
    outcome = run("dict_has_key", OWN + "def f(d):\n    return d.has_key(1)\n" + PROOF)
    assert "return has_key(d, 1)\n" in outcome.text
    assert outcome.text.count("def has_key(mapping, key)") == 1
    names = {}
    exec(outcome.text, names)
    assert names["f"](names["D"]()) is True
    assert names["f"]({1: 2}) is True
    assert names["f"]({}) is False
    check_settled("dict_has_key", outcome)


def test_what_is_handed_on_may_be_a_class_of_this_file():
    outcome = run(
        "dict_has_key", OWN + "def f(d, ks):\n    used = d.has_key\n    return map(used, ks)\n" + PROOF
    )
    assert "used = functools.partial(has_key, d)\n" in outcome.text
    names = {}
    exec(outcome.text, names)
    assert list(names["f"](names["D"](), [1])) == [True]
    assert list(names["f"]({1: 2}, [1, 2])) == [True, False]
    kept = run("dict_has_key", "def f(d):\n    return lambda k, used=d.has_key: used(k)\n" + PROOF)
    assert "used=d.__contains__: used(k)" in kept.text
    check_settled("dict_has_key", outcome)


#: What an object is asked for is another's method: `in` would go through the items that it makes as they are asked for.
GIVEN = (
    "class D(object):\n    def __init__(self, other):\n        self.has_key = other.has_key\n"
    "    def __getitem__(self, key):\n        return key\n"
    "    def ask(self, key):\n        return self.has_key(key)\n"
)

KEPT = GIVEN.replace("other.has_key", "f(other)")


def test_an_object_that_is_given_the_method_keeps_it():
    for text in (KEPT, KEPT + "class E(D):\n    def f(self):\n        return self.has_key(2)\n"):
        check_untouched("dict_has_key", text, python2=True)
    own = OWN.replace("D(object)", "O(object)")
    outcome = run("dict_has_key", own + GIVEN + PROOF)
    names = {}
    exec(outcome.text, names)
    assert names["D"](names["O"]()).ask(3) is True and names["D"]({}).ask(3) is False
    assert "in self" not in outcome.text
    assert "self.has_key = functools.partial(has_key, other)\n" in outcome.text
    check_settled("dict_has_key", outcome)


def test_what_may_be_an_object_that_is_given_the_method_is_asked_by_a_helper():
    text = "def f(d):\n    return d.context.has_key(1)\n"
    outcome = run("dict_has_key", GIVEN + text + PROOF)
    assert "return has_key(d.context, 1)\n" in outcome.text
    for made, asked in (
        ("self.context = D()", "return has_key(d.context, 1)\n"),
        ("context = m.D(f(1))", "return has_key(d.context, 1)\n"),
        ("self.context = E()", "return 1 in d.context\n"),
        ("self.other = D()", "return 1 in d.context\n"),
    ):
        more = f"class E(object): pass\nclass F(object):\n    def f(self):\n        {made}\n"
        files = {"m.py": GIVEN, "n.py": text + PROOF, "o.py": f"from m import D\n{more}"}
        index = RepositoryIndex(files, files.get)
        assert asked in run("dict_has_key", files["n.py"], key="n.py", index=index).text
    known = "d = {}\nx = d.has_key(1)\n"
    check_rule("dict_has_key", KEPT + known, KEPT + known.replace("d.has_key(1)", "1 in d"), python2=True)


def test_a_comparison_gives_nothing():
    text = "x = d.has_key == 1\ny = d.has_key(1)\n"
    check_rule("dict_has_key", text, text.replace("d.has_key(1)", "1 in d"), python2=True)


def test_asks_by_a_helper_when_it_may_be_a_class_of_an_imported_file():
    files = {"a.py": "", "store.py": OWN}
    index = RepositoryIndex(files, files.get)
    assert (
        "x = has_key(f(), 1)\n"
        in run("dict_has_key", "import store\nx = f().has_key(1)\n" + PROOF, index=index).text
    )


def test_a_class_with_contains_may_be_asked_by_in():
    text = OWN + "    def __contains__(self, k):\n        return True\n"
    before, after = text + "f(x).has_key(1)\n", text + "1 in f(x)\n"
    check_rule("dict_has_key", before, after, exactness=Exactness.SEMANTIC, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("d.has_key(k)\n", "k in d\n"),
        ("dict.has_key(d, k)\n", "dict.__contains__(d, k)\n"),
        ("d = {}\nf = d.has_key\n", "d = {}\nf = d.__contains__\n"),
        ("all(map({1: 2}.has_key, a))\n", "all(map({1: 2}.__contains__, a))\n"),
        ("if not d.has_key(k): x = 1\n", "if k not in d: x = 1\n"),
        ("x = not (d.has_key(k))\n", "x = not (k in d)\n"),
        ("x = d.has_key(a or b)\n", "x = (a or b) in d\n"),
        ("x = d.has_key(a) == True\n", "x = (a in d) == True\n"),
        ("x = d.has_key(a, )\n", "x = a in d\n"),
        ("x = (a or b).has_key(k)\n", "x = k in (a or b)\n"),
        ("x = d.has_key((1, 2))\n", "x = (1, 2) in d\n"),
        ("x = f(d).e[0].has_key(k) and y\n", "x = k in f(d).e[0] and y\n"),
        ("x = a + d.has_key(k)\n", "x = a + (k in d)\n"),
        ("x = d.has_key(e.has_key(k))\n", "x = (k in e) in d\n"),
        ("x = d.has_key(\n    k)\n", "x = k in d\n"),
    ],
)
def test_rewrites(before, after):
    check_rule("dict_has_key", before, after)


def test_is_exact_for_a_dict_seen():
    check_rule("dict_has_key", "d = {}\nd.has_key(1)\n", "d = {}\n1 in d\n", exactness=Exactness.EXACT)


def test_the_method_of_the_class_that_a_user_s_mapping_is_made_of():
    text = (
        "from UserDict import UserDict\nclass D(UserDict):\n    def has_key(self, key):\n"
        "        return UserDict.has_key(self, key.lower())\n"
    )
    assert "UserDict.__contains__(self, key.lower())" in run("dict_has_key", text).text
    other = text.replace("from UserDict import UserDict", "from mine import UserDict")
    assert "UserDict.has_key(self" in run("dict_has_key", other).text


def test_a_class_of_the_repository_may_have_the_method_in_both_languages():
    own = "class C(object):\n    def has_key(self, k): return 1\n    def __contains__(self, k): return 0\n"
    files = {"m.py": own, "n.py": ""}
    index = RepositoryIndex(files, files.get)
    check_untouched(
        "dict_has_key", "from m import c\nx = c.has_key(1), c.d.has_key(2)\n", key="n.py", index=index
    )
    check_rule(
        "dict_has_key", "x = f(1).has_key(1)\n", "x = 1 in f(1)\n", key="n.py", index=index, python2=True
    )
    check_rule("dict_has_key", "d = {}\nx = d.has_key(1)\n", "d = {}\nx = 1 in d\n", key="n.py", index=index)


@pytest.mark.parametrize(
    ("rule", "asked", "old", "new"),
    [
        ("dict_has_key", "c.d.has_key(1)", "d.has_key(1)", "1 in d"),
        ("dict_iteritems", "c.d.iteritems()", "d.itervalues()", "iter(d.values())"),
        ("next_method", "c.d.next()", "d.next()", "next(d)"),
        ("function_attributes", "c.d.im_func", "d.func_name", "d.__name__"),
        ("cmp_argument", "c.sort(cmp=None)", "c.sort(cmp=None)", "c.sort()"),
    ],
)
def test_who_answers_to_any_name_is_no_sign_of_python_2(rule, asked, old, new):
    """A recorder, a remote call, a mock: what it is asked for need be no method of Python 2's."""
    own = "class C(object):\n    def __getattr__(self, name): return C()\nc = C()\n"
    imported = "from m import C\nc = C()\n"
    for start in (own, imported):
        index = RepositoryIndex({"m.py": own, "n.py": ""}, {"m.py": own, "n.py": ""}.get)
        check_untouched(rule, f"{start}x = {asked}\n", key="n.py", index=index)
        check_rule(
            rule,
            f"{start}d = f()\nx = {old}\n",
            f"{start}d = f()\nx = {new}\n",
            key="n.py",
            index=index,
            python2=True,
        )


@pytest.mark.parametrize("owner", ["self.__class__", "type(o)", "cls"])
def test_the_method_of_a_class_is_no_method_of_a_dict(owner):
    text = OWN + f"def f(self, o, cls):\n    h = {owner}.has_key\n    return h(self, 1)\n"
    assert "partial" not in run("dict_has_key", text + PROOF).text
    tried = OWN + "def f(o):\n    try:\n        h = o.has_key\n    except AttributeError:\n        return 1\n"
    assert "partial" not in run("dict_has_key", tried + PROOF).text
