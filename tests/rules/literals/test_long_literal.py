"""10L → 10."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize("text", ["a = '10L'  # 10L\n", "x10L = a1l\n", "a = 0xF\n"])
def test_leaves_names_and_text(text):
    check_untouched("long_literal", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("10L", "10"),
        ("0xFFl", "0xFF"),
        ("0L", "0"),
        ("0b1L", "0b1"),
        ("0o7L", "0o7"),
        ("[1L, -2l]", "[1, -2]"),
        ("7L.real", "7 .real"),
    ],
)
def test_drops_the_suffix(before, after):
    check_rule("long_literal", f"a = {before}\n", f"a = {after}\n")
