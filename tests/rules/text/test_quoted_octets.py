"""Octets that literals spell, in URLs and messages."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate

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


SENT = """
from email.Header import Header, decode_header
from email.MIMEText import MIMEText
def f(name):
    return str(Header(name, 'utf-8')), MIMEText('gr\\xc3\\xbcn', 'plain', 'utf-8').get_payload(decode=True)
def g(header):
    return [str(Header(text, charset)) for text, charset in decode_header(header)]
x = f('caf\\xc3\\xa9'), f(u'caf\\xe9'), str(Header('\\xe9', 'latin-1')), g('caf'), 1L
"""


def test_headers_and_texts_of_mail_in_a_program_of_octets():
    made = migrate(SENT, "p/a.py", octet_repository(SENT)).text
    spaces = {}
    exec(made, spaces)
    named, text = "=?utf-8?b?Y2Fmw6k=?=", "gr\xc3\xbcn"
    assert [x[0] for x in spaces["x"][:2]] == [named, named]
    assert spaces["x"][0][1] in (text, text.encode("latin-1"))
    assert spaces["x"][2:4] == ("=?iso-8859-1?q?=E9?=", ["caf"])
    assert migrate(made, "p/a.py", octet_repository(SENT)).text == made


@pytest.mark.parametrize(
    "made", ["Header('caf', 'utf-8')", "Header(u'caf\\xc3\\xa9', 'utf-8')", "Header(x, charset)"]
)
def test_headers_that_stay(made):
    text = f"{MAIL}def f(x, charset): return {made}\n"
    assert "decoded_octets" not in migrate(text, "p/a.py", octet_repository(text)).text
