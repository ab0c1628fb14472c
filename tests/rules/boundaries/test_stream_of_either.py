"""stream.write(text.encode(c)) → write_octets_or_text(stream, …)."""

import contextlib
import io

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from environment.traces import Observation
from migration.engine.pipeline import migrate
from migration.rules.boundaries.stream_of_either import HELPER

RULE = "stream_of_either"
_HEAD = f"import io\n\n{HELPER}\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "def f(out, x):\n    out.write(x)\n",
        "def f(x):\n    out = open(x, 'w')\n    out.write(x.encode('utf-8'))\n",
        "def f(x):\n    out.write(x.encode('utf-8'))\n",
        "def f(out, x):\n    out.write(x.encode('hex'))\n",
        "def f(out, x):\n    out.write(x.encode(y))\n",
        "def f(out, x):\n    out.write(x.encode(get_encoding()))\n",
        "def f(out, x):\n    out.write(x.encode('utf-8'), 1)\n",
        "import codec\ndef f(out, x):\n    out.write(codec.encode(x, 'utf-8'))\n",
        "def f(out, x):\n    out = wrap(out)\n    out.write(x.encode('utf-8'))\n",
        "def f(out, x):\n    if not out: out = wrap(sys.stdout)\n    out.write(x.encode('utf-8'))\n",
        "import sys\ndef f(x):\n    out = sys.stdout if x else wrap(x)\n    out.write(x.encode('utf-8'))\n",
        "import sys\ndef f(x):\n    out = sys.stdout\n    out.write(x.encode('utf-8'))\n",
        "class H:\n    def get(self, x):\n        self.write(x.encode('utf-8'))\n",
        "class H:\n    def get(self, x):\n        self.wfile.write(x.encode('utf-8'))\n",
        "class H:\n    def __init__(self, p): self.out = open(p)\n"
        "    def f(self, x): self.out.write(x.encode('utf-8'))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_refuses_what_may_be_python_3():
    check_untouched(RULE, "def f(out, x):\n    out.write(x.encode('utf-8'))\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def f(out, x):\n    out.write(x.encode('utf-8'))\n",
            "def f(out, x):\n    write_octets_or_text(out, x.encode('utf-8'))\n",
        ),
        (
            "def f(out, x):\n    def w(x):\n        x = x.encode(a.charset)\n        out.write(x)\n    out.write('')\n",
            "def f(out, x):\n    def w(x):\n        x = x.encode(a.charset)\n"
            "        write_octets_or_text(out, x, a.charset)\n"
            "    write_octets_or_text(out, '')\n",
        ),
        (
            "def f(out, x):\n    out.write('a')\n    out.write(x.encode('ascii', 'replace'))\n",
            "def f(out, x):\n    write_octets_or_text(out, 'a', 'ascii')\n"
            "    write_octets_or_text(out, x.encode('ascii', 'replace'), 'ascii')\n",
        ),
        (
            "class A:\n    def __init__(self, out=None): self.out = out or sys.stdout\n"
            "    def f(self, x): self.out.write(x.encode(self.encoding))\n",
            "class A:\n    def __init__(self, out=None): self.out = out or sys.stdout\n"
            "    def f(self, x): write_octets_or_text(self.out, x.encode(self.encoding), self.encoding)\n",
        ),
    ],
)  # fmt: skip
def test_rewrites(before, after):
    check_rule(RULE, before, _HEAD + after, python2=True)


@pytest.mark.parametrize(
    ("seen", "helped"),
    [
        (["instance/str ascii"], True),
        (["file b/str ascii"], False),
        (["file/str ascii"], False),
        (["file/str ascii", "instance/str ascii"], True),
        (["file/str ascii", "file b/str ascii"], True),
    ],
)
def test_a_buffer_that_was_seen_may_have_been_either(seen, helped):
    text = "def f(out, x):\n    out.write(x.encode('utf-8'))\nn = 1L\n"
    observations = [Observation("write", 2, 14, tuple(seen))]
    assert ("write_octets_or_text(out" in migrate(text, observations=observations).text) is helped


METHOD = (
    "class W(object):\n    def __init__(self, out): self._out = out\n"
    "    def _encoded(self, text): return text.encode(self._encoding, self._errors)\n"
    "    def write(self, text): self._out.write(self._encoded(text))\n"
)


def test_what_a_method_encodes():
    made = run(RULE, METHOD + PROOF).text
    assert "write_octets_or_text(self._out, self._encoded(text), self._encoding)" in made
    for old, new in (
        ("return text", "log(text); return x or text"),
        ("self._encoding,", "codec,"),
        ("(self._encoded", "(other._encoded"),
    ):
        assert "write_octets_or_text" not in run(RULE, METHOD.replace(old, new) + PROOF).text


_PIECES = """
import codecs
from cStringIO import StringIO

class Writer:
    def __init__(self, stream, encoding):
        self.stream = stream
        self.encoder = codecs.getincrementalencoder(encoding)()

    def put(self, row):
        data = ','.join(row)
        data = data.decode('utf-8')
        data = self.encoder.encode(data)
        self.stream.write(data)

out = StringIO()
Writer(out, 'utf-16').put(['a', 'b'])
print len(out.getvalue()), out.getvalue()[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""


def _printed(program):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(program, "a.py", "exec"), {"__name__": "__main__"})
    return shown.getvalue()


def test_what_is_encoded_piece_by_piece_goes_into_a_file_of_octets():
    result = migrate(_PIECES).text
    assert "write_octets_or_text(self.stream, data)" in result
    assert "out = BytesIO()" in result
    assert _printed(result) == "8 True\n"


def test_a_codec_that_leaves_no_ascii_makes_octets_of_what_is_written():
    text = _PIECES.replace("self.encoder.encode(data)", "data.encode('utf-16')")
    assert _printed(migrate(text).text) == "8 True\n"
    native = _PIECES.replace("self.encoder.encode(data)", "data.encode('utf-8')").split("\nout")[0]
    native += "\nout = StringIO()\nWriter(out, 'utf-8').put(['a', 'b'])\nprint out.getvalue() + u'c'\n"
    assert _printed(migrate(native).text) == "a,bc\n"


def test_what_is_made_of_encoded_text_is_encoded():
    text = "def f(out, x):\n    s = x.encode('utf-8')\n    s = s.replace('a', 'b')\n    out.write(s)\n"
    assert "write_octets_or_text(out, s)" in run(RULE, text + "n = 1L\n").text


@pytest.mark.parametrize(
    "function",
    [
        "def f(x, out=None):\n    if out is None: out = sys.stdout\n    out.write(x.encode(encoding))\n",
        "def f(x, out=None):\n    out = sys.stdout if out is None else out\n    out.write(x.encode(encoding))\n",
        "def f(x, out=None):\n    out = out or sys.stderr\n    out.write(x.encode(encoding))\n",
        "def f(x, p=None):\n    out = open(p, 'wb') if p else sys.stdout\n    out.write(x.encode(encoding))\n",
        "def f(x, p=None):\n    out = sys.stdout\n    if p: out = open(p)\n    out.write(x.encode(encoding))\n",
    ],
)
def test_the_terminal_in_place_of_a_stream_or_a_file(function):
    outcome = run(RULE, "import sys\nencoding = 'utf-8'\n" + function + PROOF)
    assert "write_octets_or_text(out, x.encode(encoding), encoding)" in outcome.text
    assert run(RULE, outcome.text).text == outcome.text


_SHOWN = """
import sys
class Help:
    def show(self, file=None):
        if file is None:
            file = sys.stdout
        file.write(u'caf\\xe9 '.encode(file.encoding or 'utf-8', 'replace'))
        file.write('.')
Help().show()
print
"""


def test_what_is_encoded_for_the_terminal_is_shown():
    assert (
        _printed(migrate(_SHOWN).text.replace("file.encoding", "getattr(file, 'encoding', 0)"))
        == "caf\xe9 .\n"
    )
