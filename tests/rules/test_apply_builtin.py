"""apply(f, a, k) → f(*a, **k)."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "apply_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "def apply(f): pass\napply(f)\n",
        "self.apply(f, a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("apply(f)\n", "f()\n"),
        ("apply(f, (1, b))\n", "f(1, b)\n"),
        ("apply(f, a + b)\n", "f(*a + b)\n"),
        ("apply(lambda x: x, (1,), dict(a=2))\n", "(lambda x: x)(1, **dict(a=2))\n"),
        ("apply(apply(f, a), [b], c)\n", "f(*a)(b, **c)\n"),
        ("apply(a.f, args=()) if 0 else apply(a.f, ())\n", "apply(a.f, args=()) if 0 else a.f()\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
