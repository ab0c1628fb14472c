"""Tokens of PLY's lexers."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "lexer_patterns"


@pytest.mark.parametrize(
    "text",
    [
        "t_OTHER = r'\\e'\n",
        "from ply import lex\nOTHER = r'\\e'\n",
        "from ply import lex\nt_TAB = r'[\\t\\d\\n]+'\ndef t_error(t):\n    print(t)\n",
        "from ply import lex\nt_SLASH = r'\\\\e'\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("t_OTHER = r'[^ \\t\\e\\n]'\n", "t_OTHER = r'[^ \\t e\\n]'\n".replace(" e", "e")),
        ("def t_W(t):\n    r'\\y+'\n    return t\n", "def t_W(t):\n    r'y+'\n    return t\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, "import ply.lex as lex\n" + before, "import ply.lex as lex\n" + after)
