"""Attributes of Python 2's messages of headers: lines as they came, tables by name, the header of the type."""

import email.message
import http.client
import io

import pytest
from rules.checking import PROOF, check_settled, check_untouched, run

from migration.rules.removals.header_attributes import LINES, MATCHING, TABLE

RULE = "header_attributes"
SERVER = "import BaseHTTPServer\nimport urllib2\n"


def converted(text: str) -> str:
    outcome = run(RULE, SERVER + text + PROOF)
    check_settled(RULE, outcome)
    return outcome.text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = self.headers.typeheader\n", 'a = self.headers.get("content-type")\n'),
        (
            "a = self.headers.typeheader or self.headers.type\n",
            'a = self.headers.get("content-type") or self.headers.get_content_type()\n',
        ),
        ("a = urllib2.urlopen(u).info().type\n", "a = urllib2.urlopen(u).info().get_content_type()\n"),
        ("r = urllib2.urlopen(u)\na = r.headers.subtype\n", "a = r.headers.get_content_subtype()\n"),
        ("for h in self.headers.headers: f(h)\n", "for h in header_lines(self.headers): f(h)\n"),
        ("a = urllib2.urlopen(u).info().headers\n", "a = header_lines(urllib2.urlopen(u).info())\n"),
        ("i = r.info()\na = i.headers\n", "a = header_lines(i)\n"),
        ("a = answer.msg.headers[0]\n", "a = header_lines(answer.msg)[0]\n"),
        ("def f(headers): return headers.dict\n", "def f(headers): return header_table(headers)\n"),
        (
            "a = self.headers.getallmatchingheaders('accept')\n",
            "a = matching_headers(self.headers, 'accept')\n",
        ),
    ],
)
def test_a_message_is_asked(before, after):
    assert after in converted(before)


@pytest.mark.parametrize(
    "text",
    [
        # Not what received headers are called by, or what they are asked for in another sense.
        "a = self.headers\n",
        "a = self.headers.type\n",
        "a = message.headers\n",
        "a = self.kind.typeheader\n",
        "a = self.info(1).headers\n",
        "self.headers.headers = []\n",
        "self.headers.headers.append('A: 1')\n",
        "del self.headers.headers[0]\n",
        "self.headers.dict['a'] = 1\n",
        "import headers\na = headers.dict\n",
        # The program's own.
        "class H(object):\n    def __init__(self): self.typeheader = 1\na = self.headers.typeheader\n",
        "class H(object):\n    headers = []\n    dict = {}\nheaders = H()\na = headers.headers, headers.dict\n",
        "class H(object):\n    def getallmatchingheaders(self, name): pass\nheaders.getallmatchingheaders('a')\n",
        # The stand-in for the class of Python 2 has its attributes.
        "import mimetools\nheaders = mimetools.Message(f)\na = headers.type\n",
    ],
)
def test_what_is_something_else(text):
    check_untouched(RULE, SERVER + text, python2=True)


def test_a_file_without_the_web():
    check_untouched(RULE, "a = self.headers.headers, self.headers.typeheader\n", python2=True)


def helpers():
    space = {"email": email}
    for source in (LINES, TABLE, MATCHING):
        exec(source, space)
    return space


def test_what_a_message_is_asked_for():
    raw = b"Host: a\r\nAccept: b\r\nX-Long: one\r\n two\r\naccept: c\r\n\r\n"
    message, made = http.client.parse_headers(io.BytesIO(raw)), helpers()
    lines = ["Host: a\r\n", "Accept: b\r\n", "X-Long: one\r\n", " two\r\n", "accept: c\r\n"]
    assert made["header_lines"](message) == lines
    assert made["matching_headers"](message, "Accept") == ["Accept: b\r\n", "accept: c\r\n"]
    assert made["matching_headers"](message, "x-long") == ["X-Long: one\r\n", " two\r\n"]
    assert made["matching_headers"](message, "none") == []
    table = made["header_table"](message)
    assert table == {"host": "a", "accept": "b, c", "x-long": "one\r\n two"}


def test_other_objects_have_their_own():
    class Own:
        def __init__(self):
            self.headers = {"a": 1}
            self.dict = {"b": 2}

        def getallmatchingheaders(self, name):
            return [name]

    made = helpers()
    assert made["header_lines"](Own()) == {"a": 1}
    assert made["header_table"](Own()) == {"b": 2}
    assert made["matching_headers"](Own(), "x") == ["x"]


IN_CLASSES = (
    "class H(object):\n    def f(self): return self.headers.typeheader\n{}"
    "    def g(self): return self.headers.type\n"
)


def test_what_one_class_asks_of_its_headers_tells_nothing_of_another():
    assert "self.headers.get_content_type()" in converted(IN_CLASSES.format(""))
    assert "self.headers.type\n" in converted(IN_CLASSES.format("class Box(object):\n"))
    parameters = "def f(headers): return headers.typeheader\ndef g(headers): return headers.type\n"
    assert "return headers.type\n" in converted(parameters)
