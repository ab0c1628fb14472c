"""[x for x in 1, 2] → [x for x in (1, 2)]."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "[x for x in (1, 2)]",
        "[f(x, 1) for x in y]",
        "[x for x in f(1, 2)]",
        "[[x for x in y], 2]",
        "{x: 1 for x in y}",
    ],
)
def test_leaves_valid_ones(text):
    check_untouched("comprehension_tuple", f"a = {text}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[x for x in 1, 2]", "[x for x in (1, 2)]"),
        ("[x for x in 1, 2,]", "[x for x in (1, 2,)]"),
        ("[x for x in a, b if x if y]", "[x for x in (a, b) if x if y]"),
        ("[x for y in 1, 2 for x in y, 3]", "[x for y in (1, 2) for x in (y, 3)]"),
        ("[x for x, y in a, b]", "[x for x, y in (a, b)]"),
        ("[x for x in\n 1,\n 2]", "[x for x in\n (1,\n 2)]"),
        ("[[x for x in 1, 2], 3]", "[[x for x in (1, 2)], 3]"),
    ],
)
def test_adds_parentheses(before, after):
    check_rule("comprehension_tuple", f"a = {before}\n", f"a = {after}\n")
