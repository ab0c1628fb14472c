"""`x` → repr(x)."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize("text", ["a = '`x`'  # `x`\n", '"""`x`"""\n'])
def test_leaves_text(text):
    check_untouched("backticks", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = `x`", "a = repr(x)"),
        ("a = `x` + `y`", "a = repr(x) + repr(y)"),
        ("a = `1, 2`", "a = repr((1, 2))"),
        ("a = `f(1, 2)`", "a = repr(f(1, 2))"),
        ("print `x`, `y`", "print(repr(x), repr(y))"),
        ("a = `f(`x`)`", "a = repr(f(repr(x)))"),
    ],
)
def test_rewrites(before, after):
    check_rule("backticks", f"{before}\n", f"{after}\n")


def test_one_directly_in_another():
    check_rule(
        "backticks",
        "a = ``1 + 2`` + `x` + `` `y` ``\n",
        "a = repr(repr(1 + 2)) + repr(x) + repr(repr( repr(y) ))\n",
    )
