"""input() → eval(input())."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "input_call"


@pytest.mark.parametrize(
    "text",
    [
        "input()\n",
        "def input(): pass\ninput()\nPROOF = 1\n",
        "a.input()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("PROOF = 1L\ninput()\n", "PROOF = 1\neval(input())\n"),
        ("PROOF = 1L\neval(input(1)), input(2)\n", "PROOF = 1\neval(input(1)), eval(input(2))\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_together_with_raw_input():
    from migration.engine import migrate

    assert migrate("raw_input()\ninput()\n").text == "input()\neval(input())\n"
