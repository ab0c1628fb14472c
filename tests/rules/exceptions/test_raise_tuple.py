"""Tuples that are raised."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "raise_tuple"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("raise (KeyError, 'x')\n", "raise KeyError\n"),
        ("raise ((KeyError, 1), 2)\n", "raise KeyError\n"),
        ("raise (E('a'\n    % b), None, sys.exc_info()[2])\n", "raise E('a'\n    % b)\n"),
        ("def f():\n    raise (e if a else b, 1)\n", "def f():\n    raise e if a else b\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "text", ["raise (E('a'))\n", "raise ('a', 1)\n", "raise ()\n", "raise x\n", "def f():\n    raise\n"]
)
def test_untouched(text):
    check_untouched(RULE, text, python2=True)


def test_python3_says_itself_what_it_does():
    check_untouched(RULE, "raise (KeyError, 'x')\nprint('a', end='')\n")
