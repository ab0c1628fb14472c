"""What clients of mail servers and of telnet give and take."""

import socketserver
import threading

import pytest
from rules.checking import PROOF, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from migration.rules.boundaries.server_answers import TEXT

RULE = "server_answers"
POP = "import poplib\nc = poplib.POP3('h')\n"
TELNET = "import telnetlib\nt = telnetlib.Telnet('h')\n"


@pytest.mark.parametrize(
    "text",
    [
        POP + "c.dele(1)\n",
        POP + "n = c.stat()\n",
        POP.replace("poplib.POP3", "make") + "x = c.retr(1)\n",
        POP + "c = other()\nx = c.retr(1)\n",
        POP.replace("import poplib", "import mine as poplib") + "x = c.retr(1)\n",
        TELNET + "t.write(b'x')\n",
        "import poplib\ndef f(c): return c.retr(1)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_python_3_means_it():
    check_untouched(RULE, POP + "x = c.retr(1)\n")


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("x, lines, n = c.retr(1)", "x, lines, n = answered(c.retr(1))"),
        ("print(c.getwelcome())", "print(answered(c.getwelcome()))"),
        ("x = [c.top(i, 0)[1] for i in y]", "x = [answered(c.top(i, 0))[1] for i in y]"),
    ],
)
def test_answers_are_text_where_they_are_used(asked, after):
    found = run(RULE, POP + asked + "\n" + PROOF).text
    assert found.startswith(f"import poplib\n\n{TEXT}") and f"\n{after}\n" in found


def test_either_client():
    text = "import poplib\nif s: c = poplib.POP3_SSL('h')\nelse: c = poplib.POP3('h')\nx = c.list()\n" + PROOF
    assert "x = answered(c.list())" in run(RULE, text).text


def test_what_an_object_keeps():
    text = (
        "import imaplib\nclass Box:\n    def __init__(self):\n        self.c = imaplib.IMAP4('h')\n"
        "    def names(self):\n        kind, data = self.c.search(None, 'ALL')\n        return data[0].split()\n"
    )
    assert "kind, data = answered(self.c.search(None, 'ALL'))" in run(RULE, text + PROOF).text


def test_what_is_sent_is_octets():
    text = TELNET + "x = t.read_until('login: ')\nt.write('ls\\n')\nt.write(name + '\\n')\n" + PROOF
    found = run(RULE, text).text
    assert (
        "x = answered(t.read_until(b'login: '))\nt.write(b'ls\\n')\nt.write(as_bytes(name + '\\n'))\n"
        in found
    )


def test_in_programs_of_octets_they_are_characters():
    files = {"a.py": POP + "x = c.retr(1)\n" + PROOF, "b.py": ""}
    index = RepositoryIndex(files, files.get).taken_for(octets=True)
    assert (
        'return value.decode("latin-1") if isinstance'
        in run(RULE, files["a.py"], key="a.py", index=index).text
    )


def test_a_server_is_read_as_before():
    class Server(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"+OK hello\r\n")
            while line := self.rfile.readline():
                if line.startswith(b"RETR"):
                    self.wfile.write(b"+OK\r\nSubject: caf\xc3\xa9\r\n\r\n..dot\r\n.\r\n")
                else:
                    self.wfile.write(b"+OK bye\r\n")
                    return

    text = (
        "import poplib\ndef read(port):\n    c = poplib.POP3('127.0.0.1', port)\n"
        "    lines = c.retr(1)[1]\n    hello = c.getwelcome()\n    return '\\n'.join(lines), hello, c.quit()\n"
    )
    space: dict = {}
    exec(migrate(text + PROOF).text, space)
    with socketserver.TCPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        assert space["read"](server.server_address[1]) == ("Subject: café\n\n.dot", "+OK hello", "+OK bye")
