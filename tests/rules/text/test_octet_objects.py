"""Classes whose str() gives octets."""

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octet_objects"
PACKET = (
    "import struct\nclass Packet(object):\n    def __init__(self, n, rest=''): self.n, self.rest = n, rest\n"
    "    def __str__(self):\n        return struct.pack('<H', self.n) + str(self.rest)\n"
)


def _migrated(text: str) -> str:
    made = migrate(text, "a.py", index=RepositoryIndex(["a.py"], lambda key: text).taken_for(octets=False))
    again = RepositoryIndex(["a.py"], lambda key: made.text).taken_for(octets=False)
    assert migrate(made.text, "a.py", again).text == made.text
    return made.text


@pytest.mark.parametrize(
    "text",
    [
        "n = 1L\nclass A:\n    def __str__(self): return 'a'\n",
        "n = 1L\nclass A:\n    def __str__(self): return self.x.encode('utf-8')\n",
        "import struct\nclass A:\n    def __str__(self): return struct.pack('H', 1L)\n    def __bytes__(self): pass\n",
        "import struct\nclass A:\n    def __str__(self):\n        if self.x: return 'a'\n"
        "        return struct.pack('H', 1L)\n",
        "import struct\ndef __str__(self): return struct.pack('H', 1L)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text.replace("1L", "1"))
    assert "__bytes__(self).dec" not in migrate(text).text


def test_packets_go_on_as_their_octets(capsys):
    text = PACKET + (
        "import socket\na, b = socket.socketpair()\na.sendall(str(Packet(0xfe01, Packet(0xc3))))\n"
        "print list(bytearray(b.recv(9))), str(Packet(0xa9)).encode('hex'), str(Packet(1, 'x'))[1:].encode('hex')\n"
        "print len(str(Packet(3))), list(bytearray(str(Packet(0xff, 'y'))))\n"
    )
    exec(_migrated(text), {"__name__": "m"})
    assert capsys.readouterr().out == "[1, 254, 195, 0] a900 0078\n2 [255, 0, 121]\n"


def test_what_may_be_a_packet_is_asked_for_its_octets(capsys):
    text = PACKET + "def show(x): return str(x).encode('hex')\nprint show(Packet(0xfe)), show('a'), show(7)\n"
    exec(_migrated(text), {"__name__": "m"})
    assert capsys.readouterr().out == "fe00 61 37\n"


SPELLED = (
    "# encoding: utf-8\nfrom __future__ import unicode_literals\nclass A(object):\n"
    "    def __init__(self, n): self.n = n\n"
    "    def inner(self):\n        content = b''\n        content += self.n.encode('utf-8')\n"
    "        return content.strip()\n"
    "    def __str__(self):\n        if not self.n:\n            return b'<%s />' % b'n'\n"
    "        return self.inner()\n"
)


def test_octets_that_literals_spell_are_read_as_text(capsys):
    exec(_migrated(SPELLED + "print str(A('')), A('\\xe9 '), len(bytes(A('\\xe9')))\n"), {"__name__": "m"})
    assert capsys.readouterr().out == "<n /> \xe9 2\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from __future__ import unicode_literals\n", "n = 1L\n"),
        ("return self.inner()", "return self.n"),
        ("return content.strip()", "return self.n"),
        ("def __str__", "def show"),
    ],
)
def test_what_no_literal_spells_is_left(old, new):
    assert "as_text(self.__bytes__())" not in _migrated(SPELLED.replace(old, new) + "m = 1L\n")


FRAME = (
    "class Frame(object):\n    def __init__(self, data):\n        self._frame = None\n        if data:\n"
    "            self._frame = bytearray([255]) + data\n    def __str__(self):\n        return str(self._frame)\n"
)


def test_an_object_that_shows_its_bytearray_is_written_as_octets(tmp_path):
    path = tmp_path / "f"
    text = (
        FRAME
        + f"f = open({str(path)!r}, 'wb')\nf.write(str(Frame(bytearray([200, 7]))))\nf.close()\nn = 1L\n"
    )
    made = _migrated(text)
    assert "return bytes(self._frame)" in made
    assert "write(str(" not in made
    exec(made, {"__name__": "m"})
    assert path.read_bytes() == b"\xff\xc8\x07"


def test_one_that_may_be_text_stays():
    text = FRAME.replace("= None", "= 'none'") + "print str(Frame(bytearray(2)))\n"
    assert "__bytes__(self)" not in _migrated(text)
