"""Flags inside patterns."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "inline_flags"


@pytest.mark.parametrize(
    "text",
    [
        "rules = ['(?s)a']\n",
        "'a(?s)'\n",
        "rules = ['a' + 'b(?s)']\n",
        "rules = ['a' 'b(?s)']\n",
        "rules = ['a\\\\(?s)']\n",
        "rules = ['(a(?s)']\n",
        "rules = ['a(?s:b)']\n",
        "import re\nre.compile('a(?s)')\n",
        "rules = ['a(?s)b(?i)']\n",
    ],
)
def test_leaves_what_is_no_whole_pattern_with_late_flags(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_for_both_languages_and_an_older_target():
    check_untouched(RULE, "rules = ['a(?s)']\n")
    check_untouched(RULE, "rules = ['a(?s)']\n", python2=True, target=(3, 10))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"rules = [(r'(\$\{!?)(.*?)(\})(?s)', f)]", r"rules = [(r'(?s)(\$\{!?)(.*?)(\})', f)]"),
        ("P = u'a(?ix)b'", "P = u'(?ix)ab'"),
        ("f(pattern='''a\n(?m)b''')", "f(pattern='''(?m)a\nb''')"),
    ],
)
def test_moves_flags_to_the_start(before, after):
    check_rule(RULE, before + "\n", after + "\n", python2=True)


def test_a_pattern_that_is_filled_in_gets_its_flags_in_front():
    before, after = (
        "import re\nx = re.compile('%s|%s{}' % (a, b)){}\n".format(*f) for f in (("(?s)", ""), ("", ""))
    )
    check_rule("inline_flags", before, after.replace("'%s", "'(?s)%s"), python2=True)


def test_what_else_is_filled_in_is_left():
    check_untouched("inline_flags", "x = 'a%s(?s)' % b\n", python2=True)
