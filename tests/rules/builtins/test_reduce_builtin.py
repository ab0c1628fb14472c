"""reduce → functools.reduce."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "reduce_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "from functools import reduce\nreduce(f, a)\n",
        "def reduce(f): pass\nreduce(f)\n",
        "self.reduce(a)\n",
        "try:\n    reduce\nexcept NameError:\n    from functools import reduce\nreduce(f)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import functools as t\nreduce(f, a)\n", "import functools as t\nt.reduce(f, a)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
