r"""A backslash that begins no escape."""

import ast
import warnings

import pytest
from rules.checking import check_rule, check_untouched

RULE = "invalid_escapes"


@pytest.mark.parametrize(
    "literal",
    [
        r"r'\d'",
        r"R'\d'",
        r"br'\d'",
        r"'\n'",
        r"'\\d'",
        r"'\x41\101'",
        r"b'\n'",
        r"u'\N{DASH}\u2013'",
        "'a\\\nb'",
        r"'\''",
        "'d'",
    ],
)
def test_leaves_escapes_and_raw_literals(literal):
    check_untouched(RULE, f"a = {literal}\n", python2=True)


def test_leaves_a_file_that_may_be_python3():
    check_untouched(RULE, "a = '\\d'\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"'\d+'", r"r'\d+'"),
        (r"'\.' '\*'", r"r'\.' r'\*'"),
        (r"'\d\n'", r"'\\d\n'"),
        (r"'\d\\'", r"'\\d\\'"),
        (r"'\'\d'", r"'\'\\d'"),
        (r"u'\d'", r"u'\\d'"),
        (r"b'\d'", r"b'\\d'"),
        (r"'\\\d'", r"'\\\\d'"),
        (r"'\9'", r"r'\9'"),
        (r"'''\ \d" + "\n'''", r"r'''\ \d" + "\n'''"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, f"a = {before}\n", f"a = {after}\n", python2=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        value = ast.literal_eval(before)
        warnings.simplefilter("error")
        assert ast.literal_eval(after) == value
