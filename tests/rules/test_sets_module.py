"""sets.Set → set."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "sets_module"


@pytest.mark.parametrize(
    "text",
    [
        "sets = 1\nsets.Set\n",
        "from .sets import Set\nSet()\n",
        "try:\n    set\nexcept NameError:\n    from sets import Set as set\nset(a)\n",
    ],
)
def test_leaves_other_names(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import sets\nsets.Set(a) | sets.ImmutableSet(b)\n", "set(a) | frozenset(b)\n"),
        ("from sets import Set\nSet(a)\n", "set(a)\n"),
        ("from sets import Set as set\nset(a)\n", "set(a)\n"),
    ],
)
def test_renames(before, after):
    check_rule(RULE, before, after)


def test_a_module_that_is_asked_for_is_there():
    text = "import sets\nif sets and isinstance(a, sets.Set):\n    b = not sets\nc = sets or d\n"
    check_rule(RULE, text, "if True and isinstance(a, set):\n    b = not True\nc = True or d\n")


def test_a_module_that_may_be_missing_is_still_asked_for():
    text = "try:\n    import sets\nexcept ImportError:\n    sets = None\nif sets:\n    b = 1\n"
    assert "if sets:" in run(RULE, text).text
