"""range()."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex


@pytest.mark.parametrize(
    "text",
    [
        "for i in range(3): f(i)\n",
        "x = [i for i in range(3)]\n",
        "x = 3 in range(4)\n",
        "x = range(3)[1]\n",
        "r = range(3)\nfor i in r: f(r[i])\n",
        "x = list(range(3))\n",
        "x = random.choice(range(3))\n",
        "def range(n): return [n]\nx = range(3) + [4]\n",
        "a, b = range(2)\n",
        "sheet.range(3).append(1)\n",
    ],
)
def test_leaves_what_a_range_is_good_for(text):
    check_untouched("lazy_range", "import random\n" + text, python2=True)


def test_leaves_what_may_be_right_in_a_file_that_may_be_python_3():
    check_untouched("lazy_range", "def f(): return range(3)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = range(3) + [9]\n", "x = list(range(3)) + [9]\n"),
        ("x = range(3) == [0, 1, 2]\n", "x = list(range(3)) == [0, 1, 2]\n"),
        ("r = range(3)\nr.append(9)\n", "r = list(range(3))\nr.append(9)\n"),
        ("r = range(3)\nr[0] = 9\n", "r = list(range(3))\nr[0] = 9\n"),
        ("r = range(3)\ndel r[0]\n", "r = list(range(3))\ndel r[0]\n"),
        ("x = range(3)[1:] + [2]\n", "x = list(range(3))[1:] + [2]\n"),
        ("import random\nr = range(3)\nrandom.shuffle(r)\n", "import random\nr = list(range(3))\nrandom.shuffle(r)\n"),
        ("x = [0] + range(3)\n", "x = [0] + list(range(3))\n"),
        ("x = range(3) * 2\n", "x = list(range(3)) * 2\n"),
        (
            "r = range(3) if a else range(2)\nr.append(9)\n",
            "r = list(range(3)) if a else list(range(2))\nr.append(9)\n",
        ),
    ],
)  # fmt: skip
def test_wraps_what_fails_otherwise(before, after):
    check_rule("lazy_range", before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(): return range(3)\n", "def f(): return list(range(3))\n"),
        ("self.x = range(3)\n", "self.x = list(range(3))\n"),
        ("f(range(3))\n", "f(list(range(3)))\n"),
    ],
)
def test_keeps_a_list_where_the_use_is_out_of_sight(before, after):
    check_rule("lazy_range", before, after, python2=True)


def test_a_renamed_xrange_stays_a_range():
    from migration.engine.pipeline import migrate

    assert migrate("def f(): return xrange(3)\n").text == "def f(): return range(3)\n"


@pytest.mark.parametrize(
    ("compat", "known"),
    [
        ("import sys\n", True),
        ("def enumerate(a):\n    return zip(range(len(a)), a)\n", True),
        ("if PY2:\n    range, zip = xrange, izip\n", False),
        ("from six.moves import (\n    range,\n)\n", False),
        ("from six.moves import *\n", False),
        ("range = xrange\n", False),
    ],
)
def test_a_star_import_of_a_file_here_is_what_that_file_says(compat, known):
    before = "from compat import *\nr = range(3)\nr[0] = 9\n"
    files = {"a.py": before, "compat.py": compat}
    index = RepositoryIndex(files, files.get)
    if known:
        check_rule("lazy_range", before, before.replace("range(3)", "list(range(3))"), index=index)
    else:
        check_untouched("lazy_range", before, index=index)


def test_a_star_import_from_elsewhere_may_give_an_old_range():
    check_untouched("lazy_range", "from compat import *\nr = range(3)\nr[0] = 9\n")


def test_an_xrange_that_is_asked_what_it_is():
    check_untouched("lazy_range", "r = xrange(3)\nx = isinstance(r, xrange), r[0]\n", python2=True)


def test_a_function_that_changes_items_needs_a_list():
    head = "def swap(p):\n    p[0] = p[1]\n"
    check_rule("lazy_range", head + "swap(range(3))\n", head + "swap(list(range(3)))\n")
