"""from m import * in a function."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine import migrate
from migration.repository_index import RepositoryIndex

RULE = "star_in_function"


@pytest.mark.parametrize(
    "text",
    [
        "from math import *\nfloor(1)\n",
        "def f():\n    from math import floor\n",
        "if 1:\n    from math import *\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f(x):\n    from os.path import *\n    return join(x, len(x), basename(y))\n",
            "def f(x):\n    from os.path import basename, join, y\n    return join(x, len(x), basename(y))\n",
        ),
        ("def f():\n    from m import *\n    return 1\n", "def f():\n    import m\n    return 1\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_a_module_of_the_repository_shows_its_names():
    files = {"a.py": "", "m.py": "def g(): pass\n"}
    index = RepositoryIndex(files, files.__getitem__)
    text = "from os import *\ndef f():\n    from m import {}\n    g(), getcwd()\n"
    check_rule(RULE, text.format("*"), text.format("g"), key="a.py", index=index)


def test_two_unknown_stars_stay_open():
    check_open(RULE, "from n import *\ndef f():\n    from m import *\n    g()\n", 3)


def test_a_sibling_is_imported_as_one():
    files = {"p/__init__.py": "", "p/a.py": "", "p/string.py": "letters = 1\n"}
    index = RepositoryIndex(files, files.__getitem__)
    text = "def f():\n    from {}\n    return letters\n"
    before, after = text.format("string import *"), text.format(".string import letters")
    check_rule(RULE, before, after, key="p/a.py", index=index)


def test_names_that_are_gone_from_what_is_starred_are_seen_to():
    text = "def f(names):\n    from string import *\n    return [join(split(n), '_') for n in names], upper(names[0])\n"
    space = {}
    exec(migrate(text + "x = f(['a b'])\nn = 1L\n").text, space)
    assert space["x"] == (["a_b"], "A B")
