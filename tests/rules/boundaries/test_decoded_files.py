"""Files of text whose octets were decoded after they had been read."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "decoded_files"


@pytest.mark.parametrize(
    "text",
    [
        "a = open(p, 'rb').read().decode('latin-1')\n",
        "a = open(p, 'w').read().decode('latin-1')\n",
        "a = open(p, m).read().decode('latin-1')\n",
        "a = open(p).read().decode('hex')\n",
        "a = open(p).read().decode('unicode-escape')\n",
        "a = open(p).read().decode('no such codec')\n",
        "a = open(p).read().decode()\n",
        "a = open(p).name.decode('latin-1')\n",
        "def f(b):\n    return b.read().decode('latin-1')\n",
        "f = open(p)\ndef g(codec):\n    return f.read().decode(codec)\n",
        "import codecs\nopen = codecs.open\na = open(p).read().decode('latin-1')\n",
        "for l in open(p, 'rb'):\n    l.decode('latin-1')\n",
        "a = open(p, encoding='utf-8').read().decode('latin-1')\n",
        "a = open(p).read()\nh(a)\nb = a.decode('ascii')\n",
        "a = open(p).read()\nif x:\n    a = a.decode('ascii')\nh(a)\n",
        "a = open(p).read()\ntry:\n    b = a.decode('utf-8')\nexcept UnicodeDecodeError:\n    b = 1\n",
        "for l in open(p):\n    try:\n        l = l.decode('utf-8')\n    except ValueError:\n        continue\n",
        "for l in open(p):\n    h(l)\n    l = l.decode('ascii')\n",
        "f = open(p)\na = f.read(4)\nb = f.read().decode('latin-1')\n",
        "f = open(p)\nh(f.readline())\nb = f.read().decode('utf-16')\n",
        "f = open(p)\nh(f.readline().decode('cp1251'))\ng(f.read().decode('utf-8'))\nh(f.name)\n",
        "a = open(p).read()\nb = a.decode('utf-8'), a.decode('latin-1')\n",
        "a = open(p).read()\nb, c = len(a), a.decode('latin-1')\n",
        "a = open(p).read()\nb, c = a.decode('utf-8'), a.decode('utf-8', 'ignore')\nh(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_means_its_bytes():
    check_untouched(RULE, "a = open(p).read().decode('latin-1')\n")


def test_octets_throughout_are_another_rules_affair():
    text = (
        "import struct\ns = struct.pack('<I', 1) + '\\xff' + chr(200)\nx = ord(s[0]), ord(s[1]), ord(s[2])\n"
    )
    text += "a = open(p).read()\nprint 1\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets and "encoding='latin-1'" not in migrate(text, "a.py", index).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = open(p).read().decode('latin-1')\n", "a = open(p, encoding='latin-1').read()\n"),
        (
            "a = open(p, 'r').read().decode('utf-16', 'ignore')\n",
            "a = open(p, 'r', encoding='utf-16', errors='ignore').read()\n",
        ),
        (
            "def f(p, codec):\n    return open(p).read().strip().decode(codec)\n",
            "def f(p, codec):\n    return open(p, encoding=codec).read().strip()\n",
        ),
        (
            "f = open(p)\na = f.readline()\nb = a.decode('cp1252')\n",
            "f = open(p, encoding='cp1252')\na = f.readline()\nb = a\n",
        ),
        (
            "for l in open(p):\n    l = l.decode('latin-1')\n    g(l)\n",
            "for l in open(p, encoding='latin-1'):\n    g(l)\n",
        ),
        (
            "a = [l.decode('latin-1') for l in open(p).readlines()]\n",
            "a = [l for l in open(p, encoding='latin-1').readlines()]\n",
        ),
        (
            "for l in open(p):\n    g(l.decode('latin-1'), l.rstrip().decode('latin-1'))\n",
            "for l in open(p, encoding='latin-1'):\n    g(l, l.rstrip())\n",
        ),
    ],
)
def test_the_file_decodes(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "a = open(p).read()\nh(a)\nb = a.decode('latin-1')\n",
            "a = open(p, encoding='latin-1').read()\nh(a)\nb = a\n",
        ),
        (
            "for l in open(p):\n    h(l)\n    l = l.decode('latin-1')\n",
            "for l in open(p, encoding='latin-1'):\n    h(l)\n",
        ),
        (
            "f = open(p)\nh(f.readline())\nb = f.read().decode('cp1252')\nc = f.read().decode('cp1252')\n",
            "f = open(p, encoding='cp1252')\nh(f.readline())\nb = f.read()\nc = f.read()\n",
        ),
        (
            "for l in open(p).read().splitlines():\n    k, v = l.split('=')\n    h(k, v.strip().decode('koi8-r'))\n",
            "for l in open(p, encoding='koi8-r').read().splitlines():\n    k, v = l.split('=')\n    h(k, v.strip())\n",
        ),
        (
            "a = open(p).read()\nif a[0] == '#':\n    a = a[1:]\nh(a.decode('utf-8'))\n",
            "a = open(p, encoding='utf-8').read()\nif a[0] == '#':\n    a = a[1:]\nh(a)\n",
        ),
    ],
)
def test_a_file_of_which_text_is_made_elsewhere_too_is_better_read_by_its_codec_than_by_the_locale_s(
    before, after
):
    check_rule(RULE, before, after, python2=True)
