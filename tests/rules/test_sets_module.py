"""sets.Set → set."""

import pytest
from rules.checking import check_rule, check_untouched

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
