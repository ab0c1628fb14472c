"""Results that callers take for text."""

import re

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "decoded_results"
READER = "def f(p):\n    return open(p, 'rb').read(){}\n"


def callers(text):
    files = {"pkg/__init__.py": "", "pkg/a.py": "", "test_a.py": text}
    return {"key": "pkg/a.py", "index": RepositoryIndex(files, files.__getitem__)}


@pytest.mark.parametrize(
    "caller",
    [
        "from pkg import a\na.f(p) == b'x'\n",
        "from pkg import a\na.f(p)\n",
        "from pkg import a\na.f(p) == b'x' or a.f(q) == 'x'\n",
        "from pkg import a\nwith a.f(p, [1]) as x:\n    assertEqual(len(a.f(p)), 'x')\n",
        "from pkg import other\nother.f(p) == 'x'\n",
        "from pkg import a\nx = ''.join([a.f(p) for p in ps])\n",
        "from pkg import a\nout.write('-'.join([a.f(p), a.f(q)]))\n",
        "from pkg import a\nx = b'-'.join([a.f(p) for p in ps])\n",
        "from pkg import a\ndef g(sep): return sep.join([a.f(p) for p in ps])\n",
        "from pkg import a\nf = {1: [a.f(p)]}\nx = [a.f(p), {2: a.f(p)}]\n",
    ],
)
def test_refuses_without_agreement(caller):
    check_untouched(RULE, READER.format(""), python2=True, **callers(caller))


@pytest.mark.parametrize(
    "text",
    [
        "import os\ndef f(p):\n    return os.urandom(p)\n",
        "def f(p):\n    return p.encode('utf-8')\n",
        "def f(p):\n    return open(p).read()\n",
        "def f(p):\n    return len(open(p, 'rb').read())\n",
    ],
)
def test_refuses_what_is_no_read_bytes(text):
    check_untouched(RULE, text, python2=True, **callers("from pkg import a\na.f(p) == 'x'\n"))


def test_refuses_a_file_that_may_be_python_3():
    check_untouched(RULE, READER.format(""), **callers("from pkg import a\na.f(p) == 'x'\n"))


@pytest.mark.parametrize(
    "caller",
    [
        "from pkg import a\na.f(p) == 'x'\n",
        "from pkg import a\n'x' != a.f(p)\n",
        "from pkg import a\nself.assertEquals(a.f(p), ['x', 'y'])\n",
        "from pkg import a\nword = 'x' * 9\nself.assertEquals(a.f(p), word)\n",
        "from pkg.a import f\ndef test():\n    got = f(p)\n    assert got == 'x'\n",
    ],
)
def test_decodes_what_callers_compare_with_text(caller):
    from migration.rewriting.as_text import HELPER

    after = HELPER[1:] + "\n\ndef f(p):\n    return as_text(open(p, 'rb').read()).split('\\n')\n"
    check_rule(RULE, READER.format(".split('\\n')"), after, python2=True, **callers(caller))


def test_a_key_is_nothing_that_is_compared():
    text = (
        "import base64\ndef read(x):\n    return base64.b64decode(x)\n"
        "def check(x, made, names):\n    found = read(x)\n    return found == made[names['kind']](x)\nn = 1L\n"
    )
    assert "as_text" not in run("decoded_results", text).text
    assert "as_text" in run("decoded_results", text.replace("made[names['kind']](x)", "'yes'")).text


def test_a_padded_field_is_decoded_once_behind_its_padding():
    text = (
        "import struct\ndef unpack(data):\n    _, sku, count = struct.unpack('>c4sH', data)\n"
        "    return sku.rstrip('\\0'), count\nok = unpack(x) == ('A1', 258)\nn = 1L\n"
    )
    assert "return as_text(sku.rstrip(b'\\0')), count" in migrate(text).text


@pytest.mark.parametrize(
    "joined",
    [
        "'\\n'.join([a.f(p) for p in ps])",
        "', '.join(a.f(p) for p in ps)",
        "sep.join([a.f(p) for p in ps])\nsep = '-'",
    ],
)
def test_what_is_joined_by_text_is_text(joined):
    outcome = run(RULE, READER.format("") + "n = 1L\n", **callers(f"from pkg import a\nx = {joined}\n"))
    assert "return as_text(open(p, 'rb').read())" in outcome.text


def test_what_a_server_says_to_an_error():
    """In a clause of its own, whatever other clauses give that name to."""
    text = (
        "import urllib2\ntry:\n    f()\nexcept urllib2.HTTPError, e:\n    print e.read()\n"
        "try:\n    f()\nexcept urllib2.URLError, e:\n    print e.reason, e.read()\n"
    )
    made = migrate(text).text
    assert "print(e.read().decode" in made or "print(as_text(e.read()" in made
    assert "print(e.reason, e.read())" in made


NAMED = """\
import zipfile
class A:
    def f(self, p):
        content = zipfile.ZipFile(p).read('x')
        return content
    def g(self, p):
        return 'a' in self.f(p)
def h(p):
    return zipfile.ZipFile(p).read('y')
n = 1L
"""


def test_callers_take_for_text_what_is_decoded():
    """In other files as well, by names, methods and parts."""
    there = (
        "from pkg import a\nt = u'some', u'text', u'and', u'more'\nprint a.h(p) == 'y', a.A().f(p) == 'x'\n"
        "x = a.h(p).strip()\nprint 'b' in x, x[1:].split('c')\n"
    )
    files = {"pkg/__init__.py": "", "pkg/a.py": NAMED, "b.py": there}
    index = RepositoryIndex(files, files.__getitem__)
    made = migrate(NAMED, "pkg/a.py", index).text
    assert "return as_text(content)" in made
    assert "return as_text(zipfile.ZipFile(p).read('y'))" in made
    assert "return 'a' in self.f(p)" in made
    assert not re.search(r"(?<!')\bb'", migrate(there, "b.py", index).text)


def test_what_no_caller_takes_for_text_is_octets_there():
    there = "from pkg import a\nt = u'some', u'text', u'and', u'more'\nx = a.h(p)\nprint 'b' in x\n"
    made = NAMED.replace("zipfile.ZipFile(p).read('y')", "struct.pack('>H', p)").replace(
        "zip", "struct, zip", 1
    )
    for one, wanted in ((NAMED, True), (made, True)):
        files = {"pkg/__init__.py": "", "pkg/a.py": one, "b.py": there}
        assert (
            "b'b' in x" in migrate(there, "b.py", RepositoryIndex(files, files.__getitem__)).text
        ) is wanted
