r"""ur'\d' → r'\d'."""

import pytest
from rules.checking import check_rule, check_untouched, run


@pytest.mark.parametrize("text", ["a = r'x'\n", "a = u'x'\n", "a = \"ur'x'\"\n", "our = 'x'\n", "a = b'x'\n"])
def test_leaves_other_literals(text):
    check_untouched("raw_unicode_literal", text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (r"ur'\d'", r"r'\d'"),
        (r'UR"""a\d"""', r'R"""a\d"""'),
        (r"ur'\u00e9\d'", r"u'\u00e9\\d'"),
        (r"ur'\\u00e9'", r"r'\\u00e9'"),
        (r"ur'\\\u00e9'", r"u'\\\\\u00e9'"),
    ],
)
def test_rewrites(before, after):
    check_rule("raw_unicode_literal", f"a = {before}\n", f"a = {after}\n")


@pytest.mark.parametrize(
    "text",
    [r'''ur"\"[\u0041\d]*\\\""''', r"""ur'\'\u0041'""", r"""ur'''\'\u0041"\"'''""", r'''ur"\u0041\\\""'''],
)
def test_a_quote_behind_a_backslash_stays_inside(text):
    made = run("raw_unicode_literal", f"x = {text}\n").text
    space = {}
    exec(made, space)
    # Python 2 kept the backslash before the quote and decoded the escape.
    assert space["x"] == eval(text[1:].replace(r"\u0041", "A"))
