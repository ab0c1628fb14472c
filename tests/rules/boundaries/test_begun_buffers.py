"""self.buffer = ''."""

import pytest
from rules.checking import PROOF, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "begun_buffers"
CLASS = """class C(object):
    def __init__(self, s):
        self.sock = s
        self.buffer = {begin}
    def line(self):
        rest = self.buffer
        place = rest.find('\\n')
        while place < 0:
            rest += {added}
            place = rest.find('\\n')
        self.buffer = {left}
        return rest[:place]
"""


def text(begin="''", added="self.sock.recv(9)", left="rest[place + 1:]"):
    return "import socket\n" + CLASS.format(begin=begin, added=added, left=left)


def test_it_begins_with_octets():
    assert "self.buffer = b''" in run(RULE, text() + PROOF).text


@pytest.mark.parametrize(
    "other",
    [
        {"begin": "'x'"},
        {"begin": "u''"},
        {"begin": "None"},
        {"added": "self.sock.text()"},
        {"left": "other()"},
        {"left": "'x'"},
    ],
)
def test_refuses(other):
    check_untouched(RULE, text(**other), python2=True)


def test_needs_python2():
    check_untouched(RULE, text())


def test_what_is_looked_for_in_it_is_octets():
    after = migrate(text() + PROOF, "a.py").text
    assert after.count(".find(b'\\n')") == 2, after
    assert "as_text" not in after
    made = {}
    exec(after, made)

    class Sock:
        def __init__(self):
            self.parts = ["caf\xe9".encode() + b"\nb", b"c\n"]

        def recv(self, size):
            return self.parts.pop(0)

    c = made["C"](Sock())
    assert [c.line(), c.line(), c.buffer] == ["caf\xe9".encode(), b"bc", b""]
