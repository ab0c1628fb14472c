"""Mail that is parsed from octets."""

import subprocess
import sys

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "mail_octets"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import email\nwith open(p, 'rb') as f:\n    m = email.message_from_file(f)\n",
            "import email\nwith open(p, 'rb') as f:\n    m = email.message_from_binary_file(f)\n",
        ),
        (
            "import email\nx = u'x'.encode('utf-8')\nm = email.message_from_string(x)\n",
            "import email\nx = u'x'.encode('utf-8')\nm = email.message_from_bytes(x)\n",
        ),
        (
            "import email.parser\nm = email.parser.Parser().parse(open(p, 'rb'))\n",
            "import email.parser\nm = email.parser.BytesParser().parse(open(p, 'rb'))\n",
        ),
        (
            "import email.parser\np = email.parser.HeaderParser()\nm = p.parsestr(s.encode('ascii'))\n",
            "import email.parser\np = email.parser.BytesHeaderParser()\nm = p.parsebytes(s.encode('ascii'))\n",
        ),
        (
            "import email.feedparser\np = email.feedparser.FeedParser()\n"
            "p.feed(s.encode('ascii'))\nm = p.close()\n",
            "import email.feedparser\np = email.feedparser.BytesFeedParser()\n"
            "p.feed(s.encode('ascii'))\nm = p.close()\n",
        ),
    ],
)
def test_has_a_name_of_its_own(before: str, after: str) -> None:
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "import email\nm = email.message_from_file(open(p))\n",
        "import email\nm = email.message_from_string(x)\n",
        "import email\nm = email.message_from_string('Subject: x')\n",
        "import email.parser\np = email.parser.Parser()\np.parsestr(s.encode('ascii'))\np.parsestr('x')\n",
        "import email.parser\np = email.parser.Parser()\nshow(p)\np.parsestr(s.encode('ascii'))\n",
        "import email.parser\np = email.parser.Parser()\n",
        "from mine import message_from_file\nm = message_from_file(open(p, 'rb'))\n",
    ],
)
def test_leaves_text_and_what_is_not_known(text: str) -> None:
    check_untouched(RULE, text, python2=True)


def test_octets_that_are_held_as_text_are_parsed_as_text() -> None:
    text = "import email\nm = email.message_from_string(x.encode('utf-8'))\n" + PROOF
    assert "message_from_string" in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


def test_text_that_is_encoded_for_it_is_read_as_text():
    head = "from email import message_from_string as read\nh = read(s.encode(self.charset)"
    assert migrate(head + ")\nprint h\n").text == head + ".decode(self.charset))\nprint(h)\n"


OWN = "from email.feedparser import FeedParser\nclass P(FeedParser):\n    def _parse_headers(self, lines): pass\n"
FED = "def f(x):\n    p = P()\n    p.feed(u'A: b')\n    p.feed({})\n    return p.close()\n"
DECODED = 'decoded(x, "ascii", "surrogateescape")'


@pytest.mark.parametrize("head", [OWN, "from email.feedparser import FeedParser as P\n"])
def test_what_is_fed_piece_by_piece_may_be_octets(head):
    outcome = run(RULE, head + FED.format("x") + PROOF)
    assert FED.format(DECODED) in outcome.text
    assert run(RULE, outcome.text).text == outcome.text


@pytest.mark.parametrize(
    "text",
    [
        OWN + FED.format("'x'"),
        OWN + FED.format("'%s' % x"),
        OWN + FED.format("x.decode('ascii')"),
        OWN + FED.format("x, 1"),
        OWN + "    def feed(self, x): pass\n" + FED.format("x"),
        OWN.replace("(FeedParser)", "(Other)") + FED.format("x"),
        OWN + FED.format("x").replace("P()", "Q()"),
        "from HTMLParser import HTMLParser as P\n" + FED.format("x"),
    ],
)
def test_leaves_what_is_fed_to_others_and_text(text):
    assert "surrogateescape" not in run(RULE, text + PROOF).text


def test_octets_fed_as_before():
    """The printed line is that of CPython 2.7.18 for the unmigrated program."""
    text = (
        "from email.feedparser import FeedParser\nclass P(FeedParser):\n    def _parse_headers(self, lines):\n"
        "        FeedParser._parse_headers(self, lines)\ndef f(x):\n    p = P()\n    p.feed('A: b\\n')\n"
        "    p.feed(x)\n    return p.close()\n"
        "m = f('C: d\\n\\nz\\n')\nn = f(u'C: d\\n\\nz'.encode('ascii'))\n"
        "print m['A'], m['C'], m.get_payload().strip(), len(n.keys())\n"
    )
    assert shown(text) == "b d z 2\n"


def test_a_file_in_memory_is_read_as_octets():
    text = (
        "import email\nfrom cStringIO import StringIO\ndef f(m):\n    g = StringIO(m.get_payload(decode=True))\n"
        "    first = g.readline()\n    return first[:4], email.message_from_file(g)['A']\n"
        "print f(email.message_from_string('X: y\\n\\nHTTP 1\\nA: b\\n\\nc'))[1]\n"
    )
    assert "email.message_from_binary_file(g)" in migrate(text).text
    assert shown(text) == "b\n"


def shown(text):
    after = migrate(text).text
    done = subprocess.run([sys.executable, "-c", after], capture_output=True, text=True)
    assert migrate(after).text == after
    return done.stdout or done.stderr + after


GENERATED = "from email.generator import Generator\nimport email, tempfile, io, gzip\n"


@pytest.mark.parametrize(
    ("opened", "binary"),
    [
        ("open(p, 'wb')", True),
        ("open(p, 'w')", False),
        ("open(p, mode)", False),
        ("io.BytesIO()", True),
        ("io.StringIO()", False),
        ("tempfile.TemporaryFile()", True),
        ("tempfile.TemporaryFile('w+')", False),
        ("tempfile.TemporaryFile('w+b')", True),
        ("gzip.open(p, 'wb')", True),
        ("sys.stdout", False),
        ("given(p)", False),
    ],
)
def test_mail_is_written_as_what_the_file_takes(opened: str, binary: bool) -> None:
    text = GENERATED + f"out = {opened}\ng = Generator(out, False)\ng.flatten(m)\nout.flush()\nn = 1L\n"
    files = {"p/__init__.py": "", "p/a.py": text}
    made = migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text
    assert ("BytesGenerator(out, False)" in made) is binary
    assert migrate(made, "p/a.py", RepositoryIndex(files, files.get)).text == made


def test_a_temporary_file_of_text_gets_text() -> None:
    text = GENERATED + "out = tempfile.TemporaryFile()\nGenerator(out).flatten(m)\nout.write('end')\nn = 1L\n"
    files = {"p/__init__.py": "", "p/a.py": text}
    made = migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text
    assert "mode='w+'" in made
    assert "BytesGenerator" not in made


def test_what_a_database_keeps_is_octets() -> None:
    text = (
        "import email.generator, email.parser\nfrom ZODB.blob import Blob\n"
        "class C(object):\n    def __init__(self, m):\n        self.blob = blob = Blob()\n"
        "        email.generator.Generator(blob.open('w')).flatten(m)\n"
        "    def get(self):\n        return email.parser.Parser().parse(self.blob.open())\nn = 1L\n"
    )
    files = {"p/__init__.py": "", "p/a.py": text}
    made = migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text
    assert "BytesGenerator(blob.open('w'))" in made
    assert "BytesParser().parse(self.blob.open())" in made
