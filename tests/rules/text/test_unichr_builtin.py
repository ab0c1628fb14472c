"""unichr → chr."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "unichr_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "unichr = chr\nunichr(1)\n",
        "try:\n    unichr\nexcept NameError:\n    unichr = chr\nunichr(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("unichr(1)\n", "chr(1)\n"),
        ("map(unichr, a)\n", "map(chr, a)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
