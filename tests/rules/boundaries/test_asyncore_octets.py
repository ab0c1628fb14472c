"""What channels of asyncore send."""

import socket

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate

RULE = "asyncore_octets"
CLASS = "import asyncore\nclass C(asyncore.{}):\n    def handle_write(self, data, to):\n        {}\n"


@pytest.mark.parametrize(
    "text",
    [
        CLASS.format("dispatcher", "self.send(b'x')"),
        CLASS.format("dispatcher", "self.send()"),
        CLASS.format("dispatcher", "self.send(*data)"),
        CLASS.format("dispatcher", "self.send(self.recv(9))"),
        CLASS.format("dispatcher", "self.log.send('x')"),
        CLASS.format("dispatcher", "self.send('x')") + "    def send(self, text): pass\n",
        CLASS.format("dispatcher", "self.out_buffer = 'x'"),
        CLASS.format("dispatcher_with_send", "self.out_buffer = self.out_buffer[5:]"),
        CLASS.format("dispatcher_with_send", "self.outer = 'x'"),
        CLASS.format("dispatcher", "self.send('x')").replace("(asyncore.dispatcher)", "(object)"),
        CLASS.format("dispatcher", "self.send('x')").replace("import", "from files import"),
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.send('x')", "self.send(b'x')"),
        ("self.sendto('x', to)", "self.sendto(b'x', to)"),
        ("asyncore.dispatcher.send(self, 'x')", "asyncore.dispatcher.send(self, b'x')"),
        ("self.out_buffer = ''", "self.out_buffer = b''"),
        ("self.out_buffer += 'x'", "self.out_buffer += b'x'"),
        ("self.out_buffer = self.out_buffer + 'x'", "self.out_buffer = self.out_buffer + b'x'"),
    ],
)
def test_literals(before, after):
    made = CLASS.format("dispatcher_with_send", "{}")
    check_rule(RULE, made.format(before), made.format(after))


def test_what_is_not_known_is_encoded_where_it_is_text():
    after = run(RULE, CLASS.format("dispatcher", "n = self.send(data)") + PROOF).text
    assert 'n = self.send(as_bytes(data, "latin-1"))' in after
    after = run(RULE, CLASS.format("dispatcher_with_send", "self.out_buffer += data") + PROOF).text
    assert 'self.out_buffer += as_bytes(data, "latin-1")' in after
    check_untouched(RULE, CLASS.format("dispatcher", "n = self.send(data)"))


def test_a_method_of_its_own_sends_by_that_of_the_library():
    text = CLASS.format("dispatcher", "self.send('x')")
    text += "    def send(self, text): return asyncore.dispatcher.send(self, {})\n"
    check_rule(RULE, text.format("'y'"), text.format("b'y'"))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_what_is_sent_arrives():
    asyncore = pytest.importorskip("asyncore")
    text = (
        "import asyncore\nclass C(asyncore.dispatcher):\n    buffer = 'caf\\xe9, %s'\n"
        "    def writable(self): return len(self.buffer) > 0\n"
        "    def handle_write(self):\n        n = self.send(self.buffer)\n        self.buffer = self.buffer[n:]\n"
        "n = 1L\nk = u'x'\n"
    )
    names = {}
    exec(migrate(text).text, names)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        channel = names["C"](ours)
        asyncore.loop(0.01, map={ours.fileno(): channel}, count=2)
        assert theirs.recv(20) == b"caf\xe9, %s"
