"""Searching in halves what Python 3 can't compare."""

import pytest
from rules.checking import PROOF, check_open, check_untouched, run

from environment.traces import Observation
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex


@pytest.mark.parametrize(
    "text",
    [
        "import bisect\nx = bisect.bisect([1, 2, 3], 2.5)\n",
        "import bisect\nx = bisect.bisect(rows, None, key=len)\n",
        "import bisect\ndef f(rows, x):\n    return bisect.bisect(rows, x)\n",
        "import bisect\nx = bisect.bisect(['a', 'b'], u'a')\n",
        "def bisect(a, b): pass\nx = bisect([1, 2], None)\n",
        "from mine import bisect\nx = bisect([1, 2], None)\n",
        "import bisect\nx = bisect.bisect(*[[1, 2], None])\n",
        "import bisect\nx = bisect.bisect([(1, 'a'), (2, 'b')], (1,))\n",
        "import bisect\nclass Row(object):\n    def __lt__(self, other): return True\n"
        "x = bisect.bisect([1, 2], Row())\n",
        "import bisect\nx = bisect.bisect([1, 2], ordered(None), key=ordered)\n",
    ],
)
def test_leaves_what_has_an_order(text):
    check_untouched("bisect_order", text, python2=True)


def test_leaves_a_file_of_no_known_language():
    check_untouched("bisect_order", "import bisect\nx = bisect.bisect([1, 2], None)\n")


def test_says_where_no_key_can_be_given():
    text = "import bisect\nx = bisect.bisect([1, 2], None)\n"
    check_open("bisect_order", text, 2, python2=True, target=(3, 8))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("bisect.bisect_left([1, 2], 'a')", "bisect.bisect_left([1, 2], ordered('a'), key=ordered)"),
        (
            "bisect.bisect([1, 2], None, 0, hi=1)",
            "bisect.bisect([1, 2], ordered(None), 0, hi=1, key=ordered)",
        ),
        ("bisect.insort(rows, 'a')", "bisect.insort(rows, 'a', key=ordered)"),
        ("bisect.bisect([(1, None)], (1, 2))", "bisect.bisect([(1, None)], ordered((1, 2)), key=ordered)"),
    ],
)
def test_gives_a_key(before, after):
    text = f"import bisect\nrows = [1, 2]\nx = {before}\n"
    outcome = run("bisect_order", text + PROOF)
    assert f"x = {after}\n" in outcome.text
    assert run("bisect_order", outcome.text).text == outcome.text


def test_what_a_loop_goes_through():
    text = "import bisect\nrows = [1, 2]\nfor x in (1, None):\n    print bisect.bisect(rows, x)\n"
    assert "bisect.bisect(rows, ordered(x), key=ordered)" in run("bisect_order", text).text


def test_what_is_put_into_the_same_list_elsewhere():
    text = (
        "import bisect\nclass Index:\n    def __init__(self):\n        self.keys = []\n"
        "    def put(self):\n        bisect.insort(self.keys, 1)\n        bisect.insort(self.keys, 'a')\n"
        "    def find(self):\n        return bisect.bisect(self.keys, 2)\n"
    )
    code = run("bisect_order", text + PROOF).text
    assert code.count("key=ordered") == 3 and "bisect.bisect(self.keys, ordered(2), key=ordered)" in code


def test_what_flows_to_the_place_or_was_seen_there():
    text = (
        "import bisect\nrows = sorted([3, 1])\ndef find(x):\n    return bisect.bisect(rows, x)\n"
        "print find(2), find(None), find('a')\n"
    )
    code = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert "bisect.bisect(rows, ordered(x), key=ordered)" in code
    shown: list = []
    exec(code, {"print": lambda *a: shown.append(a)})
    assert shown == [(1, 0, 2)]
    seen = Observation("warning", 2, 0, ("comparing unequal types not supported in 3.x",))
    text = "import bisect\nx = bisect.bisect(rows, y)\n"
    assert "ordered(y), key=ordered" in migrate(text, observations=[seen]).text


def test_who_asks_for_none_is_taken_to_know():
    text = (
        "import bisect\nrows = sorted([3, 1])\ndef find(x):\n    if x is None: return 0\n"
        "    return bisect.bisect(rows, x)\nprint find(2), find(None)\n"
    )
    assert "key=ordered" not in migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text


@pytest.mark.parametrize(
    "body",
    [
        "return bisect.bisect(rows, x), x + 1",
        "y = x + 1; return bisect.bisect(rows, y)",
        "return bisect.bisect(rows, x * 2)",
        "return bisect.bisect(zip(rows, rows), [x])",
    ],
)
def test_what_is_reckoned_with_is_a_number_and_of_rows_nothing_is_said(body):
    text = f"import bisect\nrows = sorted([3, 1])\ndef find(x):\n    {body}\nprint find(2), find(None)\n"
    assert "key=ordered" not in migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text


def test_rows_that_are_put_in_turned_around():
    text = (
        "import bisect\npeople = []\nfor p in [('bob', 30), ('ann', None), ('eve', 'n/a')]:\n"
        "    bisect.insort(people, p[::{}])\nprint people\n"
    )

    def code(step):
        source = text.format(step)
        return migrate(source, "a.py", RepositoryIndex(["a.py"], {"a.py": source}.get)).text

    shown: list = []
    exec(code("-1"), {"print": lambda *a: shown.append(a)})
    assert shown == [([(None, "ann"), (30, "bob"), ("n/a", "eve")],)]
    assert "key=ordered" not in code("2")


def test_rows_of_numbers_and_texts_are_put_among_such():
    text = (
        "import bisect, re\ndef natural(s):\n"
        "    return [c.isdigit() and int(c) or c for c in re.findall(r'\\d+|\\D+', s)]\n"
        "keys = []\nfor s in ('a10', '9', 'a9'): bisect.insort(keys, natural(s))\nn = 1L\n"
    )
    new = run("bisect_order", text).text
    assert "bisect.insort(keys, natural(s), key=ordered)" in new
    names: dict[str, object] = {}
    exec(new, names)
    assert names["keys"] == [[9], ["a", 9], ["a", 10]]
