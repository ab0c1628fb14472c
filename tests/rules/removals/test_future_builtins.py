"""Builtins of Python 3 that Python 2.6 had in a module."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "future_builtins"


@pytest.mark.parametrize(
    "text",
    [
        "from . import future_builtins\n",
        "from .future_builtins import map\n",
        "try:\n    from future_builtins import map\nexcept ImportError:\n    pass\n",
        "import future_builtins\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


def test_leaves_a_module_of_the_repository():
    text = "from future_builtins import map\n"
    check_untouched(RULE, text, index=RepositoryIndex(["a.py", "future_builtins.py"]))


def test_all_names_are_left_open():
    check_open(RULE, "from future_builtins import *\n", 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from future_builtins import map, ascii\nx = map(f, y)\n", "x = map(f, y)\n"),
        ("from future_builtins import map as imap\n", "from builtins import map as imap\n"),
        ("if a:\n    from future_builtins import zip\n", "if a:\n    pass\n"),
    ],
)
def test_drops_the_import(before, after):
    check_rule(RULE, before, after)


def test_the_functions_stay_lazy():
    text = "from future_builtins import map\ndef f(x):\n    return next(map(str, x)), map(int, x)\n"
    assert migrate(text).text == "def f(x):\n    return next(map(str, x)), map(int, x)\n"
