"""iter(reader, '')."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "empty_sentinel"


@pytest.mark.parametrize(
    "text",
    [
        "x = iter(lambda: f.get(9), '')\n",
        "x = iter(lambda: f.read(9), 'end')\n",
        "x = iter(f.read)\n",
        "f = open(p)\nx = iter(lambda: f.read(9), '')\n",
        "def iter(*a): pass\nx = iter(lambda: f.read(9), '')\n",
        "x = iter(lambda: f.read(9), u'')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("lambda: f.read(9)", 'lambda: f.read(9) or ""'),
        ("f.readline", 'lambda: f.readline() or ""'),
        ("partial(s.recv, 9)", 'lambda: s.recv(9) or ""'),
    ],
)
def test_ends_with_anything_empty(before, after):
    start = "from functools import partial\n"
    check_rule(RULE, f"{start}x = iter({before}, '')\n", f"{start}x = iter({after}, '')\n", python2=True)
