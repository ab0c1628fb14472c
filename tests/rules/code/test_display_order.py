"""The order in which a display comes to keys and values."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "display_order"


@pytest.mark.parametrize(
    "text",
    ["x = {a.pop(): 1}\n", "x = {f(): g()}\n", "x = {'k': a.pop()}\n", "x = {}\n", "x = {next(a): f(b)}\n"],
)
def test_leaves_pairs_for_which_it_does_not_matter(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "x = {a.pop(): a.pop()}\n")


def test_comes_to_the_value_first():
    text = "a = [1, 2, 3, 4]\nx = {a.pop(): a.pop(), a.pop(0): next(iter(a))}\nn = 1L\n"
    space = {}
    exec(run(RULE, text).text, space)
    assert space["x"] == {3: 4, 1: 1}


def test_of_a_program_that_has_a_dict_of_its_own():
    text = "def dict(x): pass\nx = {a.pop(): next(b)}\n"
    after = text.replace("{a.pop(): next(b)}", "builtins.dict([reversed([next(b), a.pop()])])")
    check_rule(RULE, text, "import builtins\n" + after, python2=True)
