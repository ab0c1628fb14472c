r"""'C:\Users' → 'C:\\Users'."""

import pytest
from rules.checking import check_rule, check_untouched


@pytest.mark.parametrize(
    "literal",
    [r"u'\u00e9'", r"r'\u00e9'", r"b'\u00e9'", r"'\\u00e9'", r"'\x41\n'", r"'\u00e9'", r"'\N{DASH}'", "'u'"],
)
def test_leaves_what_python3_reads_alike_or_may_mean(literal):
    check_untouched("string_escapes", f"a = {literal}\n")


def test_leaves_unicode_literals():
    text = "from __future__ import unicode_literals\na = '\\u00e9'\n"
    check_untouched("string_escapes", text, python2=True)


def test_doubles_the_backslash_of_an_invalid_escape():
    check_rule("string_escapes", r"a = 'C:\Users\new'" + "\n", r"a = 'C:\\Users\new'" + "\n")
    check_rule("string_escapes", r"a = '\\\u'" + "\n", r"a = '\\\\u'" + "\n")


def test_doubles_valid_escapes_in_a_file_known_to_be_python2():
    check_rule("string_escapes", r"a = '\u00e9'" + "\n", r"a = '\\u00e9'" + "\n", python2=True)
