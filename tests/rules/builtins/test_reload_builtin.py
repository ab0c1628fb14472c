"""reload → importlib.reload."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "reload_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "from importlib import reload\nreload(a)\n",
        "def f(reload=1): return reload\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import m\nreload(m)\n", "import importlib\nimport m\nimportlib.reload(m)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
