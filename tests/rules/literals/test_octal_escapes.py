r"""r'[\777]' → r'[\377]'."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "octal_escapes"


@pytest.mark.parametrize(
    "literal",
    [
        r"r'\777'",
        r"r'C:\\[a]\700'",
        r"r'\[\777]'",
        r"r'[\\777]'",
        r"r'[\377\177\0]'",
        r"u'\777'",
        r"u'[\777]'",
        r"'\\777'",
        r"'\377'",
    ],
)
def test_refuses(literal):
    check_untouched(RULE, f"a = {literal}\n")


def test_leaves_text_of_python_3():
    check_untouched(RULE, "a = '\\777'\n")
    check_untouched(RULE, "from __future__ import unicode_literals\na = '\\777'\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"r'\\[ -~\200-\777]|{x}'", r"r'\\[ -~\200-\377]|{x}'"),
        (r"r'[^]\400]' '\777'", r"r'[^]\000]' '\777'"),
        (r"r'''[\\\554]'''", r"r'''[\\\154]'''"),
    ],
)
def test_spells_the_set_as_it_was_read(before, after):
    check_rule(RULE, f"a = {before}\n", f"a = {after}\n")


def test_native_literals_of_python_2():
    check_rule(RULE, "a = '\\\\\\777', b'\\601'\n", "a = '\\\\\\377', b'\\201'\n", python2=True)
    check_untouched(RULE, "a = u'\\777'\n", python2=True)
