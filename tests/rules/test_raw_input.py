"""raw_input → input."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "raw_input"


@pytest.mark.parametrize(
    "text",
    [
        "raw_input = f\nraw_input()\n",
        "def f(raw_input): raw_input()\n",
        "try:\n    input = raw_input\nexcept NameError:\n    pass\n",
        "a.raw_input()\n",
        "from six.moves import *\nraw_input()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("raw_input()\n", "input()\n"),
        ("f(raw_input)\n", "f(input)\n"),
        ("def f(input): return raw_input()\n", "import builtins\ndef f(input): return builtins.input()\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)
