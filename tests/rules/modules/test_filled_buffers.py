"""Files in memory that octets of the library are written to, by way of other functions."""

import socket

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "filled_buffers"

MESSAGE = """
from cStringIO import StringIO

class Message(object):
    def __init__(self, reader):
        self.reader = reader
        self.first = self.parse()

    def more(self, buf):
        data = self.reader.read()
        buf.write(data)
        return len(data)

    def parse(self):
        buf = StringIO()
        while buf.getvalue().find("\\r\\n") < 0 and self.more(buf):
            pass
        {}
        return buf.getvalue()

n = 1L
"""
READER = """
import socket

class Reader(object):
    def __init__(self, sock):
        self.sock = sock

    def read(self):
        return self.sock.recv(5)

class Spelled(Reader):
    def read(self):
        return {}

def connect(host):
    sock = socket.create_connection((host, 80))
    return Message(Reader(sock)), Message(Spelled(sock))

from p.message import Message
"""


def migrated(more: str = "pass", spelled: str = "'text'", other: str = "") -> str:
    files = {
        "p/__init__.py": "",
        "p/message.py": MESSAGE.format(more),
        "p/reader.py": READER.format(spelled),
        "p/other.py": other,
    }
    index = RepositoryIndex(files, files.get)
    done = migrate(files["p/message.py"], "p/message.py", index)
    assert not done.notes
    again = migrate(
        done.text, "p/message.py", RepositoryIndex(files | {"p/message.py": done.text}, files.get)
    )
    assert again.text == done.text
    return done.text


def test_it_is_one_of_bytes():
    done = migrated()
    assert "buf = BytesIO()" in done
    assert "buf.write(as_bytes(data))" in done
    assert 'buf.getvalue().find(b"\\r\\n")' in done
    namespace = {}
    exec(done, namespace)
    one, other = socket.socketpair()
    with one, other:
        one.sendall(b"GET \xff /\r\nmore")

        class Reader:
            def read(self):
                return other.recv(5)

        assert namespace["Message"](Reader()).first == b"GET \xff /\r\nmore"[:10]
    texts = iter(["GET", " /\r\n"])

    class Texts:
        def read(self):
            return next(texts)

    assert namespace["Message"](Texts()).first == b"GET /\r\n"


@pytest.mark.parametrize(
    ("more", "spelled"),
    [
        # Text is written, here or by what a reader gives.
        ("buf.write('text')", "'text'"),
        ("buf.write('%s' % self)", "'text'"),
        ("print >>buf, self", "'text'"),
        ("pass", "u'text'"),
        # Something else is done with it.
        ("self.buf = [buf]", "'text'"),
        ("import sys; sys.stdout = buf", "'text'"),
        ("import logging; logging.StreamHandler(buf)", "'text'"),
        ("buf.writelines(['a'])", "'text'"),
        ("for line in buf: pass", "'text'"),
    ],
)
def test_one_of_text_stays(more, spelled):
    done = migrated(more, spelled)
    assert "BytesIO" not in done
    assert "as_bytes(data)" not in done


def test_one_that_another_file_uses_stays():
    shown = "from p.message import Message\ndef show(m):\n    m.kept.write('x')\nshow(Message(None))\n"
    assert "BytesIO" not in migrated("self.kept = buf", other=shown)


def test_of_text_alone():
    text = (
        MESSAGE.format("pass")
        + "\nclass R(object):\n    def read(self):\n        return 'text'\nMessage(R())\n"
    )
    files = {"p/__init__.py": "", "p/message.py": text}
    done = migrate(text, "p/message.py", RepositoryIndex(files, files.get)).text
    assert "buf = StringIO()" in done
    assert "buf.write(data)" in done


def test_of_a_class_that_derives_from_one_of_the_library():
    text = (
        MESSAGE.format("self.stdout = buf")
        .replace("(object)", "(cmd.Cmd)")
        .replace("\n", "\nimport cmd\n", 1)
    )
    files = {"p/__init__.py": "", "p/message.py": text, "p/reader.py": READER.format("'text'")}
    done = migrate(text, "p/message.py", RepositoryIndex(files, files.get)).text
    assert "buf = StringIO()" in done


def test_refuses():
    check_untouched(RULE, "import io\nb = io.StringIO()\nb.write(data)\n", python2=True)
