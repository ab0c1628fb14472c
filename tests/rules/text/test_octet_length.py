"""The length of native strings."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

RULE = "octet_length"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n = len('été')\n", "n = len('été'.encode(\"utf-8\"))\n"),
        ("s = 'été'\nn = len(s) + 1\n", "s = 'été'\nn = len(s.encode(\"utf-8\")) + 1\n"),
        ("for s in ('a', 'é'):\n    f(len(s))\n", "for s in ('a', 'é'):\n    f(len(s.encode(\"utf-8\")))\n"),
        ("s = 'été'\nn = len(s), s[2:], s[-1]\n", "s = 'été'\nn = len(s.encode(\"utf-8\")), s[2:], s[-1]\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "decoded", ["s.decode('utf-8')", "unicode(s, 'utf8')", "s.decode('UTF-8', 'ignore')"]
)
def test_a_variable_that_is_decoded(decoded):
    text = f"def f(s):\n    return len(s), {decoded}\nn = 1L\n"
    made = run(RULE, text).text
    assert f"return len(as_bytes(s)), {decoded}" in made


@pytest.mark.parametrize(
    "text",
    [
        "n = len('abc')\n",
        "n = len(u'été')\n",
        "s = u'été'\nn = len(s)\n",
        "s = 'caf\\xe9'\nn = len(s)\n",
        "s = 'caf\\xc3\\xa9'\nn = len(s)\nt = unicode(s, 'utf-8')\n",
        "def f(s):\n    if len(s) > 0: return s.decode('utf-8')\n",
        "def f(s):\n    while len(s): s = s.decode('utf-8')\n",
        "def f(s):\n    return len(s), s.decode('latin-1')\n",
        "def f(s):\n    return len(s), s.decode(codec)\n",
        "def f(s):\n    return len(s), s[i], s.decode('utf-8')\n",
        "def f(s):\n    return len(s), s.decode('utf-8'), isinstance(s, str)\n",
        "def f(s):\n    for i in range(len(s)): g(s.decode('utf-8'))\n",
        "s = open(p, 'rb').read()\nn = len(s)\nt = s.decode('utf-8')\n",
        "def len(x): return 1\nn = len('é')\n",
    ],
)
def test_untouched(text):
    check_untouched(RULE, text, python2=True)


_FOUND = "def f(s):\n    if isinstance(s, unicode):\n        s = s.encode({})\n    return len(s)\nn = 1L\n"


@pytest.mark.parametrize(
    ("codec", "given"), [("'utf-8'", "s"), ("'utf8'", "s"), ("'iso-8859-1'", 's, "iso-8859-1"')]
)
def test_a_variable_that_is_encoded_where_it_is_text(codec, given):
    assert f"return len(as_bytes({given}))" in run(RULE, _FOUND.format(codec)).text


@pytest.mark.parametrize(
    "text",
    [
        _FOUND.format("codec"),
        _FOUND.format("'hex'"),
        _FOUND.format("'utf-8'").replace("isinstance(s, unicode)", "isinstance(s, str)"),
        _FOUND.format("'utf-8'").replace("isinstance(s, unicode)", "isinstance(t, unicode)"),
        _FOUND.format("'utf-8'")
        .replace("f(s):\n", "f(s):\n    n = len(s)\n")
        .replace("return len(s)", "return n"),
        _FOUND.format("'utf-8'").replace("return len(s)", "return len(s), s[i]"),
        "def f(s):\n    if a:\n        if isinstance(s, unicode):\n            s = s.encode('utf-8')\n"
        "    return len(s)\nn = 1L\n",
    ],
)
def test_a_variable_that_may_be_text_still_is_left(text):
    assert "as_bytes" not in run(RULE, text).text


def test_a_program_of_octets_holds_them():
    text = "s = '\\xc3\\xa9'\nn = len(s), s.decode('utf-8')\n"
    assert "len(s)" in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


def test_python3_counts_characters():
    check_untouched(RULE, "s = 'é'\nprint(len(s), end='')\n")
