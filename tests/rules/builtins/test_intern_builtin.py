"""intern → sys.intern."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "intern_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "from sys import intern\nintern(a)\n",
        "intern = str\nintern(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("map(intern, a)\n", "import sys\nmap(sys.intern, a)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
