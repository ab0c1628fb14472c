"""re.LOCALE."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "locale_flag"


@pytest.mark.parametrize(
    "call",
    [
        "re.compile(b'a', re.L)",
        "re.compile('a', flags)",
        "re.compile('a', re.I)",
        "f('a', re.L)",
        "re.compile(*x)",
    ],
)
def test_refuses(call):
    check_untouched(RULE, f"import re\n{call}\n", python2=True)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, "import re\nre.compile(a, re.L)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("re.compile('a', re.LOCALE)", "re.compile('a', re.ASCII)"),
        ("re.compile('a', re.I | re.L)", "re.compile('a', re.I | re.ASCII)"),
        ("re.compile('a', re.X + re.L + re.I)", "re.compile('a', re.X + re.ASCII + re.I)"),
        ("re.compile('a', re.L | re.U)", "re.compile('a', re.U)"),
        ("re.compile('a', re.X | re.U | re.L)", "re.compile('a', re.X | re.U)"),
        ("re.sub('a', b, c, flags=re.L)", "re.sub('a', b, c, flags=re.ASCII)"),
    ],
)
def test_names_the_classes_of_ascii(before, after):
    check_rule(RULE, f"import re\n{before}\n", f"import re\n{after}\n", python2=True)


def test_under_other_names():
    check_rule(
        RULE,
        "from re import compile as made, LOCALE, VERBOSE\na = made('a', VERBOSE+LOCALE)\n",
        "import re\nfrom re import compile as made, LOCALE, VERBOSE\na = made('a', VERBOSE+re.ASCII)\n",
        python2=True,
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("re.sub(r'(?L)\\s+', '-', b)", "re.sub(r'(?a)\\s+', '-', b)"),
        ("re.compile('(?iL)x')", "re.compile('(?ia)x')"),
        ("re.compile('(?Lu)x')", "re.compile('(?u)x')"),
    ],
)
def test_the_flag_at_the_head_of_a_pattern(before, after):
    check_rule(RULE, f"import re\na = {before}\n", f"import re\na = {after}\n", python2=True)


@pytest.mark.parametrize("pattern", ["b'(?L)x'", "'(?i)L'", "'x(?=L)'"])
def test_leaves_other_patterns(pattern):
    check_untouched(RULE, f"import re\na = re.compile({pattern})\n", python2=True)


def test_a_flag_at_the_head_goes_where_unicode_is_named():
    text = "import re\na = re.compile(r'{}x', re.U)\n"
    check_rule(RULE, text.format("(?L)"), text.format(""), python2=True)
