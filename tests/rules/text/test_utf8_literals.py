"""Literals that spell text as octets of UTF-8."""

import subprocess
import sys

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "utf8_literals"
SHOWN = "print 1\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("s = 'caf\\xc3\\xa9'\n", "s = 'café'\n"),
        ("s = 'a\\n' '\\303\\251\\\\x'\n", "s = 'a\\n' 'é\\\\x'\n"),
        ("s = '\\xe2\\x80\\x8b'\n", "s = '\\u200b'\n"),
        ("s = '\\xf0\\x9f\\x98\\x80'\n", "s = '😀'\n"),
        ("d = {u'\\xe9': '\\xc3\\xa9'}\n", "d = {u'\\xe9': 'é'}\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before + SHOWN, after + "print(1)\n")


def test_a_file_of_another_coding_keeps_escapes():
    head = "# -*- coding: latin-1 -*-\n"
    check_rule(RULE, head + "s = '\\xc3\\xa9'\n" + SHOWN, head + "s = '\\u00e9'\nprint(1)\n")


@pytest.mark.parametrize(
    "text",
    [
        "s = '\\xe9'\nprint 1\n",  # no UTF-8
        "s = u'\\xc3\\xa9'\nprint 1\n",
        "s = '\\xc3\\xa9'\nn = 1L\n",  # nothing is shown
        "import hashlib\ns = hashlib.md5('\\xc3\\xa9').digest()\nprint 1\n",
        "s = '\\xc3\\xa9'\nt = '\\xff'\nprint 1\n",
        "s = '\\xc3\\xa9'[0]\nprint ord(s)\n",
        "s = '\\xc3' + '\\xa9'\nprint s\n",
        "x = u'\\xe9'.encode('utf-8') == '\\xc3\\xa9'\nprint x\n",
        "s = '\\xef\\xbb\\xbf' + x.encode('utf-8')\nprint 1\n",
        "from __future__ import unicode_literals\ns = '\\xc3\\xa9'\nprint 1L\n",
    ],
)
def test_untouched(text):
    assert all(change.author != RULE for change in migrate(text).changes)


def test_a_program_of_octets_keeps_them():
    text = "s = 'caf\\xc3\\xa9'\nprint s\n"
    assert "caf\\xc3\\xa9" in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


def test_python3_has_its_own():
    check_untouched(RULE, "s = 'caf\\xc3\\xa9'\nprint(s, end='')\n")


def test_what_is_shown_counted_and_decoded(tmp_path):
    text = (
        "import json\ns = 'caf\\xc3\\xa9'\nprint s, s.upper(), len(s), len(s.decode('utf-8')), json.dumps(s)\n"
        "for w in ['th\\xc3\\xa9', 'x']:\n    print w, len(w), unicode(w, 'utf-8') == u'th\\xe9'\n"
        "print u'caf\\xe9'.encode('utf-8') == 'caf\\xc3\\xa9'\n"
    )
    (tmp_path / "a.py").write_text(migrate(text).text, encoding="utf-8")
    shown = subprocess.run(
        [sys.executable, "-X", "utf8", "a.py"], cwd=tmp_path, capture_output=True, check=True
    ).stdout
    assert shown.decode() == 'café CAFé 5 4 "caf\\u00e9"\nthé 4 True\nx 1 False\nTrue\n'


def test_json_is_given_text_wherever_it_stands():
    octets = "import struct, json\nraw = struct.pack('>I', 1) + '\\xff'\n"
    for text, made in [
        ("print json.dumps({'a': ['\\xc3\\xa9']})\n", "json.dumps({'a': ['é']})"),
        ("print json.dumps('\\xc3')\n", "json.dumps('\\xc3')"),
        ("print json.dumps('\\xc3\\xa9', ensure_ascii=False)\n", "'\\xc3\\xa9'"),
    ]:
        assert made in migrate(octets + text).text
        assert made in migrate(octets + text, "p/a.py", octet_repository(octets + text)).text


def test_a_tree_that_is_written_as_text_is_no_octets():
    text = "import xml.etree.ElementTree as ET\nx = ET.tostring(e, 'utf-8')\nprint 'caf\\xc3\\xa9' in x\n"
    assert "print('café' in" in migrate(text).text
    text = "x = a.tostring()\nprint 'caf\\xc3\\xa9' in x\n"
    assert "café" not in migrate(text).text


AS_TEXT = 'def as_text(value):\n    """Text for text or bytes: those are UTF-8, or else Latin-1."""\n    return value\n'


def test_what_comes_back_is_text_too():
    before = "x = f('\\xc3\\xa9')\nassert as_text(x) == '\\xc3\\xa9'\n"
    check_rule(RULE, AS_TEXT + before, AS_TEXT + before.replace("\\xc3\\xa9", "\u00e9"), python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.assertEqual(as_text(x), 'f\\xc3\\xb8')\n", "self.assertEqual(as_text(x), 'f\u00f8')\n"),
        (
            "assert 'f\\xc3\\xb8' == as_text(x.y)\ny = u'\\xe9'\n",
            "assert 'f\u00f8' == as_text(x.y)\ny = u'\\xe9'\n",
        ),
    ],
)
def test_what_is_held_against_decoded_text_is_text(before, after):
    check_rule(RULE, AS_TEXT + before, AS_TEXT + after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "def as_text(x):\n    return x\nassert as_text(x) == '\\xc3\\xb8'\n",
        AS_TEXT
        + "import struct\nx = f('\\xc3\\xb8')\nassert as_text(x) == '\\xc3\\xb8'\ny = struct.pack('B', 1)\n",
        AS_TEXT + "x = f('\\xff')\nassert as_text(x) == '\\xc3\\xb8'\n",
        AS_TEXT + "x = f(b'\\xff')\nassert as_text(x) == '\\xc3\\xb8'\n",
        AS_TEXT + "assert as_text(x) == '\\xe9'\n",
        AS_TEXT + "assert as_text(x) + '\\xc3\\xb8'\n",
        AS_TEXT + "assert x == '\\xc3\\xb8'\n",
    ],
)
def test_what_may_come_back_is_left(text):
    check_untouched(RULE, text, python2=True)


def test_what_is_looked_for_in_octets_stays():
    made = (
        "from xml.dom import minidom\nx = minidom.parseString(u'<a>\\u20ac</a>'.encode('utf-8')).toxml('utf-8')\n",
        "x = u'\\u20ac'.encode('utf-8')\n",
    )
    for head in made:
        spaces = {}
        exec(migrate(head + "y = x.count('\\xe2\\x82\\xac')\nprint y\n").text, spaces)
        assert spaces["y"] == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "snowman = u'\u2603'\nraw = '\\xe2\\x98\\x83'\nassert raw == from_unicode(snowman)\n",
            "snowman = u'\u2603'\nraw = '\u2603'\nassert raw == from_unicode(snowman)\n",
        ),
        (
            "assert_url(f(u'foo\\u1234'), path='foo\\xe1\\x88\\xb4')\n",
            "assert_url(f(u'foo\\u1234'), path='foo\u1234')\n",
        ),
    ],
)
def test_the_octets_of_a_text_that_stands_beside_them_are_that_text(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "x = u'\\u2603'\nraw = '\\xe2\\x98\\x83'\nassert raw.decode('utf-8') == x\n",
        "x = u'\\u2603'\nassert '\\xe2\\x98\\x83'.decode('utf-8') == x\n",
        "x = u'\\u2603'\nassert unicode('\\xe2\\x98\\x83', 'utf-8') == x\n",
        "x = u'\\u2603'\nraw = '\\xe2\\x98\\x83'\nassert len(raw) == 3\n",
        "x = u'\\u2603'\nself.raw = '\\xe2\\x98\\x83'\nassert self.raw[0] != x\n",
        "x = u'\\u2603'\nassertEqual('\\xe2\\x98\\x83', x.encode('utf-8'))\n",
        "x = u'\\u2604'\nraw = '\\xe2\\x98\\x83'\nassert f(x) == raw\n",  # another text
        "x = u'\\u2603'\nraw = '\\xe2\\x98\\x83'\nassert f(x) == raw\ny = '\\xff'\n",
        "x = u'\\u2603'\nassert f(x) == '\\xe2\\x98\\x83'\nopen('x', 'wb').write(x)\n",
    ],
)
def test_octets_beside_their_text_that_are_wanted_as_octets_stay(text):
    check_untouched(RULE, text, python2=True)


def test_what_is_decoded_beside_the_text_is_octets_still():
    spaces = {}
    text = "x = u'\\u2603'\nraw = '\\xe2\\x98\\x83'\ny = raw.decode('utf-8') == x\n"
    exec(migrate(text + "z = 1L\n").text, spaces)
    assert spaces["y"] is True
