"""Streams of the program's own that the fields of a form are read from."""

import io

import pytest
from rules.checking import check_untouched, octet_repository

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "form_streams"
STREAM = """\
class Stream(object):
    def __init__(self, source):
        self.source = source

    def read(self, size=-1):
        return self.source.read(size)

    def readline(self, size=-1):
        return self.source.readline(size)
"""
REQUEST = """\
import cgi
from p.streams import Stream


class Request(object):
    def __init__(self, source, environ):
        self.stream = Stream(source)
        self.environ = environ

    def form(self):
        return cgi.FieldStorage(fp=self.stream, environ=self.environ)
"""
DERIVED = REQUEST.replace(
    "class Request", "class Fields(cgi.FieldStorage):\n    pass\n\n\nclass Request"
).replace("return cgi.FieldStorage(fp=self.stream", "stream = self.stream\n        return Fields(stream")
ENVIRON = {
    "REQUEST_METHOD": "POST",
    "CONTENT_TYPE": "application/x-www-form-urlencoded",
    "CONTENT_LENGTH": "3",
}


def migrated(text: str, stream: str = STREAM, other: str = "") -> str:
    files = {"p/__init__.py": "", "p/a.py": text + "n = 1L\n", "p/streams.py": stream, "p/b.py": other}
    done = migrate(files["p/a.py"], "p/a.py", RepositoryIndex(files, files.get))
    assert not done.notes
    again = migrate(done.text, "p/a.py", RepositoryIndex({**files, "p/a.py": done.text}, files.get))
    assert again.text == done.text
    return done.text


@pytest.mark.parametrize(
    "text",
    [
        "import cgi\nf = cgi.FieldStorage(fp=stream)\n",
        "import cgi\nf = cgi.FieldStorage()\n",
        "import cgi\nf = cgi.FieldStorage(environ['wsgi.input'], environ=environ)\n",
        STREAM + "\n\ns = Stream(x)\nf = mine.FieldStorage(fp=s)\n",
        STREAM + "\n\nclass FieldStorage(object):\n    pass\n\n\ns = Stream(x)\nf = FieldStorage(fp=s)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_repository_of_octets():
    text = STREAM + "\n\nimport cgi\ns = Stream(x)\nf = cgi.FieldStorage(fp=s)\n"
    check_untouched(RULE, text, key="p/a.py", index=octet_repository(text))


def test_leaves_what_is_no_stream_of_the_program():
    assert "octet_stream" not in migrated(REQUEST, STREAM.replace("def readline", "def lines"))
    assert "octet_stream" not in migrated(REQUEST.replace("Stream(source)", "source"))


def test_leaves_a_repository_that_tells_octets_itself():
    assert "octet_stream" not in migrated(REQUEST, other="def f(x): return isinstance(x, bytes) or b'x'\n")


@pytest.mark.parametrize("text", [REQUEST, DERIVED])
@pytest.mark.parametrize("body", ["a=\xe9", b"a=\xe9"])
def test_text_that_stands_for_octets_is_read_as_such(text, body):
    pytest.importorskip("cgi")
    done = migrated(text)
    assert "octet_stream(" in done.partition("def form")[2]
    streams: dict[str, object] = {}
    exec(STREAM, streams)
    names: dict[str, object] = {}
    exec(done.replace("from p.streams import Stream\n", "Stream = None\n"), names)
    names["Stream"] = streams["Stream"]
    source = io.StringIO(body) if isinstance(body, str) else io.BytesIO(body)
    form = names["Request"](source, ENVIRON).form()  # type: ignore[operator]
    assert form.getfirst("a") == "\ufffd"


def test_no_stream_and_a_file_of_text_are_read_as_the_library_reads_them(monkeypatch):
    pytest.importorskip("cgi")
    done = migrated(REQUEST.replace("Stream(source)", "Stream(source) if source else None"))
    names: dict[str, object] = {}
    exec(done.replace("from p.streams import Stream\n", "Stream = None\n"), names)
    given = io.TextIOWrapper(io.BytesIO(b"a=\xe9"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", given)
    form = names["Request"](None, ENVIRON).form()  # type: ignore[operator]
    assert form.getfirst("a") == "\ufffd"
    assert names["octet_stream"](given) is given  # type: ignore[operator]
