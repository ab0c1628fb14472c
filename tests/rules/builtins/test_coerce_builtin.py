"""coerce → a helper."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.rules.builtins.coerce_builtin import HELPER

RULE = "coerce_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "def coerce(a, b): pass\ncoerce(1, 2)\n",
        "x.coerce(1, 2)\n",
        "(1).coerce(2)\n",
        "x.__coerce__(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "a = coerce(1, 2)\n",
            f"{HELPER.strip()}\n\n\na = coerce_numbers(1, 2)\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_what_is_no_number_is_an_error_as_it_was():
    space = {}
    exec(migrate("def f(a, b): return coerce(a, b)\n").text, space)
    assert space["f"](1, 2.5) == (1.0, 2.5)
    assert space["f"]("a", "b") == ("a", "b")
    with pytest.raises(TypeError):
        space["f"](1, "x")


def test_numbers_that_are_asked_by_name():
    space = {}
    exec(migrate("x = (1).__coerce__(2), (2.5).__coerce__(3)\n").text, space)
    assert space["x"] == ((1, 2), (2.5, 3.0))
