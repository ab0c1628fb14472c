"""Octets that literals spell, in URLs and messages."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "quoted_octets"
QUOTE = "from urllib import quote, urlencode\n"
MAIL = "from email.header import Header\nfrom email.mime.text import MIMEText\n"


@pytest.mark.parametrize(
    "text",
    [
        QUOTE + "quote('abc')\n",
        QUOTE + "quote(u'caf\\xc3\\xa9')\n",
        QUOTE + "quote(name)\na = '\\xc3\\xa9'\n",
        QUOTE + "def f(name='caf\\xc3\\xa9'):\n    return quote(name)\n",
        QUOTE + "name = 'caf\\xc3\\xa9'\nname = u'x'\nquote(name)\n",
        QUOTE + "for w in ['caf\\xc3\\xa9', u'x']: quote(w)\n",
        QUOTE + "quote('caf\\xc3\\xa9', encoding='latin-1')\n",
        QUOTE + "urlencode(query)\na = '\\xc3\\xa9'\n",
        "def quote(a): return a\nquote('caf\\xc3\\xa9')\n",
        MAIL + "Header('caf\\xc3\\xa9')\n",
        MAIL + "MIMEText('caf\\xc3\\xa9', 'plain')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2="u'" not in text)


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, "from urllib.parse import quote\nquote('caf\\xc3\\xa9')\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("quote('caf\\xc3\\xa9', '')\n", "quote(b'caf\\xc3\\xa9', '')\n"),
        ("a = 'caf\\xc3\\xa9'\nquote(a)\n", "a = 'caf\\xc3\\xa9'\nquote(a.encode(\"latin-1\"))\n"),
        (
            "for w in ['caf\\xc3\\xa9', 'x']: quote(w)\n",
            "for w in ['caf\\xc3\\xa9', 'x']: quote(w.encode(\"latin-1\"))\n",
        ),
        ("urlencode({'q': 'caf\\xc3\\xa9', 'n': 1})\n", "urlencode({'q': b'caf\\xc3\\xa9', 'n': 1})\n"),
        ("urlencode([('q', 'caf\\xc3\\xa9')])\n", "urlencode([('q', b'caf\\xc3\\xa9')])\n"),
    ],
)
def test_urls_are_made_of_bytes(before, after):
    check_rule(RULE, QUOTE + before, QUOTE + after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Header('caf\\xc3\\xa9', 'utf-8')\n", "Header(b'caf\\xc3\\xa9', 'utf-8')\n"),
        ("MIMEText('caf\\xc3\\xa9', 'plain', c)\n", "MIMEText(b'caf\\xc3\\xa9'.decode(c), 'plain', c)\n"),
        (
            "a = 'caf\\xc3\\xa9'\nMIMEText(a, _charset='utf-8')\n",
            "a = 'caf\\xc3\\xa9'\nMIMEText(a.encode(\"latin-1\").decode('utf-8'), _charset='utf-8')\n",
        ),
    ],
)
def test_messages_get_bytes_or_their_text(before, after):
    check_rule(RULE, MAIL + before, MAIL + after, python2=True)


def test_octets_of_no_text_are_quoted_one_by_one():
    check_rule(RULE, QUOTE + "a = quote('x\\xff')\n", QUOTE + "a = quote(b'x\\xff')\n", python2=True)
    check_untouched(RULE, QUOTE + "a = quote('x')\nb = '\\xff'\nc = quote(x)\n", python2=True)
