r"""b'x' 'y'."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate


@pytest.mark.parametrize(
    "text",
    [
        "a = b'x' b'y'\n",
        "a = 'x' 'y'\n",
        "a = [b'x', 'y']\n",
        "f(b'x')\n'y'\n",
        "a = {b'x': 'y'}\n",
        "a = \"b'x' 'y'\"\n",
        "a = b'x' + 'y'\n",
        "a = f'x' 'y'\nb = b'x'\n",
    ],
)
def test_leaves_others(text):
    check_untouched("mixed_literals", text)


@pytest.mark.parametrize("text", ["a = b'x' r'é\\d'\n", "a = u'x' b'\\u0041'\n"])
def test_leaves_what_can_not_be_spelled_so(text):
    assert run("mixed_literals", text).text == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("b'x' 'y'", "b'x' b'y'"),
        ("'x' B'y' \"z\"", "b'x' B'y' b\"z\""),
        ("(b'x'  # one\n    'y')", "(b'x'  # one\n    b'y')"),
        ("br'\\d' r'\\w'", "br'\\d' br'\\w'"),
        ("b'x' '\\u0041'", "b'x' b'\\\\u0041'"),
        ("b'x' 'é'", "b'x' b'\\xc3\\xa9'"),
        ("u'x' b'y'", "u'x' 'y'"),
        ("u'x' bR'\\y' 'z'", "u'x' R'\\y' 'z'"),
        ("[b'x' 'y', 'z']", "[b'x' b'y', 'z']"),
        ("b\"\"\"x\"\"\" '''y'''", "b\"\"\"x\"\"\" b'''y'''"),
    ],
)
def test_makes_them_alike(before, after):
    check_rule("mixed_literals", f"a = {before}\n", f"a = {after}\n")


def test_native_literals_may_be_text():
    text = "from __future__ import unicode_literals\na = {} 'y'\n"
    assert run("mixed_literals", text.format("b'x'")).text == text.format("'x'")


def test_the_octets_are_those_of_the_file():
    made = run("mixed_literals", "# coding: latin-1\na = b'x' 'é'\n").text
    assert made == "# coding: latin-1\na = b'x' b'\\xe9'\n"


def test_octets_that_stay_text_have_no_prefix():
    text = "a = b'x' 'y'\nprint a\n"
    made = migrate(text, "p/a.py", octet_repository(text)).text
    assert made == "a = 'x' 'y'\nprint(a)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f():\n    b'doc' 'string'\n    return 1\n", "def f():\n    'doc' 'string'\n    return 1\n"),
        ("def f(): 'doc' b'string'; return 1\n", "def f(): 'doc' 'string'; return 1\n"),
        ("class A:\n    bR'\\d' \\\n        'string'\n", "class A:\n    R'\\d' \\\n        'string'\n"),
        ("b'doc' 'string'", "'doc' 'string'"),
        ("f = lambda: b'doc' 'string'\n", "f = lambda: b'doc' b'string'\n"),
        ("f = {'k':\n    b'doc' 'string'\n}\n", "f = {'k':\n    b'doc' b'string'\n}\n"),
        ("b'doc' 'string'.join(x)\n", "b'doc' b'string'.join(x)\n"),
    ],
)
def test_what_documents_is_text(before, after):
    check_rule("mixed_literals", before, after)
