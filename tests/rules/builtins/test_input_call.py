"""input() → eval(input())."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "input_call"


@pytest.mark.parametrize(
    "text",
    [
        "input()\n",
        "def input(): pass\ninput()\nPROOF = 1\n",
        "a.input()\n",
        "input() * 2\n",
        "n = input()\nm = 3\nn * m\n",
        "'%s' % input()\n",
        "n = input()\nn % x == 0\n",
        "n = input()\nn % 2, n % 2 == 'a'\n",
        "n = int(input())\nm = int(input())\nn * m, n % 2, -n\n",
        "x = input() + 'a'\n",
        "n = input()\nn = int(n)\nrange(n)\n",
        "x = input() < 'b'\n",
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
    from migration.engine.pipeline import migrate

    assert migrate("raw_input()\ninput()\n").text == "input()\neval(input())\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = input() + 1\n", "x = eval(input()) + 1\n"),
        ("n = input('? ')\nfor i in range(n): pass\n", "n = eval(input('? '))\nfor i in range(n): pass\n"),
        ("n = input()\nif n > 10: pass\n", "n = eval(input())\nif n > 10: pass\n"),
    ],
)
def test_a_use_that_text_has_not_proves_that_it_was_evaluated(before, after):
    check_rule(RULE, before, after)


def test_what_is_handed_on():
    from migration.engine.pipeline import migrate

    text = "def ask(reader=input):\n    return reader()\nn = ask(input), input.__name__\nprint 1L\n"
    after = migrate(text).text
    assert "reader=evaluated_input" in after and "ask(evaluated_input)" in after
    check_untouched(RULE, "def ask(reader=input):\n    return reader()\n")


def test_what_is_taken_apart_was_evaluated():
    assert (
        migrate("a, b = input('')\nc = input('')\n").text == "a, b = eval(input(''))\nc = eval(input(''))\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "n = {0}\nm = {0}\nx = n * m\n",
        "x = {0} * {0}\n",
        "n = {0}\nx = n % 2 == 0\n",
        "n = {0}\nx = -n\n",
        "x = {0} * 1.5\n",
    ],
)
def test_what_no_text_can_do(text):
    assert migrate(text.format("input('')")).text == text.format("eval(input(''))")
