"""Encoded text that is compared with str()."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "encoded_beside_str"


@pytest.mark.parametrize(
    "text",
    [
        "a = x.encode('utf-8') == y\n",
        "a = x.encode('latin-1') == str(y)\n",
        "a = x.encode('utf-8', 'replace') == str(y)\n",
        "a = x.encode('utf-8') < str(y)\n",
        "def str(x): return b''\na = x.encode('utf-8') == str(y)\n",
        "f(x.encode('utf-8'), str(y))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, "a = x.encode('utf-8') == str(y)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = x.encode('utf-8') == str(y)\n", "a = x == str(y)\n"),
        ("a = str(y) != (x or z).encode('ascii')\n", "a = str(y) != (x or z)\n"),
        ("self.assertEqual(x.encode('utf-8'),\n    str(y))\n", "self.assertEqual(x,\n    str(y))\n"),
    ],
)
def test_the_text_is_compared(before, after):
    check_rule(RULE, before, after, python2=True)
