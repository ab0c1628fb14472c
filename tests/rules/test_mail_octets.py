"""Mail that is parsed from octets."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, octet_repository, run

from migration.engine import migrate

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
