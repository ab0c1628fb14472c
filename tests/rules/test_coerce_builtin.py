"""coerce → a helper."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "coerce_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "def coerce(a, b): pass\ncoerce(1, 2)\n",
        "x.coerce(1, 2)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "a = coerce(1, 2)\n",
            'def coerce_numbers(a, b):\n    """Two numbers as a pair of one type: the wider of int, float and complex."""\n    for kind in (complex, float, int):\n        if isinstance(a, kind) or isinstance(b, kind):\n            return kind(a), kind(b)\n    if type(a) is type(b):\n        return a, b\n    raise TypeError("number coercion failed")\n\n\na = coerce_numbers(1, 2)\n',  # noqa: E501
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
