"""map()."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex


@pytest.mark.parametrize(
    "text",
    [
        "for x in map(f, xs): g(x)\n",
        "x = list(map(f, xs))\n",
        "x = ','.join(map(str, xs))\n",
        "import string\nx = string.join(map(str, xs), '; ')\n",
        "import string\nx = string.joinfields(map(str, xs), y)\n",
        "a, b = map(int, s.split())\n",
        "f(*map(g, xs))\n",
        "x = [y for y in map(f, xs)]\n",
        "x = dict(zip(a, map(f, b)))\nd = x\n",
        "x = sum(map(f, xs)) + max(map(f, xs))\n",
        "def f(xs):\n    ys = map(g, xs)\n    return sorted(ys)\n",
        "def map(f, xs): return [1]\nx = map(f, xs)[0]\n",
        "def f(map): return map(g, xs)[0]\n",
        "from compat import map\nx = map(f, xs)[0]\n",
        "pool.map(f, xs)\n",
        "x = 3 in map(f, xs)\n",
    ],
)
def test_leaves_what_is_gone_through_once(text):
    check_untouched("lazy_map", text, python2=True)


@pytest.mark.parametrize("text", ["x = map(f, xs)\n", "def f(xs): return map(g, xs)\n", "f(map(g, a, b))\n"])
def test_leaves_what_may_be_right_in_a_file_that_may_be_python_3(text):
    check_untouched("lazy_map", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = map(f, xs)[0]\n", "x = list(map(f, xs))[0]\n"),
        ("for x in map(str, a): pass\n" "y = tuple(map(next, its))\nPROOF = 1L\n",
         "for x in map(str, a): pass\ny = tuple([next(item) for item in its])\nPROOF = 1\n"),
        ("x = len(map(f, xs))\n", "x = len(list(map(f, xs)))\n"),
        ("x = map(f, xs) == [1]\n", "x = list(map(f, xs)) == [1]\n"),
        ("x = map(f, xs) + ys\n", "x = list(map(f, xs)) + ys\n"),
        ("if map(f, xs): g()\n", "if list(map(f, xs)): g()\n"),
        ("x = list(reversed(map(f, xs)))\n", "x = list(reversed(list(map(f, xs))))\n"),
        ("m = map(f, xs)\nx = m[0]\n", "m = list(map(f, xs))\nx = m[0]\n"),
        ("def f(s, a):\n    m = map(int, s)\n    return max(m) if a else min(m)\n", None),
        ("m = map(int, s)\nx = max(m), min(m)\n", "m = list(map(int, s))\nx = max(m), min(m)\n"),
        (
            "def f(s):\n    m = map(int, s)\n    x = max(m)\n    return x - min(m)\n",
            "def f(s):\n    m = list(map(int, s))\n    x = max(m)\n    return x - min(m)\n",
        ),
        ("map(acc.append, xs)\n", "for item in xs:\n    acc.append(item)\n"),
        ("if a:\n    map(f, xs)  # why\n", "if a:\n    list(map(f, xs))  # why\n"),
        ("if a: map(f, xs)\n", "if a: list(map(f, xs))\n"),
        ("item = 1\nmap(f, xs)\n", "item = 1\nfor item_ in xs:\n    f(item_)\n"),
        ("map(lambda x: f(x), xs)\n", "list(map(lambda x: f(x), xs))\n"),
        (
            "map(f, xs, [])\n",
            "import itertools\nlist(itertools.starmap(f, itertools.zip_longest(xs, [])))\n",
        ),
        ("import itertools\nx = itertools.imap(None, a, b)\n", "import itertools\nx = zip(a, b)\n"),
        ("x = map(None, a)\n", "x = list(a)\n"),
        ("x = map(None, a, b)\n", "import itertools\nx = list(itertools.zip_longest(a, b))\n"),
        ("for x, y in map(None, a, b): f(x)\n", "import itertools\nfor x, y in itertools.zip_longest(a, b): f(x)\n"),
        ("def f(list): return map(g, xs)[0]\n", "import builtins\ndef f(list): return builtins.list(map(g, xs))[0]\n"),
    ],
)  # fmt: skip
def test_wraps_what_fails_otherwise(before, after):
    if after is None:
        check_untouched("lazy_map", before)
    else:
        check_rule("lazy_map", before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = f(map(g, xs))\n", "x = f(list(map(g, xs)))\n"),
        ("def f(xs): return map(g, xs)\n", "def f(xs): return list(map(g, xs))\n"),
        ("self.x = map(g, xs)\n", "self.x = list(map(g, xs))\n"),
        ("x = map(f, a, range(len(a)))\n", "x = list(map(f, a, range(len(a))))\n"),
        (
            "x = map(f, a, b)\n",
            "import itertools\nx = list(itertools.starmap(f, itertools.zip_longest(a, b)))\n",
        ),
        (
            "for x in map(f, a, b): g(x)\n",
            "import itertools\nfor x in itertools.starmap(f, itertools.zip_longest(a, b)): g(x)\n",
        ),
        ("def f():\n    m = map(g, xs)\n    while 1:\n        for x in m: h(x)\n", None),
    ],
)
def test_keeps_a_list_where_the_use_is_out_of_sight(before, after):
    after = before.replace("map(g, xs)", "list(map(g, xs))") if after is None else after
    check_rule("lazy_map", before, after, python2=True)


def test_a_renamed_imap_stays_lazy():
    from migration.engine.pipeline import migrate

    outcome = migrate("from itertools import imap\ndef f(xs): return imap(g, xs)\n")
    assert outcome.text == "def f(xs): return map(g, xs)\n"


def test_columns_of_rows_are_padded():
    check_rule(
        "lazy_map",
        "x = map(None, *rows)\n",
        "import itertools\nx = [column if len(column) > 1 else column[0] for column in itertools.zip_longest(*rows)]\n",
    )
    check_rule(
        "lazy_map",
        "x = map(f, *rows)\n",
        "import itertools\nx = list(itertools.starmap(f, itertools.zip_longest(*rows)))\n",
        python2=True,
    )
    check_untouched("lazy_map", "x = map(f, *rows)\n")
    check_untouched("lazy_map", "x = map(*rows)\n", python2=True)
    check_untouched("lazy_map", "x = map(f, a, *rows)\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return map(g, xs)", "return list(xs if g is None else map(g, xs))"),
        ("for x in map(g, xs): h(x)", "for x in (xs if g is None else map(g, xs)): h(x)"),
        ("if g: return map(g, xs)[0]", "if g: return list(map(g, xs))[0]"),
        ("g = g or str; return map(g, xs)[0]", "g = g or str; return list(map(g, xs))[0]"),
        ("return map(g, xs())[0]", "return list(map(g, xs()))[0]"),
    ],
)
def test_a_function_that_is_none_unless_it_is_given(before, after):
    head = "def f(xs, g=None):\n    "
    check_rule("lazy_map", f"{head}{before}\n", f"{head}{after}\n", python2=True)


SHOWS = "import sys\ndef out(*a):\n    sys.stdout.write(' '.join(str(x) for x in a))\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SHOWS + "out(map(f, a))\n", SHOWS + "out(list(map(f, a)))\n"),
        (
            "def g(x, y):\n    return x == y\ng(map(f, a), [1])\n",
            "def g(x, y):\n    return x == y\ng(list(map(f, a)), [1])\n",
        ),
        ("def g(x):\n    return x[0]\ng(map(f, a))\n", "def g(x):\n    return x[0]\ng(list(map(f, a)))\n"),
    ],
)
def test_what_a_function_of_the_file_does_with_it_tells(before, after):
    check_rule("lazy_map", before, after)


def test_a_function_that_goes_through_it_needs_no_list():
    check_untouched("lazy_map", "def g(x):\n    for i in x:\n        h(i)\ng(map(f, a))\n")
    check_untouched("lazy_map", "def g(x):\n    x = list(x)\n    return x[0]\ng(map(f, a))\n")


KEPT = "class A:\n    def __init__(self, x): self.x = map(int, x)\n    def f(self): return {}\n"


@pytest.mark.parametrize("use", ["self.x[0]", "self.x[1:]", "len(self.x)"])
def test_a_class_takes_items_of_what_it_keeps(use):
    text = KEPT.format(use)
    check_rule("lazy_map", text, text.replace("map(int, x)", "list(map(int, x))"))


@pytest.mark.parametrize("use", ["next(self.x)", "y.x[0]", "list(self.x)", "x[self.x]"])
def test_a_class_may_go_through_what_it_keeps(use):
    check_untouched("lazy_map", "import asyncio\n" + KEPT.format(use))


def test_what_is_only_tried_is_done_at_once():
    text = "def f(parts):\n    try:\n        nums = map(int, parts)\n    except ValueError:\n        return 'bad'\n"
    assert "nums = list(map(int, parts))" in migrate(text).text
    assert "list(map" not in migrate(text + "    return sum(nums)\n").text


def test_a_local_name_of_a_file_whose_names_are_all_taken():
    texts = {
        "p/__init__.py": "",
        "p/a.py": "from p.b import *\ndef f(x):\n    y = map(g, x)\n    return min(y), max(y)\nn = 1L\n",
        "p/b.py": "def h(x):\n    if x:\n        map = x.map\n        return map\n",
    }
    assert "y = list(map(g, x))" in migrate(texts["p/a.py"], "p/a.py", RepositoryIndex(texts, texts.get)).text
    texts["p/b.py"] = "try:\n    map = f.map\nexcept E:\n    pass\n"
    assert "y = map(g, x)" in migrate(texts["p/a.py"], "p/a.py", RepositoryIndex(texts, texts.get)).text


@pytest.mark.parametrize("view", ["keys", "values", "items"])
def test_what_is_called_for_its_effect_may_change_the_dictionary(view):
    check_rule(
        "lazy_map",
        f"map(a.remove, a.b.{view}())\n",
        f"for item in list(a.b.{view}()):\n    a.remove(item)\n",
        python2=True,
    )


def test_a_file_with_a_list_of_its_own():
    text = "def list(x): return x\nmap(rm, d.keys())\nn = 1L\n"
    after = migrate(text).text
    assert "import builtins\n" in after and "for item in builtins.list(d.keys()):" in after
    assert migrate(after).text == after


@pytest.mark.parametrize(
    "text",
    [
        "print({{'a': {}}})\n",
        "x = {{'a': [1, {}]}}\nf(str(x))\n",
        "import json\nf(json.dumps({{'a': {}}}))\n",
        "import pprint\nd = {{'a': {}}}\nf(pprint.pformat(d, width=9))\n",
        "f('%s' % ({},))\n",
        "f('{{}}'.format({}))\n",
    ],
)
def test_what_is_spelled_out_shows_lists(text):
    check_rule("lazy_map", text.format("map(str, xs)"), text.format("list(map(str, xs))"))


@pytest.mark.parametrize(
    "text",
    [
        "d = {'a': map(str, xs)}\nfor k in d: f(d[k])\n",
        "import json\nf(json.dumps({'a': ','.join(map(str, xs))}))\n",
        "import json\njson.dump(a, [map(str, xs)])\n",
        "def str(x): pass\nf(str([map(g, xs)]))\n",
        "print(f([map(str, xs)]))\n",
        "x %= (map(str, xs),)\ny = x % (map(str, xs),)\n",
    ],
)
def test_what_is_only_kept_beside_others_may_be_python_3(text):
    check_untouched("lazy_map", text)


def test_a_function_that_is_another_now_is_called_in_the_loop():
    text = "def run(table, names):\n    map(apply, map(table.get, names))\n"
    done = []
    spaces: dict = {}
    exec(migrate(text + "n = 1L\n").text, spaces)
    spaces["run"]({"a": lambda: done.append(1), "b": lambda: done.append(2)}, ["b", "a"])
    assert done == [2, 1]
