"""cmp()."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.ordering.cmp_call import HELPER

ADDED = HELPER.strip() + "\n\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "def cmp(a, b): return 0\ncmp(1, 2)\n",
        "def f(cmp): return cmp(1, 2)\n",
        "filecmp.cmp(a, b)\n",
        "try:\n    cmp\nexcept NameError:\n    def cmp(a, b): return (a > b) - (a < b)\ncmp(1, 2)\n",
        "x.sort(key=f)\n",
        "x = a.b.__cmp__(c)\n",
        "class A:\n    def __cmp__(self, other): return B.__cmp__(self, other)\n",
        "class A:\n    def __cmp__(self, other): return self.b.__cmp__\n",
    ],
)
def test_leaves_other_functions(text):
    check_untouched("cmp_call", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = cmp(a, b)\n", "x = (a > b) - (a < b)\n"),
        ("x = -cmp(a.x, b[0])\n", "x = -((a.x > b[0]) - (a.x < b[0]))\n"),
        ("x = cmp(a, b) or cmp(c, -1)\n", "x = (a > b) - (a < b) or (c > -1) - (c < -1)\n"),
        ("x = cmp(a, b) == 0\n", "x = (a > b) - (a < b) == 0\n"),
        ("x = 2 * cmp(a, b)\n", "x = 2 * ((a > b) - (a < b))\n"),
        ("x = cmp(f(a), f(b))\n", ADDED + "x = compare(f(a), f(b))\n"),
        (
            "class A:\n    def __cmp__(self, other): return cmp(self.n, other)\n",
            ADDED + "class A:\n    def __cmp__(self, other): return compare(self.n, other)\n",
        ),
        ("x = dict(cmp=cmp)\n", ADDED + "x = dict(cmp=compare)\n"),
        ("x = cmp((a, b), (c, d))\n", ADDED + "x = compare((a, b), (c, d))\n"),
        (
            "class A:\n    def __cmp__(self, o): return self.b.__cmp__(o.b)\n",
            ADDED + "class A:\n    def __cmp__(self, o): return compare(self.b, o.b)\n",
        ),
        ("f = cmp\n", ADDED + "f = compare\n"),
        ("x = map(cmp, a, b)\n", ADDED + "x = map(compare, a, b)\n"),
        ("class C:\n    order = cmp\n", ADDED + "class C:\n    order = staticmethod(compare)\n"),
        ("import __builtin__\nx = __builtin__.cmp(a, b)\n", "import __builtin__\nx = (a > b) - (a < b)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule("cmp_call", before, after)


def test_dictionaries_are_compared_by_a_key():
    names = {}
    exec(migrate("def f(a, b): return cmp(dict(a), b)\np = 1L\n").text, names)
    f = names["f"]
    assert [f({1: 2}, {1: 2}), f({1: 2}, {1: 3}), f({1: 2}, {}), f({}, {1: None})] == [0, -1, 1, -1]


UNSET = (
    "class A:\n    def __init__(self, a{}):\n        self.a = {}\n    def f(self, b):\n        return {}\n"
)


@pytest.mark.parametrize(
    ("default", "value", "result"),
    [
        ("", "a", "cmp(self.a, b.a)"),
        ("=1", "a", "cmp(self.a, b.a)"),
        ("=None", "a or 1", "cmp(self.a, b.a)"),
        ("=None", "a", "(self.a and b.a) and cmp(self.a, b.a)"),
    ],
)
def test_attributes_that_have_an_order_need_no_helper(default, value, result):
    before = UNSET.format(default, value, result)
    check_rule("cmp_call", before, before.replace("cmp(self.a, b.a)", "(self.a > b.a) - (self.a < b.a)"))


@pytest.mark.parametrize(
    ("default", "value"), [("=None", "a"), ("", "None"), ("", "a or {}"), ("", "a or None")]
)
def test_attributes_that_may_be_none_or_dictionaries_are_compared_by_a_helper(default, value):
    outcome = run("cmp_call", UNSET.format(default, value, "cmp(self.a, b.a)"))
    assert "return compare(self.a, b.a)" in outcome.text


def test_an_attribute_that_a_call_sets_to_none():
    text = (
        "class R(object):\n    def __init__(self, s): self.s = s\nR(1)\nR({})\n"
        "def c(a, b):\n    return cmp(a.s, b.s)\n"
    )
    assert "compare(a.s, b.s)" in migrate(text.format("None")).text
    assert "(a.s > b.s) - (a.s < b.s)" in migrate(text.format("2")).text
    tested = text.format("None").replace("    return", "    if a.s is None: return 1\n    return")
    assert "(a.s > b.s) - (a.s < b.s)" in migrate(tested).text


@pytest.mark.parametrize("sort", ["rows.sort({})", "sorted(rows, cmp={})"])
@pytest.mark.parametrize(("rows", "mixed"), [("[(1, None), (2, 3)]", True), ("[(1, 4), (None, 3)]", False)])
def test_rows_to_be_sorted_by_a_place_without_an_order(sort, rows, mixed):
    text = f"rows = {rows}\n" + sort.format("lambda a, b: cmp(a[1], b[1])") + "\n"
    assert (" compare(a[1]" in run("cmp_call", text).text) == mixed
    named = f"def by(a, b):\n    return cmp(b[1], a[1])\nrows = {rows}\n{sort.format('by')}\n"
    assert (" compare(b[1]" in run("cmp_call", named).text) == mixed


def test_classes_are_told_apart_without_an_order():
    space = {}
    text = "def f(a, b):\n    return cmp(type(a), b.__class__)\n"
    exec(run("cmp_call", text).text, space)
    assert space["f"](1, 2) == 0 and abs(space["f"](1, "2")) == 1


def test_a_row_that_is_given_none():
    text = (
        "def f(pair, other):\n    if isinstance(other, str):\n        other = (None, other)\n"
        "    return cmp(pair, other)\n"
    )
    space = {}
    exec(run("cmp_call", text).text, space)
    assert space["f"](("a", "b"), "c") == 1 and space["f"]((None, "c"), "c") == 0


@pytest.mark.parametrize(
    "text",
    [
        "def f(x, y):\n    if x is None or y is None:\n        return cmp(x, y)\n    return 1\n",
        "def f(x, y): return cmp(x, y) if None is z or x is None else 0\n",
        "def f(x, y):\n    if x is not None and y is not None: pass\n    else: return cmp(y, x)\n",
        "def f(a, b):\n    x = a and a.lower() or None\n    y = b\n    return cmp(x, y)\n",
        "class D:\n    def __cmp__(self, other):\n        return cmp(self[k], other[k])\n",
    ],
)
def test_what_may_be_none_is_compared_by_a_helper(text):
    outcome = run("cmp_call", text)
    assert (
        "compare(" in outcome.text
        and "cmp(x" not in outcome.text
        and " > " not in outcome.text.split("def ")[-1]
    )


@pytest.mark.parametrize(
    "text",
    [
        "def f(x, y):\n    if x is None or y is None:\n        return 1\n    return cmp(x, y)\n",
        "def f(x, y): return cmp(x, y) if x is not None or y is None and x else 0\n",
        "def f(x, y):\n    if x is None and z: pass\n    else: return cmp(y, x)\n",
        "def f(a, b):\n    x = a and a.lower() or None\n    y = b\n    if not x: return 1\n    return cmp(x, y)\n",
        "class D:\n    def __cmp__(self, other):\n        return cmp(self[0], other[0])\n",
    ],
)
def test_what_tests_keep_none_from_needs_no_helper(text):
    assert "compare(" not in run("cmp_call", text).text


def test_the_helper_orders_what_has_no_order():
    space = {}
    exec(HELPER, space)
    compare = space["compare"]
    assert [compare(1, 2), compare(2, 1), compare("a", "a")] == [-1, 1, 0]
    assert [compare(None, 1), compare(1, "a"), compare("a", 2.5), compare(None, None)] == [-1, -1, 1, 0]
    assert [compare([1, "b"], [1, 2]), compare((1, None), (1, None, 2)), compare([], "x")] == [1, -1, -1]


def test_lists_of_unlike_items_are_compared_by_a_helper():
    text = "class V(object):\n    def __init__(self, t):\n"
    text += "        self.p = [int(x) if x.isdigit() else x for x in t.split('.')]\n"
    text += "    def f(self, other): return cmp(self.p, other.p)\nV('1').f(V('a'))\nn = 1L\n"
    files = {"a.py": text}
    assert "return compare(self.p, other.p)" in migrate(text, "a.py", RepositoryIndex(files, files.get)).text


def test_what_is_of_several_kinds_by_itself():
    text = "class T(object):\n    def add(self, v):\n        return cmp(v, self.left.v)\nT().add({})\nT().add({})\n"
    for first, second, kept in ((1, None, True), (1, "'a'", True), (1, 2, False)):
        given = text.format(first, second)
        after = migrate(given, "a.py", RepositoryIndex(["a.py"], {"a.py": given}.get)).text
        assert ("compare(v, self.left.v)" in after) is kept


def test_the_parts_of_a_version_are_numbers_and_texts():
    text = "class V(object):\n    def __init__(self, s):\n        self.parts = []\n        for p in s.split('.'):\n"
    text += (
        "            try: self.parts.append(int(p))\n            except ValueError: self.parts.append(p)\n"
    )
    text += "    def __cmp__(self, other):\n        return cmp(self.parts, other.parts)\nx = V('1.2') < V('1.b')\n"
    space = {}
    done = migrate(text + "n = 1L\n").text
    exec(done, space)
    assert space["x"] is True
    assert "compare(self.parts, other.parts)" in done


def test_attributes_that_are_asked_whether_they_are_none():
    text = (
        "class M(object):\n    def __init__(self, **values):\n        for k in values:\n"
        "            setattr(self, k, values[k])\n    def __cmp__(self, other):\n"
        "        return cmp(self.age, other.age)\n    def __nonzero__(self):\n        return self.age is not None\n"
        "x = [m.age for m in sorted([M(age=3), M(age=None)])]\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == [None, 3]


def compared(left, right):
    """What the helper answers."""
    space = {}
    exec(HELPER, space)
    return space["compare"](left, right)


@pytest.mark.parametrize(
    ("left", "right", "answer"),
    [
        ({"a": 1}, {"a": 1}, 0),
        ({"a": 1}, {"a": 2}, -1),
        ({"b": 1}, {"a": 1, "b": 0}, -1),
        ({"a": 1, "c": 0}, {"a": 1, "b": 9}, 1),
        ([1, {"a": 1}], [1, {"a": 0}], 1),
        (None, 0, -1),
        ("a", 5, 1),
        ((1, None), (1, 0), -1),
    ],
)
def test_what_has_no_order_is_compared_as_before(left, right, answer):
    assert compared(left, right) == answer
    assert compared(right, left) == -answer


def test_objects_without_an_order_are_equal_to_themselves_alone():
    one, other = object(), object()
    assert compared(one, one) == 0
    assert compared(one, other) == -compared(other, one) != 0


def test_objects_of_a_class_without_an_order():
    text = "class C:\n    pass\nx = cmp(C(), C())\n"
    assert "x = compare(C(), C())" in run("cmp_call", text).text
    text = "class C:\n    def __lt__(self, other): return 1\na = C()\nx = cmp(a, a)\n"
    assert "x = (a > a) - (a < a)" in run("cmp_call", text).text


def test_what_an_exception_holds_is_compared_by_a_helper():
    """Twice the same text would not be seen by the rule that asks for its arguments."""
    text = "class E(Exception):\n    def __cmp__(self, other):\n        return cmp(self[0], other.args[0])\n"
    assert "return compare(self.args[0], other.args[0])" in migrate(text).text


def test_the_dictionaries_of_two_mappings():
    text = (
        "from UserDict import UserDict\nclass D(UserDict):\n    def __cmp__(self, o):\n"
        "        return cmp(self.name, o.name) or cmp(self.data, o.data)\n"
    )
    assert "(self.name > o.name) - (self.name < o.name) or compare(self.data, o.data)" in migrate(text).text


def test_dictionaries_with_keys_of_several_kinds():
    assert compared({"a": 1, 2: 3}, {"a": 1, 2: 4}) == -1
    assert compared({None: 1, "a": 2}, {"a": 2, 1: 1}) == -1
    assert compared({}, {1: 1}) == -1


def test_numbers_and_dictionaries_that_are_asked_by_name():
    text = "x = (3).__cmp__(2), {'a': 1}.__cmp__({'a': 2})\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == (1, -1)
    check_untouched(
        "cmp_call", "class C(object):\n    def __cmp__(self, o): return 0\nx = C().__cmp__(1), y.__cmp__(2)\n"
    )


class _Truth:
    """What NumPy gives for a comparison of its numbers."""

    def __init__(self, held):
        self.held = held

    def __bool__(self):
        return self.held

    def __sub__(self, other):
        raise TypeError("numpy boolean subtract")


class _Number:
    def __init__(self, held):
        self.held = held

    def __float__(self):
        return float(self.held)

    def __gt__(self, other):
        return _Truth(self.held > other.held)

    def __lt__(self, other):
        return _Truth(self.held < other.held)


@pytest.mark.parametrize(
    "body", ["return cmp(x, y)", "return cmp(x[0], y[0])", "return (lambda f: f(x, y))(cmp)"]
)
def test_numbers_whose_comparisons_have_no_difference(body):
    space = {}
    text = f"import numpy as N\ndef f(x, y): {body}\nn = 1L\n"
    exec(migrate(text).text.replace("import numpy as N", ""), space)
    one, two = _Number(1), _Number(2)
    pairs = [
        ((one,), (two,)) if "[0]" in body else (one, two),
        ((two,), (one,)) if "[0]" in body else (two, one),
    ]
    assert [space["f"](*pair) for pair in pairs] == [-1, 1]


def test_columns_that_a_function_around_chose():
    text = (
        "def by(rows, name):\n    return sorted(rows, cmp=lambda a, b: cmp(a[name], b[name]))\n"
        "def at(a, b, n): return cmp(a[n], b[n])\n"
        "rows = [dict(zip('ab', r)) for r in ((3, 'x'), (None, 'y'))]\nx = by(rows, 'a'), at('ab', 'ba', 0)\nn = 1L\n"
    )
    code = migrate(text).text
    spaces: dict = {}
    exec(code, spaces)
    assert spaces["x"] == ([{"a": None, "b": "y"}, {"a": 3, "b": "x"}], -1)
    assert "return (a[n] > b[n]) - (a[n] < b[n])" in code


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import sys\nx = cmp(n, sys.maxint)\n", "import sys\nx = (n > sys.maxsize) - (n < sys.maxsize)\n"),
        ("x = cmp(f.func_name, 'a')\n", "x = (f.__name__ > 'a') - (f.__name__ < 'a')\n"),
        ("x = cmp(n, unicode)\n", "x = (n > str) - (n < str)\n"),
    ],
)
def test_other_rules_change_a_side_in_both_places(before, after):
    made = migrate(before + "m = 1L\n").text
    assert made.endswith(after + "m = 1\n") and migrate(made).text == made


@pytest.mark.parametrize(
    "text",
    [
        "x = int.__cmp__(f(), b)\n",
        "x = int.__cmp__(a)\n",
        "x = map(int.__cmp__, a, b)\n",
        "class int: pass\nx = int.__cmp__(a, b)\n",
        "x = dict.__cmp__(a, b)\n",
    ],
)
def test_the_method_of_a_type_is_left(text):
    check_untouched("cmp_call", text)


def test_the_method_of_the_type_of_whole_numbers():
    text = "class N(int):\n    def __cmp__(self, other):\n        return {}\n"
    expected = text.format("(int.__gt__(self, other) - int.__lt__(self, other))")
    check_rule("cmp_call", text.format("int.__cmp__(self, other)"), expected)
    check_rule("cmp_call", text.format("long.__cmp__(self, other)"), expected)
