"""sets.Set → set."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

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


def test_a_kind_of_its_own_where_each_class_names_one():
    text = "import sets\nclass A(object):\n    kind = set\nclass B(object):\n    kind = sets.Set\n"
    text += "class C(object):\n    kind = sets.ImmutableSet\nx = sets.Set()\n"
    names: dict = {}
    exec(migrate(text).text, names)
    assert names["A"].kind is set and names["C"].kind is frozenset and type(names["x"]) is set
    assert names["B"].kind is not set and issubclass(names["B"].kind, set)
