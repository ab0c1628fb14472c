"""Octal numbers with their sign."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "octal_format"


@pytest.mark.parametrize(
    "text",
    [
        "x = '%o %#x' % (a, b)\n",
        "x = '%%#o' % ()\n",
        "x = '%#6o' % a\n",
        "x = '%#o'\n",
        "x = y % '%#o'\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'%#o' % a", "'0%o' % a"),
        ("'%s: %#o%%' % (a, b)", "'%s: 0%o%%' % (a, b)"),
        ("'%(m)#o' % d", "'0%(m)o' % d"),
    ],
)
def test_writes_the_zero(before, after):
    check_rule(RULE, f"x = {before}\n", f"x = {after}\n", python2=True)
