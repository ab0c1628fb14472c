"""Files to which encoded text or octets are written."""

import os

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "encoded_writes"


@pytest.mark.parametrize(
    "text",
    [
        "f = open(p, 'w')\nf.write('x')\n",
        "f = open(p, 'wb')\nf.write(u.encode('utf-8'))\n",
        "f = open(p, 'w')\nf.write(u.encode('hex'))\n",
        "f = open(p, m)\nf.write(u.encode('utf-8'))\n",
        "f = open(p)\nf.read()\n",
        "import os\nf = open(p, 'w')\nf.write(os.urandom(1))\nf.write(x)\n",
        "import os\nf = open(p, 'w')\nf.write(os.urandom(1))\nf.writelines(x)\n",
        "import os\nf = open(p, 'w')\nf.write(os.urandom(1))\nprint('x', file=f)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "f = open(p, 'w')\nf.write(u.encode('utf-8'))\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "f = open(p, 'a')\nf.write('x')\nf.write(a.encode('latin-1'))\n",
            "f = open(p, 'a', encoding=\"latin-1\")\nf.write('x')\nf.write(a)\n",
        ),
        (
            "f = open(p, 'a')\nf.writelines(x)\nf.writelines([a.encode('utf8') for a in b])\n",
            "f = open(p, 'a', encoding=\"utf8\")\nf.writelines(x)\nf.writelines([a for a in b])\n",
        ),
        (
            "with open(p, mode='w') as f:\n    f.write('<' + (a or b).encode('utf-8') + '>')\n",
            "with open(p, mode='w', encoding=\"utf-8\") as f:\n    f.write('<' + (a or b) + '>')\n",
        ),
        (
            "def f(u, codec):\n    raw = u.encode(codec)\n    open(p, 'w').write(raw)\n",
            "def f(u, codec):\n    raw = u.encode(codec)\n    open(p, 'wb').write(raw)\n",
        ),
        (
            "f = open(p, 'w')\nf.write(u.encode('utf-8'))\nf.write(u.encode('latin-1'))\n",
            "f = open(p, 'wb')\nf.write(u.encode('utf-8'))\nf.write(u.encode('latin-1'))\n",
        ),
        (
            "import urllib2\nf = open(p, 'w')\nf.write(urllib2.urlopen(u).read())\nf = open(q, 'w')\nf.write(x)\n",
            "import urllib2\nf = open(p, 'wb')\nf.write(urllib2.urlopen(u).read())\nf = open(q, 'w')\nf.write(x)\n",
        ),
        (
            "import os\nf = open(p, 'w')\nf.write(os.urandom(1))\nf.write('x')\n",
            "import os\nf = open(p, 'wb')\nf.write(os.urandom(1))\nf.write(b'x')\n",
        ),
    ],
)
def test_opens_for_what_is_written(before, after):
    check_rule(RULE, before, after, python2=True)


EITHER = (
    "def save(p, text{}):\n    if {}:\n        text = text.encode({})\n"
    "    {}\n    f.write(text)\n    {}\n    f.close()\n"
)


@pytest.mark.parametrize(
    ("given", "test", "codec"),
    [("", "isinstance(text, unicode)", "'utf-8'"), (", encoding=None", "encoding is not None", "encoding")],
)
@pytest.mark.parametrize(
    "opened", ["f = open(p, 'w')", "f = os.fdopen(os.open(p, os.O_CREAT | os.O_WRONLY), 'w')"]
)
def test_what_may_be_encoded_goes_to_a_binary_file(tmp_path, given, test, codec, opened):
    text = "import os\n" + EITHER.format(given, test, codec, opened, "f.write('.')")
    after = run(RULE, text + PROOF).text
    assert "'wb')" in after and run(RULE, after).text == after
    space = {"unicode": str}
    exec(after, space)
    space["save"](tmp_path / "a", "\u20ac")
    assert (tmp_path / "a").read_bytes() == "\u20ac.".encode()


@pytest.mark.parametrize(
    "text",
    [
        # Who else writes to it may write text; so may print.
        EITHER.format("", "a", "'utf-8'", "f = open(p, 'w')", "g(f)"),
        EITHER.format("", "a", "'utf-8'", "f = open(p, 'w')", "f.writelines(g())"),
        EITHER.format("", "a", "'utf-8'", "f = open(p, 'w')", "print >>f, 1"),
        EITHER.format("", "a", "'utf-8'", "f = keep = open(p, 'w')", "pass"),
        # No text is encoded.
        EITHER.format("", "a", "'hex'", "f = open(p, 'w')", "pass"),
        EITHER.format("", "a", "'utf-8'", "f = open(p, 'w')", "pass").replace(
            "text.encode('utf-8')", "g(text)"
        ),
        EITHER.format("", "a", "'utf-8'", "f = open(p, 'r')", "pass"),
    ],
)
def test_what_is_written_besides(text):
    assert "'wb')" not in run(RULE, text + PROOF).text and "as_bytes" not in run(RULE, text + PROOF).text


def test_a_file_by_its_descriptor_encodes_what_is_written():
    text = "import os\nf = os.fdopen(fd, 'w')\nf.write(a.encode('latin-1') + '.')\n"
    after = "import os\nf = os.fdopen(fd, 'w', encoding=\"latin-1\")\nf.write(a + '.')\n"
    check_rule(RULE, text, after, python2=True)


def test_lines_that_another_rule_decodes_are_not_taken_apart(tmp_path):
    text = (
        "def save(lines, p):\n    f = open(p, 'w')\n"
        "    f.writelines([x.encode('utf-8') + '\\n' for x in lines])\n    f.close()\n"
    )
    space = {}
    exec(migrate(text + PROOF).text, space)
    space["save"](["\u20ac", "b"], tmp_path / "a")
    assert (tmp_path / "a").read_text(encoding="utf-8") == "\u20ac\nb\n"


@pytest.mark.parametrize("mark", ["codecs.BOM_UTF8", "BOM_UTF8"])
def test_a_byte_order_mark_is_octets(tmp_path, mark):
    text = (
        "import codecs\nfrom codecs import BOM_UTF8\ndef save(text, p):\n    f = open(p, 'w')\n"
        f"    f.write({mark})\n    f.write(text.encode('utf-8'))\n    f.write('.')\n    f.close()\n"
    )
    space = {}
    exec(migrate(text + PROOF).text, space)
    space["save"]("\u20ac", tmp_path / "a")
    assert (tmp_path / "a").read_bytes() == b"\xef\xbb\xbf\xe2\x82\xac."


def test_a_descriptor_s_file_is_one_of_octets_by_its_mode(tmp_path):
    text = (
        "import os\ndef save(fd, text):\n    f = os.fdopen(fd, 'wb')\n    f.write('a')\n    f.write('%s' % text)\n"
        "    f.close()\ndef load(fd):\n    f = os.fdopen(fd, 'rb')\n    return f.read().startswith('a')\n"
    )
    space = {}
    exec(migrate(text + PROOF).text, space)
    space["save"](os.open(tmp_path / "a", os.O_CREAT | os.O_WRONLY), "b")
    assert (tmp_path / "a").read_bytes() == b"ab"
    assert space["load"](os.open(tmp_path / "a", os.O_RDONLY))


def test_what_a_codec_encodes_that_only_runs_tell(tmp_path):
    text = (
        "def save(p, text, codec='utf-16-le'):\n    f = open(p, 'w')\n    f.write(text.encode(codec))\n"
        "    f.write('.')\n    f.close()\n"
    )
    space = {}
    exec(run(RULE, text + PROOF).text, space)
    space["save"](tmp_path / "a", "a")
    assert (tmp_path / "a").read_bytes() == b"a\0."
