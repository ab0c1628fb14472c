"""sort(f), sorted(x, cmp=f)."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

IMPORT = "import functools\n"


@pytest.mark.parametrize(
    "text",
    [
        "a.sort()\n",
        "a.sort(key=f)\n",
        "b = sorted(a, key=f, reverse=True)\n",
        "query.sort('name')\n",
        "query.sort([('a', 1)])\n",
        "array.sort(-1)\n",
        "class T(object):\n    def sort(self, f): pass\nT().sort(cmp)\n",
        "def sorted(a, f): return a\nsorted(a, cmp)\n",
        "a.sort(*f)\n",
        "a.sort(lambda x: x)\n",
    ],
)
def test_leaves_other_sorts(text):
    check_untouched("cmp_argument", text)


def test_says_so_where_the_argument_may_be_a_comparison():
    check_open("cmp_argument", "a.sort(order)\n", 1, python2=True)


def test_an_instance_that_is_called_with_two_things_compares():
    head = "class By:\n    def __call__(self, a, b): return 0\nby = By()\n"
    check_rule(
        "cmp_argument",
        head + "a.sort(by)\n",
        "import functools\n" + head + "a.sort(key=functools.cmp_to_key(by))\n",
        python2=True,
    )
    other = head.replace("a, b", "a")
    check_open("cmp_argument", other + "a.sort(by)\n", 4, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a.sort(cmp=f)\n", "a.sort(key=functools.cmp_to_key(f))\n"),
        ("a.sort(lambda x, y: y - x)\n", "a.sort(key=functools.cmp_to_key(lambda x, y: y - x))\n"),
        ("b = sorted(a, f)\n", "b = sorted(a, key=functools.cmp_to_key(f))\n"),
        ("b = sorted(a, f, None, True)\n", "b = sorted(a, key=functools.cmp_to_key(f), reverse=True)\n"),
        ("a = []\na.sort(f)\n", "a = []\na.sort(key=functools.cmp_to_key(f))\n"),
        (
            "def f(x, y): return 0\na.sort(f)\n",
            "def f(x, y): return 0\na.sort(key=functools.cmp_to_key(f))\n",
        ),
        ("a.sort(cmp=f, key=g)\n", "a.sort(key=lambda item: functools.cmp_to_key(f)(g(item)))\n"),
        ("a.sort(lambda x, y: x < y)\n", "a.sort(key=functools.cmp_to_key(lambda x, y: x < y))\n"),
    ],
)
def test_rewrites(before, after):
    check_rule("cmp_argument", before, IMPORT + after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a.sort(cmp)\n", "a.sort()\n"),
        ("a.sort(None, f)\n", "a.sort(key=f)\n"),
        ("b = sorted(a, cmp=None, reverse=True)\n", "b = sorted(a, reverse=True)\n"),
    ],
)
def test_drops_the_usual_comparison(before, after):
    check_rule("cmp_argument", before, after)


def test_only_a_list_sorts_itself():
    text = "a = [b for b in c]\na.sort(lambda x, y: y - x)\na = ''.join(a)\n"
    assert "key=functools.cmp_to_key(lambda x, y: y - x)" in migrate(text).text


def test_the_items_of_whatever_has_them_are_a_list():
    text = "def f(d, order):\n    a = d.items()\n    a.sort(order)\n    b = d.items(1)\n    b.sort(order)\n"
    after = migrate(text).text
    assert "a.sort(key=functools.cmp_to_key(order))" in after
    assert "b.sort(order)" in after


def test_leaves_a_class_that_sorts_itself_by_a_keyword():
    own = "class C(object):\n    def sort(self, cmp=None): pass\nc = C()\n"
    check_untouched("cmp_argument", own + "c.sort(cmp=lambda a, b: 0)\n")


def test_a_comparison_that_may_be_missing():
    text = "def f(xs, how=None):\n    xs.sort(how)\n    return sorted(xs, cmp=how)\n"
    outcome = run("cmp_argument", "def f(xs, how=None):\n    return sorted(xs, cmp=how)\n")
    assert "key=how and functools.cmp_to_key(how)" in outcome.text
    assert "key=functools.cmp_to_key(how)" in run("cmp_argument", text.replace("=None", "")).text


@pytest.mark.parametrize(
    ("parameters", "known"), [("a, b", True), ("a", False), ("a, b, c", False), ("*a", False)]
)
def test_a_comparison_of_another_file(tmp_path, parameters, known):
    (tmp_path / "m.py").write_text(f"def f({parameters}):\n    return 0\n")
    (tmp_path / "n.py").write_text("from m import f\nx = g()\nx.sort(f)\n")
    index = RepositoryIndex(["m.py", "n.py"], lambda key: (tmp_path / key).read_text())
    outcome = run("cmp_argument", (tmp_path / "n.py").read_text() + "n = 1L\n", key="n.py", index=index)
    assert ("cmp_to_key(f)" in outcome.text) is known


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("list.sort(rows, f)\n", "import functools\nlist.sort(rows, key=functools.cmp_to_key(f))\n"),
        (
            "rows = [2, 1]\nsort = rows.sort\nsort(f)\n",
            "import functools\nrows = [2, 1]\nsort = rows.sort\nsort(key=functools.cmp_to_key(f))\n",
        ),
    ],
)
def test_the_method_by_its_class_or_a_name(before, after):
    check_rule("cmp_argument", before, after)


def test_leaves_a_function_of_that_name():
    check_untouched("cmp_argument", "sort = table.sort\nsort(f)\n", python2=True)
    check_untouched("cmp_argument", "def sort(f): pass\nsort(f)\n", python2=True)


def test_leaves_a_method_of_the_programs_own_that_takes_such_an_argument():
    files = {
        "m.py": "class Q(object):\n    def sort(self, name, cmp='up'):\n        return self\n",
        "n.py": "",
    }
    index = RepositoryIndex(files, files.get)
    for call in ("q.sort('age', cmp='down')", "q.sort(name='age', cmp=f)", "q.sort(cmp=f)", "q.sort('age')"):
        check_untouched("cmp_argument", f"from m import q\n{call}\n", key="n.py", index=index)
    check_untouched("cmp_argument", "def f(q):\n    q.sort(cmp='down')\n    q.sort(f, cmp=g)\n")


OWN = """
class Rows(object):
    def __init__(self, rows):
        self.rows = rows
    def sort(self, compare, *more):
        self.order = compare
        self.rows.sort(compare)
def down(a, b):
    return cmp(b, a)
def f(rows):
    rows.sort(down)
    return rows
x = f([1, 2]), f(Rows([3, 4])).rows, f(Rows([3, 4])).order is down, 1L
"""


def in_repository(text):
    return migrate(text, "m.py", RepositoryIndex(["m.py"], {"m.py": text}.get)).text


def test_an_object_that_sorts_itself_is_told_from_a_list():
    spaces = {}
    made = in_repository(OWN)
    assert "    sort_rows(rows, down)\n" in made
    exec(made, spaces)
    assert spaces["x"] == ([2, 1], [4, 3], True, 1)
    assert in_repository(made) == made


def test_where_no_class_takes_a_comparison_all_are_lists():
    made = in_repository(OWN.replace("compare", "name"))
    assert "rows.sort(key=functools.cmp_to_key(down))" in made


@pytest.mark.parametrize(
    "text",
    [
        "class T(object):\n    def sort(self, **told): return told\nx = T().sort(cmp=1, **{'a': 2})\n",
        "def order(rows, **told): return sorted(rows, **told)\nx = order([2, 1], key=None)\n",
        "told = {'reverse': True}\nx = sorted([1, 2], **told)\n",
        "def order(rows, **told): return sorted(rows, **told)\ndef other(cmp): return cmp\nx = other(cmp=1)\n",
    ],
)
def test_tables_of_names_without_a_comparison_are_left(text):
    check_untouched("cmp_argument", text)


@pytest.mark.parametrize(
    "text",
    [
        "def order(rows, **told): return sorted(rows, cmp=down, **told)\n",
        "def order(rows, **told): return sorted(rows, down, **told)\n",
        "def order(rows, **told):\n    rows.sort(cmp=down, **told)\n    return rows\n",
        "def order(rows, cmp=down, **told):\n    rows.sort(cmp=cmp, **told)\n    return rows\n",
        "def inner(rows, **told): return sorted(rows, **told)\n"
        "def order(rows, **told): return inner(rows, cmp=down, **told)\n",
        "class Order(object):\n    def __init__(self, **told): self.told = told\n"
        "    def run(self, rows): return sorted(rows, **self.told)\n"
        "def order(rows, **told): return Order(cmp=down, **told).run(rows)\n",
        "def order(rows, **told):\n    n = {'cmp': down}\n    n.update(told)\n    return sorted(rows, **n)\n",
        "def order(rows, **told):\n    n = dict(told)\n    n['cmp'] = down\n    return sorted(rows, **n)\n",
        "def order(rows, **told):\n    told['cmp'] = down\n    return sorted(rows, **told)\n",
        "def order(rows, **told):\n    told.setdefault('cmp', down)\n    return sorted(rows, **told)\n",
        "def order(rows, **told):\n    n = dict(told)\n    n.update(cmp=down)\n    return sorted(rows, **n)\n",
    ],
)
def test_a_comparison_beside_a_table_of_names(text):
    """A key may be in the table as well."""
    head = "def down(a, b): return b - a\n"
    calls = "x = order([1, 3, 2]), order([1, 3, 2], reverse=True), order([1, 3, 2], key=lambda n: -n)\n"
    after = migrate(head + text + calls + "n = 1L\n").text
    space = {}
    exec(after, space)
    assert space["x"] == ([3, 2, 1], [1, 2, 3], [1, 2, 3])
    assert migrate(after).text == after


def test_the_builtin_comparison_beside_a_table_and_for_a_class_of_its_own():
    text = (
        "def order(rows, **told): return sorted(rows, cmp=cmp, **told)\n"
        "class T(object):\n    def sort(self, cmp=None): return cmp(1, 2)\n"
        "x = order([1, 3, 2], reverse=True), T().sort(cmp=cmp)\n"
    )
    space = {}
    exec(migrate(text).text, space)
    assert space["x"] == ([3, 2, 1], -1)


@pytest.mark.parametrize(("rows", "made"), [("rows", False), ("list(rows)", True)])
def test_a_table_of_names_for_what_may_sort_itself_elsewhere_is_left(rows, made):
    text = (
        f"def order(rows, **told):\n    own = {rows}\n    return own.sort(**told)\n"
        "n = 1L\nx = order(Rows([]), cmp='natural')\n"
    )
    files = {"m.py": "class Rows(object):\n    def sort(self, *names, **told): return told\n", "n.py": text}
    after = migrate(text, "n.py", RepositoryIndex(files, files.get)).text
    assert ("sort_options" in after) is made
    del files["m.py"]
    assert "sort_options" in migrate(text, "n.py", RepositoryIndex(files, files.get)).text


@pytest.mark.parametrize(
    "call",
    ["self.rows.sort(cmp, key, reverse)", "self.rows.sort(cmp=cmp, key=key, reverse=reverse)"],
)
@pytest.mark.parametrize("rows", ["list(rows)", "made(rows)"])
def test_a_comparison_and_a_key_that_are_handed_on_need_not_be_given(call, rows):
    text = (
        f"from a import made\nclass Rows(object):\n    def __init__(self, rows): self.rows = {rows}\n"
        f"    def sort(self, cmp=None, key=None, reverse=False):\n        {call}\n"
        "rows, found = Rows([3, 1, 2]), []\nfor given in ({}, {'cmp': lambda x, y: y - x}, {'key': lambda x: -x},\n"
        "    {'cmp': lambda x, y: y - x, 'key': lambda x: -x, 'reverse': True}):\n"
        "    rows.sort(**given)\n    found.append(rows.rows[:])\nn = 1L\n"
    )
    after = migrate(text, "p.py", RepositoryIndex(["p.py"], {"p.py": text}.get)).text
    space = {}
    exec(after.replace("from a import made", "made = list"), space)
    assert space["found"] == [[1, 2, 3], [3, 2, 1], [3, 2, 1], [3, 2, 1]]


def test_what_is_sorted_anew_by_what_is_handed_on():
    text = (
        "def f(rows, cmp=None, key=None):\n    return sorted(rows, cmp, key)\n"
        "found = [f([3, 1, 2]), f([3, 1, 2], lambda x, y: y - x), f([3, 1, 2], None, lambda x: -x)]\n"
    )
    space = {}
    exec(migrate(text + "n = 1L\n", "p.py").text, space)
    assert space["found"] == [[1, 2, 3], [3, 2, 1], [3, 2, 1]]
