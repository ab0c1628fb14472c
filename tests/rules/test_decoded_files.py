"""Files of text whose octets were decoded after they had been read."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine import migrate
from migration.repository_index import RepositoryIndex

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
        "a = open(p).read()\nh(a)\nb = a.decode('latin-1')\n",
        "a = open(p).read()\nif x:\n    a = a.decode('utf-8')\nh(a)\n",
        "a = open(p).read()\ntry:\n    b = a.decode('utf-8')\nexcept UnicodeDecodeError:\n    b = 1\n",
        "for l in open(p):\n    try:\n        l = l.decode('utf-8')\n    except ValueError:\n        continue\n",
        "for l in open(p):\n    h(l)\n    l = l.decode('latin-1')\n",
        "f = open(p)\na = f.read(4)\nb = f.read().decode('latin-1')\n",
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
