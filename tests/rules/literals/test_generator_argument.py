"""f(x for x in y, 1) → f((x for x in y), 1)."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "text",
    [
        "f(x for x in y)",
        "f((x for x in y), 1)",
        "f([x for x in y], 1)",
        "(a, [b for b in c])",
        "f(x for x in (1, 2))",
        "f((k, v) for k, v in x)",
        "f(k for (k, w), v, _ in x.items() if k)",
        "f((a, b, d) for a, c in x.items() for b, d in c.items() for e in d)",
    ],
)
def test_leaves_valid_ones(text):
    check_untouched("generator_argument", f"a = {text}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(x for x in y, 1)", "f((x for x in y), 1)"),
        ("f(x for x in y,)", "f((x for x in y),)"),
        ("f(x for x in y if x, k=1)", "f((x for x in y if x), k=1)"),
        ("f(k for k, v in y, 1)", "f((k for k, v in y), 1)"),
        ("f(g(x for x in y, 1))", "f(g((x for x in y), 1))"),
        ("f(a for a, b in c for d, e in b, 1)", "f((a for a, b in c for d, e in b), 1)"),
    ],
)
def test_adds_parentheses(before, after):
    check_rule("generator_argument", f"a = {before}\n", f"a = {after}\n")
