"""hex(n)[:-1]."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "long_suffix"


@pytest.mark.parametrize(
    "text",
    [
        "a = hex(n)[2:]\n",
        "a = hex(n)[:-2]\n",
        "a = hex(n)[-1]\n",
        "a = hex(n)[::-1]\n",
        "a = repr(n)[:-1]\n",
        "a = f.hex(n)[:-1]\n",
        "hex = f\na = hex(n)[:-1]\n",
        "def f(n):\n    h = hex(n)\n    if h.endswith('L'): h = h[:-1]\n    return h\n",
        "def f(n):\n    h = hex(n)\n    return h[:-1] if h[-1] == 'L' else h\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "a = hex(n)[:-1]\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = hex(n)[:-1]\n", "a = hex(n)\n"),
        ("a = hex(f(n))[2 : -1].zfill(8)\n", "a = hex(f(n))[2 : ].zfill(8)\n"),
        ("def f(n):\n    h = hex(n)\n    return h[2:-1]\n", "def f(n):\n    h = hex(n)\n    return h[2:]\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True)
