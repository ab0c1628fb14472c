"""Numbers of many digits."""

import sys

import pytest
from rules.checking import check_rule, check_untouched

from migration.rules.removals.digit_limit import HELPER

RULE = "digit_limit"
HEAD = "import sys\n\n" + HELPER + "\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = str(10 ** 4000)\n",
        "x = str(1 ** 9000)\n",
        "x = 10 ** 5000 % 7\n",
        "x = str(10 ** 5000 % 7)\n",
        "x = str(a ** 5000)\n",
        "def str(x): return x\nx = str(10 ** 5000)\n",
        "n = 10 ** 5000\nn = 1\nx = str(n)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = str(10 ** 5000 - 1)\n", "x = all_digits(10 ** 5000 - 1)\n"),
        ("x = repr(2 ** 20000)\n", "x = all_digits(2 ** 20000)\n"),
        ("n = 10 ** 5000\nx = 'a %s' % n\n", "n = 10 ** 5000\nx = 'a %s' % all_digits(n)\n"),
    ],
)
def test_allows_them(before, after):
    check_rule(RULE, before, HEAD + after)


def test_the_helper_spells():
    limit = getattr(sys, "get_int_max_str_digits", lambda: None)()
    space = {"sys": sys}
    exec(HELPER, space)
    try:
        assert len(space["all_digits"](10**5000)) == 5001
    finally:
        if limit is not None:
            sys.set_int_max_str_digits(limit)
