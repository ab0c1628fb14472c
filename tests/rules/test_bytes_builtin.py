"""bytes()."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "bytes_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "x = bytes(y)\n",
        "x = bytes('a', 'ascii')\n",
        "x = bytes([1, 2])\n",
        "x = bytes()\n",
        "def bytes(n): return n\nx = bytes(5)\n",
        "x = bytes(b'a')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "x = bytes(5)\n")


@pytest.mark.parametrize(
    ("before", "after"), [("x = bytes(5)\n", "x = str(5)\n"), ("x = bytes('a')\n", "x = bytes(b'a')\n")]
)
def test_spells(before, after):
    check_rule(RULE, before, after, python2=True)


def test_a_name_that_python_looks_up_is_text():
    text = "d[bytes(a.lower())] = 1\nx = bytes(a.strip().lower())\n"
    text = "a = u'A'\n" + text
    check_rule("bytes_builtin", text, text.replace("bytes(a.lower())", "str(a.lower())"), python2=True)
