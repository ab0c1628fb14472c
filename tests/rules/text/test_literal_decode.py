"""'text'.decode('utf-8') → 'text'."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "literal_decode"


@pytest.mark.parametrize(
    "text",
    [
        "a.decode('utf-8')\n",
        "b'x'.decode('utf-8')\n",
        "'x'.decode(y)\n",
        "a = b'x'\na.decode('utf-8')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 'a' 'b'\nx.decode('utf-8')\n", "x = 'a' 'b'\nx\n"),
        ("'caf\\xc3\\xa9'.decode('utf-8')\n", "b'caf\\xc3\\xa9'.decode('utf-8')\n"),
        ("'a\\\\u20ac'.decode('unicode-escape')\n", "b'a\\\\u20ac'.decode('unicode-escape')\n"),
        (
            "a = 'caf\\xc3\\xa9'\nx = len(a), a == b\nu = a.decode('utf-8')\n",
            "a = b'caf\\xc3\\xa9'\nx = len(a), a == b\nu = a.decode('utf-8')\n",
        ),
        (
            "a = 'caf\\xc3\\xa9'\nf(a)\nu = a.decode('utf-8')\n",
            "a = 'caf\\xc3\\xa9'\nf(a)\nu = a.encode(\"latin-1\").decode('utf-8')\n",
        ),
        (
            "a = '\\xc3\\xa9'\nf(a)\nu = unicode(a, 'utf-8')\n",
            "a = '\\xc3\\xa9'\nf(a)\nu = unicode(a.encode(\"latin-1\"), 'utf-8')\n",
        ),
        ("('a' + str(b)).decode('ascii').lower()\n", "('a' + str(b)).lower()\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    "codec", ["sys.stdin.encoding or 'utf8', 'ignore'", "get_encoding()", "self.charset"]
)
def test_text_that_a_named_codec_decodes(codec):
    text = "import sys\ndef f(self):\n    line = raw_input()\n    return line{}\n"
    check_rule("literal_decode", text.format(f".decode({codec})"), text.format(""), python2=True)


def test_octets_that_are_written_out_are_decoded_by_a_codec_that_may_be_any():
    text = "class A:\n    def f(self):\n        return {}.decode(self.encoding)\n"
    check_rule("literal_decode", text.format("'a+-b'"), text.format("b'a+-b'"), python2=True)
    text = "def f(self, g):\n    s = 'a+-b'\n    g(s)\n    return s{}.decode(self.encoding)\n"
    check_rule("literal_decode", text.format(""), text.format('.encode("latin-1")'), python2=True)


def test_nothing_is_left_of_a_decoding_in_place():
    check_rule(
        "literal_decode",
        "def f(enc):\n    s = raw_input()\n    s = s.decode('utf-8')\n    return s\n",
        "def f(enc):\n    s = raw_input()\n    return s\n",
        python2=True,
    )


def test_escapes_in_a_literal_by_its_name():
    before = "s = 'caf\\\\u00e9'\nx = len(s), s.decode('unicode-escape')\n"
    after = before.replace("s.decode", 's.encode("latin-1").decode')
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize("literal", ["r'\\u20ac'", "'\\\\u20ac'"])
def test_escapes_of_characters_are_no_escapes_before(literal):
    check_rule(
        "literal_decode",
        f"x = {literal}.decode('unicode_escape')\n",
        f"x = b{literal}.decode('unicode_escape')\n",
        python2=True,
    )


def test_what_is_no_ascii_is_still_refused():
    check_rule(
        "literal_decode",
        "s = 'été'\nt = s.decode('ascii', 'ignore'), s.decode('utf-8')\n",
        "s = 'été'\nt = s.encode(\"utf-8\").decode('ascii', 'ignore'), s\n",
    )


def test_octets_of_a_codec_that_spells_ascii_otherwise():
    text = (
        "def read(numbers):\n    raw = ''.join([chr(n) for n in numbers])\n"
        "    if numbers:\n        return raw.decode('utf-16-le')\n    return raw\n"
        "x = 'a\\0'.decode('utf-16-le')\n"
    )
    space: dict = {}
    exec(migrate(text + "n = 1L\n").text, space)
    assert space["read"]([97, 0, 233, 0]) == "a\xe9" and space["read"]([]) == "" and space["x"] == "a"
    assert (
        ".decode('hex')"
        in run(RULE, "def f(n):\n    x = ''.join([chr(n)])\n    return x.decode('hex')\nn = 1L\n").text
    )


def test_a_literal_that_a_function_of_codecs_decodes_is_octets():
    before = "import codecs\nx = codecs.decode('caf\\xe9', 'latin-1')\n"
    check_rule(RULE, before, before.replace("'caf", "b'caf"), python2=True)


@pytest.mark.parametrize(
    "given", ["x, 'latin-1'", "'616b', 'hex'", "'a', codec", "u'a', 'utf-8'", "'uryyb', 'rot13'"]
)
def test_what_else_that_function_is_given_stays(given):
    check_untouched(RULE, f"import codecs\nx = codecs.decode({given})\n", python2=True)
