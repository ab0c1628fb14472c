"""repr() of text that holds octets."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "ascii_repr"


@pytest.mark.parametrize(
    "text",
    [
        "print repr(a)\n",
        "a = 'x'\nprint repr(a)\n",
        "a = chr(65)\nprint repr(a)\n",
        "a = chr(200)\ndef repr(x): pass\nprint repr(a)\n",
        "a = b'\\xff'\nprint repr(a)\n",
        "import struct\na = struct.pack('>H', 1)\nprint repr(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text.replace("print repr(a)", "x = repr(a)"), python2=True)


def test_leaves_what_may_be_python_3():
    check_untouched(RULE, "a = chr(200)\nx = repr(a)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = chr(n)\nx = repr(a)\n", "a = chr(n)\nx = ascii(a)\n"),
        ("a = '\\xff'\nb = a + 'x'\nx = repr(b)\n", "a = '\\xff'\nb = a + 'x'\nx = ascii(b)\n"),
        ("a = '\\xff'\nx = repr([a[0], 1])\n", "a = '\\xff'\nx = ascii([a[0], 1])\n"),
        ("def f(n): return chr(n)\nx = repr(f(2))\n", "def f(n): return chr(n)\nx = ascii(f(2))\n"),
    ],
)
def test_spells_escapes(before, after):
    check_rule(RULE, before, after, python2=True)


def test_what_callers_give():
    text = "def f(s):\n    return {}(s)\nf('\\xff')\nf('a')\n"
    check_rule(RULE, text.format("repr"), text.format("ascii"), python2=True)
    check_untouched(RULE, text.format("repr").replace("\\xff", "b"), python2=True)


def test_the_text_of_what_a_database_keeps():
    text = "import sqlite3\nc.execute('insert into t values (?)', (buffer('\\xff'),))\n"
    text += "print repr(str(c.execute('select b from t').fetchone()[0]))\n"
    assert "print(ascii(blob_text(" in migrate(text).text
