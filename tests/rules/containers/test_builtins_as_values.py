"""Builtins that are handed on instead of called."""

import itertools

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.rules.containers import builtins_as_values as rule

RULE = "builtins_as_values"


@pytest.mark.parametrize(
    "text",
    [
        "x = map(f, xs)\n",
        "x = range(3)\ny = zip(a, b)\n",
        "map = pool.map\nm = map\n",
        "def f(map, zip=None): return g(map, zip)\n",
        "m = itertools.imap\nz = pool.map\n",
        "range = range\n",
        "x = hasattr(map, 'x') or map.__name__\n",
        "x = f is map\n",
        "x = isinstance(y, type(zip))\n",
        "x = {map: 1}\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "m = map\nx = [zip, range]\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("z = zip\n", "z = listed_zip\n"),
        ("x = f(zip, a)\n", "x = f(listed_zip, a)\n"),
        ("x = {'z': zip}\n", "x = {'z': listed_zip}\n"),
        ("def f(rows, by=zip): return by(*rows)\n", "def f(rows, by=listed_zip): return by(*rows)\n"),
        ("x = map(zip, a, b)\n", "x = map(listed_zip, a, b)\n"),
        ("x = zip if y else None\n", "x = listed_zip if y else None\n"),
    ],
)
def test_puts_a_function_in_its_place(before, after):
    outcome = run(RULE, before + "n = 1L\n")
    assert after in outcome.text and rule.ZIP.strip() in outcome.text
    assert run(RULE, outcome.text).text == outcome.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("m = map\n", "m = listed_map\n"),
        ("x = map(*given)\n", "x = listed_map(*given)\n"),
        ("x = [range]\n", "x = [listed_range]\n"),
        ("x = g(filter)\n", "x = g(filter_alike)\n"),
        ("x = map(round, ys)\n", "x = map(round_half_up, ys)\n"),
        ("x = {'a': apply}\n", "x = {'a': call_with}\n"),
    ],
)
def test_others(before, after):
    assert after in run(RULE, before + "n = 1L\n").text


def test_apply_alone_shows_python_2():
    check_rule(RULE, "x = [apply]\n", rule.APPLY.strip() + "\n\n\nx = [call_with]\n")


def test_the_helpers_do_what_the_builtins_did():
    space = {"itertools": itertools}
    for source in (rule.MAP, rule.ZIP, rule.RANGE, rule.APPLY):
        exec(source, space)
    listed_map = space["listed_map"]
    assert listed_map(None, [1, 2]) == [1, 2] and listed_map(None, [1, 2], "a") == [(1, "a"), (2, None)]
    assert listed_map(str, [1]) == ["1"] and listed_map(lambda a, b: (a, b), [1, 2], [3]) == [
        (1, 3),
        (2, None),
    ]
    assert space["listed_zip"]("ab", "c") == [("a", "c")] and space["listed_range"](1, 3) == [1, 2]
    assert space["call_with"](max, (1, 3)) == 3 and space["call_with"](dict, (), {"a": 1}) == {"a": 1}
