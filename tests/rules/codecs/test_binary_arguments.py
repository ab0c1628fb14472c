"""Arguments that have to be bytes."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from environment.traces import Observation
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "binary_arguments"


@pytest.mark.parametrize(
    "text",
    [
        "import hashlib\nhashlib.md5(b'x')\n",
        "import hashlib\nhashlib.md5(x)\n",
        "import hashlib\nhashlib.md5(x.encode('utf-8'))\n",
        "import hashlib\nhashlib.pbkdf2_hmac('sha1', b'p', b's', 2)\n",
        "pbkdf2_hmac('sha1', 'p', 's', 2)\n",
        "f.send('x')\n",
        "import hmac\nhmac.new(b'k', None, f)\n",
        "open(p, 'w').write('x')\n",
        "import struct\nstruct.pack('>HI', a, b)\n",
        "def f(hashed, x): return hashed(x).hexdigest()\n",
        "def hashed(x): return Hash(x)\na = hashed('x').hexdigest()\n",
        "from mine import hashed\na = hashed('x').hexdigest()\n",
        "from mine import *\na = hashed('x').hexdigest()\n",
        "a = sha1('x').hexdigest()\n",
        "import hashlib\na = hashlib.new('md5').hexdigest()\n",
        "from .mine import SHA\na = SHA.new('x').hexdigest()\n",
        "def f(make):\n    return make('x').digest()\nclass H:\n    def digest(self): pass\n",
        "class C:\n    def made(self, x): return Hash(x)\n    def f(self): return self.made('x').digest()\n",
        "Binary('x')\n",
        "class Binary(str): pass\na = module.Binary('x')\n",
        "module.Binary(b'x')\n",
        "print(module.Binary(x))\n",
        "import msilib\nmsilib.Binary('setup.exe')\n",
        "module.Binary('x', 1)\nmodule.Binary()\n",
        "def f(hashed): return hashed('x', 1).digest() + hashed(x='a').digest() + hashed('x').size\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from StringIO import StringIO\nimport cgi\nf = StringIO('a=1')\ncgi.FieldStorage(fp=f)\n",
            "from StringIO import StringIO\nimport cgi\nf = StringIO(b'a=1')\ncgi.FieldStorage(fp=f)\n",
        ),
        (
            "import StringIO, cgi\ncgi.parse(StringIO.StringIO('\\r\\n'.join(a)))\n",
            "import StringIO, cgi\ncgi.parse(StringIO.StringIO('\\r\\n'.join(a).encode(\"utf-8\")))\n",
        ),
        ("a = type(self.module.Binary(''))\n", "a = type(self.module.Binary(b''))\n"),
        ("from sqlite3 import Binary\na = Binary('x')\n", "from sqlite3 import Binary\na = Binary(b'x')\n"),
        (
            "import imghdr\nimghdr.what(None, '\\x89PNG'), imghdr.what('', h='x')\n",
            "import imghdr\nimghdr.what(None, b'\\x89PNG'), imghdr.what('', h=b'x')\n",
        ),
        (
            "import ctypes\nctypes.string_at('x', 1), ctypes.string_at(p, 1)\n",
            "import ctypes\nctypes.string_at(b'x', 1), ctypes.string_at(p, 1)\n",
        ),
        (
            "import hashlib\nhashlib.md5('a' 'b').update('c')\n",
            "import hashlib\nhashlib.md5(b'a' b'b').update(b'c')\n",
        ),
        (
            "import hashlib\nh = hashlib.sha1()\nh.update('%d' % a)\n",
            "import hashlib\nh = hashlib.sha1()\nh.update(('%d' % a).encode(\"utf-8\"))\n",
        ),
        (
            "import hashlib\nhashlib.pbkdf2_hmac('sha1', 'p', 's', 2)\n",
            "import hashlib\nhashlib.pbkdf2_hmac('sha1', b'p', b's', 2)\n",
        ),
        (
            "from hashlib import pbkdf2_hmac as derive\nderive('sha1', password='p', salt='s', iterations=2)\n",
            "from hashlib import pbkdf2_hmac as derive\nderive('sha1', password=b'p', salt=b's', iterations=2)\n",
        ),
        (
            "import hmac, hashlib\nhmac.new('k', 'm', hashlib.md5)\n",
            "import hmac, hashlib\nhmac.new(b'k', b'm', hashlib.md5)\n",
        ),
        ("import struct\nstruct.pack('3sI', 'abc', 1)\n", "import struct\nstruct.pack('3sI', b'abc', 1)\n"),
        (
            "import socket\na, b = socket.socketpair()\na.send('x')\n",
            "import socket\na, b = socket.socketpair()\na.send(b'x')\n",
        ),
        (
            "from mine import *\na = sha1('x').hexdigest()\n",
            "from mine import *\na = sha1(b'x').hexdigest()\n",
        ),
        (
            "def f(hashed=None): return hashed('x').hexdigest()\n",
            "def f(hashed=None): return hashed(b'x').hexdigest()\n",
        ),
        (
            "from ciphers import SHA\na = SHA.new('x').digest()\n",
            "from ciphers import SHA\na = SHA.new(b'x').digest()\n",
        ),
        (
            "class C:\n    def f(self): return self.hashed('x').digest()\n",
            "class C:\n    def f(self): return self.hashed(b'x').digest()\n",
        ),
        (
            "with open(p, 'wb') as f:\n    f.write('a\\xff')\n",
            "with open(p, 'wb') as f:\n    f.write(b'a\\xff')\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    ("value", "encoding"),
    [
        ("''.join([chr(200), chr(n)])", "latin-1"),
        ("''.join(chr(n) for n in range(256))", "latin-1"),
        ("'a' + chr(200)", "latin-1"),
        ("chr(65) + chr(10)", "utf-8"),
        ("'%d\\n' % n", "utf-8"),
    ],
)
def test_characters_made_of_numbers_are_octets(value, encoding):
    before = f"s = {value}\nopen(p, 'wb').write(s)\n"
    check_rule(RULE, before, before.replace("write(s)", f'write(s.encode("{encoding}"))'))


def test_a_name_that_grows_is_looked_at_once():
    before = "s = 'a'\ns = s + chr(200)\nopen(p, 'wb').write(s)\n"
    check_rule(RULE, before, before.replace("write(s)", 'write(s.encode("latin-1"))'))


def test_hashes_the_unknown_through_a_helper():
    outcome = run(RULE, "import hashlib\ndef f(x): return hashlib.md5(x), 1L\n")
    assert "hashlib.md5(as_bytes(x))" in outcome.text and "def as_bytes(value" in outcome.text
    assert run(RULE, outcome.text).text == outcome.text


@pytest.mark.parametrize("kind", ["unicode", "basestring", "str"])
def test_what_is_encoded_if_it_is_text_is_octets(kind):
    text = (
        f"import hashlib\ndef f(x): return hashlib.md5(x.encode('utf-8') if isinstance(x, {kind}) else x)\n"
    )
    check_untouched(RULE, text, python2=True)
    for other in (text.replace("else x", "else y"), text.replace(kind, "list"), text.replace("(x, ", "(y, ")):
        assert "hashlib.md5(as_bytes(x.enc" in run(RULE, f"{other}n = 1L\n").text


def test_of_two_imports_only_one_can_serve():
    choice = "try:\n    from hashlib import md5\nexcept ImportError:\n    from md5 import md5\n"
    check_rule(RULE, choice + "md5('x')\n", choice + "md5(b'x')\n")


def test_two_imports_that_both_serve_are_left_to_the_file():
    check_untouched(
        RULE,
        "try:\n    from io import BytesIO as F\nexcept ImportError:\n    from io import StringIO as F\nF('x')\n",
    )


CHOICE = "try:\n    from hashlib import md5\nexcept ImportError:\n    from md5 import md5\n"


def test_a_hash_chosen_among_imports():
    outcome = run(RULE, CHOICE + "a = md5(x + 'y')\nmd5('z')\n" + PROOF)
    assert "a = md5((x + 'y').encode(\"utf-8\"))\nmd5(b'z')\n" in outcome.text


def test_a_hash_that_another_file_chose():
    files = {
        "p/__init__.py": "",
        "p/a.py": "",
        "p/b.py": "from p.c import (x,\n  md5 as hashed)\n",
        "p/c.py": CHOICE,
    }
    index = RepositoryIndex(files, files.get)
    text = "from p.c import md5\na = md5('z')\n"
    assert "a = md5(b'z')\n" in run(RULE, text, key="p/a.py", index=index).text


def test_a_module_that_another_file_hands_on():
    files = {
        "p/__init__.py": "",
        "p/a.py": "",
        "p/b.py": "from p.c import hmac\n",
        "p/c.py": "import os, hmac\n",
    }
    index = RepositoryIndex(files, files.get)
    text = "from p.b import hmac as H\na = H.new('k', 'z', d)\n"
    assert "a = H.new(b'k', b'z', d)\n" in run(RULE, text, key="p/a.py", index=index).text


def seen(text: str, *kinds: str, site: str = "octets", line: int = 2, column: int = 20):
    """What becomes of a file of Python 2 in which `kinds` were seen at a place."""
    result = migrate(text + PROOF, observations=[Observation(site, line, column, kinds)])
    assert not result.notes and migrate(result.text).text == result.text
    return result


HASHED = "import hashlib\nname = hashlib.md5(data).hexdigest()\n"


@pytest.mark.parametrize(
    "kinds", [["str ascii"], ["str utf-8", "str binary"], ["str binary", "int"], ["unicode"]]
)
def test_what_was_seen_leaves_utf8_as_it_is(kinds):
    result = seen(HASHED, *kinds, column=19)
    assert result.text == migrate(HASHED + PROOF).text and "md5(as_bytes(data))" in result.text
    assert not result.verdicts


def test_octets_that_were_seen_are_made_one_to_one():
    assert 'md5(as_bytes(data, "latin-1"))' in seen(HASHED, "str binary", "str ascii", column=19).text
    joined = seen("import hashlib\nname = hashlib.md5(a + 'x').hexdigest()\n", "str binary", column=19)
    assert "md5((a + 'x').encode(\"latin-1\"))" in joined.text
    assert joined.verdicts == (
        "line 2 of the original: binary_arguments: under Python 2.7 the argument was str binary",
    )


def test_what_is_written_to_a_binary_file_is_made_bytes_where_it_was_seen_to_be_a_string():
    text = "f = open(p, 'wb')\nf.write(data)\n"
    assert "f.write(data)" in migrate(text + PROOF).text
    assert "f.write(as_bytes(data))" in seen(text, "file b/str ascii", site="write", column=8).text
    assert "f.write(data)" in seen(text, "file b/buffer", site="write", column=8).text


def test_octets_that_may_change():
    check_rule(RULE, "a = bytearray('abc')\nb = bytearray(3)\n", "a = bytearray(b'abc')\nb = bytearray(3)\n")
    check_untouched(
        RULE, "a = bytearray(u'\\xe9', 'latin-1')\nb = bytearray('a', encoding='ascii')\n", python2=True
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import os\nos.write(1, 'x')\n", "import os\nos.write(1, b'x')\n"),
        (
            "import gzip\ng = gzip.GzipFile(p, 'wb')\ng.write('x')\n",
            "import gzip\ng = gzip.GzipFile(p, 'wb')\ng.write(b'x')\n",
        ),
        (
            "f = open(p, 'wb')\nf.write('x')\nf = open(p, 'rb')\n",
            "f = open(p, 'wb')\nf.write(b'x')\nf = open(p, 'rb')\n",
        ),
    ],
)
def test_what_is_written_as_octets(before, after):
    check_rule(RULE, before, after)


def test_a_file_that_is_written_as_text_too_is_left():
    check_untouched(RULE, "f = open(p, 'wb')\nif a: f = open(p, 'w')\nf.write('x')\n")


def test_a_name_is_what_it_was_given_last():
    text = "f = open(p, 'wb')\nf.write({}'x')\nf = open(p, 'w')\nf.write('y')\n"
    check_rule(RULE, text.format(""), text.format("b"))


def test_what_a_handler_answers_is_octets():
    check_rule(
        RULE,
        "class H:\n    def f(self): self.wfile.write('x')\n",
        "class H:\n    def f(self): self.wfile.write(b'x')\n",
    )
    assert "wfile.write(as_bytes(x))" in run(RULE, "self.wfile.write(x)\n" + PROOF).text


def test_octets_that_were_made_text_are_made_octets_the_same_way():
    before = "import struct\na = struct.unpack('>I', b.raw.decode('latin-1'))\n"
    check_rule(RULE, before, before.replace("'latin-1')", "'latin-1').encode(\"latin-1\")"))


@pytest.mark.parametrize(
    "listed", ["list(d)", "list(d.decode('latin-1'))", "map(None, d)"], ids=["listed", "decoded", "mapped"]
)
@pytest.mark.parametrize(
    "joined", ["g.write(''.join(x))", "s = ''.join(x)\ng.write(s)"], ids=["there", "named"]
)
def test_what_is_joined_of_the_characters_of_octets_becomes_these_again(listed, joined):
    before = f"d = open(p, 'rb').read()\nx = {listed}\ng = open(q, 'wb')\n{joined}\n"
    written = "''.join(x)" if "s =" not in joined else "s"
    after = before.replace(f"({written})", f'({written}.encode("latin-1"))')
    check_rule(RULE, before, after, python2=True)


def test_text_of_a_codec_that_marks_its_order_was_written_as_ascii():
    before = "g = open(q, 'wb')\ng.write(d.decode('utf-16'))\n"
    check_rule(RULE, before, before.replace("'utf-16')", "'utf-16').encode(\"utf-8\")"), python2=True)


def test_a_variable_that_makes_a_hash_is_given_bytes():
    text = "def f(hashed, x):\n    return hashed(x).hexdigest()\n" + PROOF
    assert "hashed(as_bytes(x)).hexdigest()" in run(RULE, text).text


def test_what_a_form_is_read_from_is_encoded_where_the_stream_becomes_one_of_octets():
    text = "import cgi\nfrom cStringIO import StringIO\ndef f(a):\n    s = StringIO(a)\n    cgi.FieldStorage(s)\n"
    assert "s = BytesIO(as_bytes(a))" in migrate(text).text


def test_a_hash_by_another_name():
    choice = "try:\n    from hashlib import sha1\n    sha = sha1\nexcept ImportError:\n    import sha\n"
    text = choice + "x = sha({})\n"
    check_rule("binary_arguments", text.format("'a'"), text.format("b'a'"))
    check_untouched("binary_arguments", "def other(a): return a\nsha = other\nx = sha('a')\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'a' + b.encode('utf-8')", "b'a' + b.encode('utf-8')"),
        ("str(a) + b.encode('utf-8')", "str(a).encode(\"utf-8\") + b.encode('utf-8')"),
        ("b.encode('utf-8') + '-'", "b.encode('utf-8') + b'-'"),
    ],
)
def test_what_encoded_text_is_added_to(before, after):
    text = "import hashlib\nx = hashlib.md5({})\n"
    check_rule("binary_arguments", text.format(before), text.format(after))


def test_a_parameter_that_callers_give_text_for():
    text = "def save(p, data):\n    f = open(p, 'wb')\n    f.write(data)\nsave(q, 'x')\n"
    assert "f.write(as_bytes(data))" in migrate(text + PROOF).text
    assert "f.write(data)" in migrate(text.replace("'x'", "g()") + PROOF).text


def test_what_is_asked_for_its_digest_is_a_hash():
    text = "def f(made, x):\n    h = made()\n    h.update(x)\n    return h.digest()\n"
    assert "h.update(as_bytes(x))" in run(RULE, text + PROOF).text
    check_untouched(RULE, "class H:\n    def digest(self): pass\n" + text, python2=True)
    check_untouched(RULE, text.replace("return h.digest()", "return h"), python2=True)
    check_untouched(RULE, text.replace("return h.digest()", "return h.digest"), python2=True)
    text = "class C:\n    def f(self, x): self.h.update(x)\n    def g(self): return self.h.hexdigest()\n"
    assert "self.h.update(as_bytes(x))" in run(RULE, text + PROOF).text
    check_untouched(RULE, text.replace("self.h.hex", "self.g.hex"), python2=True)
    text = "try:\n    from hashlib import sha256\nexcept ImportError:\n    sha256 = None\na = sha256(x).hexdigest()\n"
    assert "sha256(as_bytes(x)).hexdigest()" in run(RULE, text + PROOF).text


def test_what_could_not_be_decoded_is_octets():
    check_untouched("binary_arguments", "raise UnicodeDecodeError('ascii', b'\\xe9', 0, 1, 'x')\n")
    check_untouched("binary_arguments", "raise UnicodeEncodeError('ascii', u'\\xe9', 0, 1, 'x')\n")
    check_rule(
        "binary_arguments",
        "raise UnicodeDecodeError('ascii', '\\xe9', 0, 1, 'x')\n",
        "raise UnicodeDecodeError('ascii', b'\\xe9', 0, 1, 'x')\n",
    )


def test_what_a_compressor_gets():
    text = "import zlib\nc = zlib.compressobj()\nx = c.compress({}'a')\n"
    check_rule("binary_arguments", text.format(""), text.format("b"))
    check_untouched("binary_arguments", "c = f()\nx = c.compress('a')\n")


def test_a_document_of_octets():
    text = "from xml.dom.minidom import parseString\nx = parseString({}'<a>\\xc3\\xa9</a>')\n"
    check_rule("binary_arguments", text.format(""), text.format("b"))
    check_untouched("binary_arguments", "import xml.dom.minidom as m\nx = m.parseString('<a/>')\n")


def test_an_object_that_packs():
    text = "import struct\nS = struct.Struct('>4sI')\nx = S.pack({}'ab', 1)\n"
    check_rule("binary_arguments", text.format(""), text.format("b"))
    check_untouched(
        "binary_arguments", "import struct\nS = struct.Struct('>I')\nx = S.pack(n)\n", python2=True
    )
    check_untouched("binary_arguments", "S = f()\nx = S.pack('ab', 1)\n", python2=True)


def test_what_an_object_unpacks():
    text = "import struct\nS = struct.Struct('>4sI')\nname, n = S.unpack(d)\nx = name == {}'ab', n == 'c'\n"
    after = migrate(text.format("") + "m = 1L\n").text
    assert after == text.format("b") + "m = 1\n"


def test_a_helper_means_the_types_whatever_the_file_calls_them():
    text = "import hashlib\ntry:\n    unicode\nexcept NameError:\n    unicode = str\n    str = bytes\n"
    text += "def f(x): return hashlib.md5(x).hexdigest()\nn = 1L\n"
    found = run(RULE, text).text
    assert 'isinstance(value, type(""))' in found
    assert '"""Bytes for text or bytes."""' in found
    space = {}
    exec(found, space)
    assert space["f"]("a") == space["f"](b"a")


@pytest.mark.parametrize("made", ["hashed({})", "TABLE[name]({})", "getattr(hashlib, name)({})"])
def test_a_hash_that_a_variable_or_a_table_makes(made):
    text = f"def f(hashed, x, name):\n    return {made.format('x')}.hexdigest()\n" + PROOF
    assert made.format("as_bytes(x)") in run(RULE, text).text
    named = f"def f(hashed, x, name):\n    h = {made.format('x')}\n    return h.digest(), h.hexdigest()\n"
    assert f"h = {made.format('as_bytes(x)')}\n" in run(RULE, named + PROOF).text
    check_untouched(
        RULE, "class H:\n    def digest(self): pass\n    def hexdigest(self): pass\n" + named, python2=True
    )


@pytest.mark.parametrize("tried", ["fastjson", "anyjson"])
def test_what_a_stand_in_of_a_standard_module_gives_is_alike(tried):
    text = (
        f"import socket\ntry:\n    import {tried} as json\nexcept ImportError:\n    import json\n"
        "class S:\n    def __init__(self):\n        self.sock = socket.socket()\n"
        "    def send(self, a):\n        self.sock.sendto({}, a)\n"
    )
    check_rule(
        RULE,
        text.replace("{}", "json.dumps(a)"),
        text.replace("{}", 'json.dumps(a).encode("utf-8")'),
        python2=True,
    )


@pytest.mark.parametrize("head", ["from pkg import json\n", "import json as json\nif a: json = b\n"])
def test_what_another_module_gives_to_a_socket_may_be_text_or_bytes(head):
    text = head + "import socket\ns = socket.socket()\ns.sendall(json.dumps(a))\n"
    assert "s.sendall(as_bytes(json.dumps(a)))" in run(RULE, text + PROOF).text
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "urllib2.Request(u, d and urllib.urlencode(d))",
            "urllib2.Request(u, as_bytes(d and urllib.urlencode(d)))",
        ),
        ("urllib2.urlopen(u, body)", "urllib2.urlopen(u, as_bytes(body))"),
        ("urllib2.urlopen(u, data=body)", "urllib2.urlopen(u, data=as_bytes(body))"),
        ("urllib2.urlopen(u, 'a=1')", "urllib2.urlopen(u, b'a=1')"),
        ("urllib2.urlopen(u, None, 3)", "urllib2.urlopen(u, None, 3)"),
        ("r = urllib2.Request(u)\nr.add_data(x)", "r = urllib2.Request(u)\nr.add_data(as_bytes(x))"),
        ("x.add_data(x)", "x.add_data(x)"),
    ],
)
def test_bodies_of_requests_are_bytes_whatever_made_them(before, after):
    assert f"\n{after}\n" in run(RULE, f"import urllib, urllib2\n{before}\n{PROOF}").text


def test_refuses_a_socket_that_another_file_replaces():
    text = (
        "import socket\nclass S:\n    def __init__(self): self.sock = socket.socket()\n"
        "    def send(self, a): self.sock.sendto('%s' % a, b)\n" + PROOF
    )
    files = {"s.py": text, "tests.py": "s.sock = Mock()\n"}
    assert "encode" not in run(RULE, text, key="s.py", index=RepositoryIndex(files, files.get)).text
    files["tests.py"] = "assert s.sock == 1\n"
    assert "encode" in run(RULE, text, key="s.py", index=RepositoryIndex(files, files.get)).text


KEPT = (
    PROOF + "from p.util import sha\nclass A(object):\n    def __init__(self):\n        self.d = sha()\n"
    "    def go(self, x):\n        self.d.update(x)\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "import hashlib\n@cached\ndef sha(data=''):\n    return hashlib.sha1(data)\n",
        "import hashlib\ndef sha(data=''):\n    if not data:\n        return Mine()\n    return hashlib.sha1(data)\n",
        "def sha(data=''):\n    return sha1(data)\n",
        "def sha(data=''):\n    pass\n",
    ],
)
def test_leaves_what_a_function_of_another_file_may_have_made_otherwise(text):
    files = {"p/a.py": "", "p/__init__.py": "", "p/util.py": text}
    outcome = run(RULE, KEPT, key="p/a.py", index=RepositoryIndex(files, files.get))
    assert "        self.d.update(x)\n" in outcome.text


@pytest.mark.parametrize(
    "text",
    [
        "import hashlib\ndef sha(data=''):\n    'As SHA-1.'\n\n    return hashlib.sha1(data)\n",
        "try:\n    from hashlib import sha1\nexcept ImportError:\n    from sha import sha as sha1\n\n"
        "def sha(data=''):\n    return sha1(data)\n\nx = 1\n",
    ],
)
def test_follows_a_function_of_another_file_that_makes_a_hash(text):
    files = {"p/a.py": "", "p/__init__.py": "", "p/util.py": text}
    index = RepositoryIndex(files, files.get)
    assert "update(as_bytes(x))\n" in run(RULE, KEPT, key="p/a.py", index=index).text


def test_what_is_written_to_a_file_in_memory_that_will_be_one_of_bytes():
    made = "import StringIO\nf = StringIO.StringIO()\nf.write('a=1')\n"
    check_untouched(RULE, made + "show(f)\n", python2=True)
    check_rule(
        RULE,
        made + "e['wsgi.input'] = f\n",
        made.replace("'a", "b'a") + "e['wsgi.input'] = f\n",
        python2=True,
    )


@pytest.mark.parametrize(
    "call", ["pickle.loads(str(x))", "zlib.decompress('%s' % x)", "struct.unpack('>I', str(x))"]
)
def test_text_that_can_only_hold_octets_is_latin_1(call):
    outcome = migrate(f"import pickle, struct, zlib\nn = 1L\ny = {call}\n")
    assert '.encode("latin-1"))' in outcome.text


def test_text_that_is_hashed_is_utf_8():
    assert '.encode("utf-8"))' in migrate("import hashlib\nn = 1L\ny = hashlib.md5(str(x))\n").text


def test_what_is_written_to_a_descriptor_may_be_either():
    outcome = run(RULE, "import os\ndef f(d, a): os.write(d, a)\nn = 1L\n")
    assert "os.write(d, as_bytes(a))" in outcome.text


def test_what_fills_an_array_of_numbers():
    before = "import array\na = array.array('B')\na.frombytes('ab')\n"
    check_rule(RULE, before, before.replace("'ab'", "b'ab'"))
    check_untouched(RULE, "import array\na.fromstring('ab')\n", python2=True)


WRITTEN = "for {} in {}:\n    open(p, 'wb').write(t)\n"


@pytest.mark.parametrize(
    ("target", "items", "codec"),
    [
        ("t", "('a', 'b')", ""),
        ("n, t", "[(1, 'a'), (2, 'b' * 3)]", ""),
        ("t, n", "(('\\xff' * 2, 1),)", ', "latin-1"'),
    ],
)
def test_native_strings_that_a_loop_goes_through(target, items, codec):
    text = WRITTEN.format(target, items)
    outcome = run("binary_arguments", text + PROOF)
    made = "".join(outcome.text.split("write(")[1:])
    assert made.startswith((f"as_bytes(t{codec})", f't.encode("{codec[3:-1] or "utf-8"}")')), outcome.text


@pytest.mark.parametrize("items", ["('a', b'b')", "(x, 'a')", "(u'a', 'b')", "y"])
def test_other_things_that_a_loop_goes_through(items):
    assert "write(t)" in run("binary_arguments", WRITTEN.format("t", items) + PROOF).text


EITHER = (
    "import socket\ndef f():\n    c = socket.socket()\n    data = c.recv(9)\n    if data == 'a': reply = data\n"
    "    else: reply = {}\n    c.send({})\n"
)


def test_what_is_text_on_one_way_and_octets_on_another():
    outcome = migrate(EITHER.format("'no'", "reply + '\\r\\n'") + PROOF)
    assert "c.send(as_bytes(reply) + b'\\r\\n')" in outcome.text
    assert migrate(outcome.text).text == outcome.text
    for reply, sent in (("g()", "reply + '\\r\\n'"), ("'no'", "reply + g() + '\\r\\n'")):
        assert "as_bytes(reply) +" not in migrate(EITHER.format(reply, sent) + PROOF).text


def test_strings_that_a_loop_goes_through_are_sent_as_octets():
    text = "import socket\nc = socket.socket()\nfor m in ('a', 'b'):\n    c.send(m)\n"
    assert "c.send(as_bytes(m))" in run("binary_arguments", text + PROOF).text


CELL = "import zlib\ndef f():\n    c = [zlib.compressobj()]\n"
CELL += "    def g(data):\n        return c[0].compress(data)\n    {}\n    return g\n"


def test_what_a_function_keeps_in_a_list_for_those_inside_of_it():
    for more in ("pass", "def r():\n        c[0] = zlib.compressobj()"):
        assert "c[0].compress(as_bytes(data))" in run("binary_arguments", CELL.format(more) + PROOF).text
    for more in ("c[0] = other", "c = other", "c[0] += 1"):
        check_untouched("binary_arguments", CELL.format(more), python2=True)


def test_an_item_of_octets_is_octets_again():
    before = "import struct\na = open(p, 'rb').read()\nx = struct.unpack('B', a[0]) + struct.unpack('>H', a[1:3])\n"
    check_rule(RULE, before, before.replace("a[0]", "bytes([a[0]])"))


@pytest.mark.parametrize("value", ["s", "p.spell(x)"])
def test_what_the_program_makes_for_a_binary_file_may_be_text(value):
    text = "class P:\n    def spell(self, x): return str(x)\ndef f(p, x):\n    s = p.spell(x)\n    f = open(x, 'wb')\n"
    text += f"    f.write({value})\n"
    assert f"f.write(as_bytes({value}))" in run(RULE, text + PROOF).text
    check_untouched(RULE, "def f(p, x):\n    f = open(x, 'wb')\n    f.write(p.spell(x))\n", python2=True)
    checked = "def checked(x): return x\nopen(p, 'wb').write(checked(open(q, 'rb').read()))\n"
    check_untouched(RULE, checked, python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("array('B', '\\0' * n)", "array('B', b'\\0' * n)"),
        ("array('H', n * '\\0')", "array('H', n * b'\\0')"),
        ("array('B', data[2:])", "array('B', as_bytes(data[2:], \"latin-1\"))"),
        ("array('i', range(3))", "array('i', range(3))"),
        ("array('B', [0] * n)", "array('B', [0] * n)"),
        ("array('B', (x for x in y))", "array('B', (x for x in y))"),
        ("array('u', x)", "array('u', x)"),
        ("array(code, x)", "array(code, x)"),
    ],
)
def test_arrays_of_strings_are_those_of_octets(before, after):
    assert f"\na = {after}\n" in run(RULE, f"from array import array\na = {before}\n{PROOF}").text


OPENS = "import urllib2\nclass A(object):\n    def __init__(self): self.o = urllib2.build_opener()\n"


def test_what_an_opener_sends_is_octets():
    text = OPENS + "    def f(self, d): return self.o.open('http://a', d), self.o.open('http://b', 'c=1')\n"
    migrated = run(RULE, text + PROOF).text
    assert "open('http://a', as_bytes(d)), self.o.open('http://b', b'c=1')" in migrated


def test_what_is_named_after_the_bytes_it_takes():
    text = "def f():\n    a = 'GET / HTTP/1.1'\n    return Request.from_bytes(a), Request.from_bytes('a')\n"
    found = run(RULE, text + PROOF).text
    assert "Request.from_bytes(a.encode(\"utf-8\")), Request.from_bytes(b'a')" in found
    assert ".encode" not in run(RULE, "def from_bytes(a): pass\n" + text + PROOF).text


def test_a_hash_by_a_name_that_is_a_variable():
    text = (
        "import hashlib\ndef f(names, text):\n    made = {}\n"
        "    for n in names:\n        made[n] = getattr(hashlib, n)()\n"
        "    for n in names:\n        made[n].update(text)\n    return made\n" + PROOF
    )
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert "made[n].update(as_bytes(text))" in run(RULE, text, key="a.py", index=index).text


FAKES = (
    "import io\nclass Socket(object):\n    def __init__(self): self.buffer = io.BytesIO()\n"
    "class Tracker(Socket):\n    def write(self, data): self.buffer.write(data)\n"
    "class Other(object):\n    def send(self, data): self.buffer = data\n"
)


def test_what_flows_to_a_file_of_octets_may_be_text():
    for given, after in (("'x'", "as_bytes(data)"), ("1", "data")):
        text = FAKES + f"def use(): Tracker().write({given})\n" + PROOF
        index = RepositoryIndex(["a.py"], {"a.py": text}.get)
        assert f"self.buffer.write({after})" in run(RULE, text, key="a.py", index=index).text


def test_what_a_class_of_the_same_line_keeps_under_a_name_counts():
    text = FAKES.replace("Other(object)", "Other(Tracker)") + "def use(): Tracker().write('x')\n" + PROOF
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert "self.buffer.write(data)" in run(RULE, text, key="a.py", index=index).text


def test_a_file_that_is_dumped_into():
    text = "import marshal\ndef f(open_it, c):\n    out = open_it(1, 'wb')\n"
    text += "    out.write('\\0\\0')\n    marshal.dump(c, out)\n"
    assert "out.write(b'\\0\\0')" in run(RULE, text + PROOF).text
    assert "out.write('\\0\\0')" in run(RULE, text.replace("c, out", "c, other") + PROOF).text


def test_what_an_attachment_holds():
    text = "from email.mime.image import MIMEImage\na = MIMEImage('GIF89a', name='b')\nc = MIMEImage(data)\n"
    done = run("binary_arguments", text + PROOF).text
    assert "MIMEImage(b'GIF89a', name='b')" in done
    assert "MIMEImage(as_bytes(data))" in done


def test_a_parameter_that_makes_hashes_by_default_where_the_repository_has_digests_of_its_own():
    text = (
        "try:\n    from hashlib import md5\nexcept ImportError:\n    from md5 import md5\n"
        "def f(s, hasher=md5):\n    if not callable(hasher):\n        hasher = hasher.new\n"
        "    h = hasher(s)\n    return h.hexdigest()\nn = 1L\n"
    )
    texts = {"a.py": text, "b.py": "class D(object):\n    def hexdigest(self): return ''\n"}
    spaces = {}
    exec(migrate(text, "a.py", RepositoryIndex(list(texts), texts.get)).text, spaces)
    assert spaces["f"]("a") == "0cc175b9c0f1b6a831c399e269772661"


@pytest.mark.parametrize(
    "cut",
    [
        "key, data = message.split(':', 1)\n",
        "key, sign, data = message.partition(':')\n",
        "data = message.rsplit(':', 1)[1]\n",
    ],
)
def test_what_is_cut_from_text_is_text(cut):
    text = f"import pickle\ndef load(message):\n    {cut}    return pickle.loads({{}})\n"
    after = migrate(text.format("data") + "print 1\n", "m.py").text
    assert 'pickle.loads(as_bytes(data, "latin-1")' in after
    assert "as_bytes" not in migrate(text.format("message") + "print 1\n", "m.py").text


def test_octets_that_are_put_into_an_archive():
    text = "import zipfile\nz = zipfile.ZipFile(p, 'w')\nz.writestr('a', {})\n"
    after = "('\\x89PNG' + rest).encode(\"latin-1\")"
    check_rule("binary_arguments", text.format("'\\x89PNG' + rest"), text.format(after))
    check_untouched("binary_arguments", text.format("'text' + rest"), python2=True)


@pytest.mark.parametrize(("place", "part"), [("0", "0:1"), ("3", "3:4")])
def test_one_octet_of_what_may_be_text_or_octets(place, part):
    text = "import base64, struct\ndef f(x, coded):\n    if coded:\n        x = base64.b64decode(x)\n"
    text += "    return struct.unpack('B', x[{}])\n"
    check_rule("binary_arguments", text.format(place), text.format(part), python2=True)
    check_untouched(
        "binary_arguments", text.replace("base64.b64decode(x)", "f(x)").format(place), python2=True
    )


def test_octets_that_are_sent_to_a_server_of_mail():
    text = "import smtplib\nc = smtplib.SMTP('localhost')\nc.send('{}\\r\\n')\nc.docmd('DATA')\n"
    check_rule("binary_arguments", text.format("\\xe9"), text.format("\\xe9").replace("send('", "send(b'"))
    check_untouched("binary_arguments", text.format("e"), python2=True)


def test_archives_of_the_program_itself():
    text = (
        "class Store(object):\n    def writestr(self, name, text): pass\nStore().writestr('a', '20 \\xb0C')\n"
    )
    check_untouched("binary_arguments", text, python2=True)


def test_an_item_of_a_list_of_arrays():
    text = "from array import array\nclass A:\n    def __init__(self, n):\n"
    text += "        self.rows = [array('B', n) for _ in range(n)]\n"
    text += "    def fill(self, y, n): self.rows[y].fromstring('\\xff' * n)\n"
    made = migrate(text + "print 1\n").text
    assert "self.rows[y].frombytes(b'\\xff' * n)" in made
    assert "fromstring" in migrate(text.replace("[array", "[n, array").replace(" for _ in range(n)", "")).text


def test_data_of_what_a_call_gave_back():
    """In a file of xmlrpc's Binary, which alone has `data` there."""
    text = (
        "import xmlrpclib\ndef give(n): return n\nb, n = give(2)\nc = give(1)\n"
        "x = b.data == '\\xff', c.data == '\\xfe'\ny = xmlrpclib.Binary(z)\nn = 1L\n"
    )
    assert "x = b.data == b'\\xff', c.data == b'\\xfe'" in migrate(text).text
    text = text.replace("b, n = give(2)", "b = give(2)[0]").replace("c = give(1)", "for c in give(1): z = c")
    assert "x = b.data == b'\\xff', c.data == b'\\xfe'" in migrate(text).text
    others = text.replace("y = xml", "class D: data = 'x'\ny = xml")
    assert "x = b.data == '\\xff', c.data == '\\xfe'" in migrate(others).text


@pytest.mark.parametrize(
    "other",
    [
        "import collections\nP = collections.namedtuple('P', 'name, data')\n",
        "P = namedtuple('P', ['name', 'data'])\n",
        "class P(object):\n    __slots__ = 'name data'.split()\n",
        "def fill(p): setattr(p, 'data', 'text')\n",
        "def fill(p): p.__dict__.update(name='a',\n    data='text')\n",
        "from UserList import UserList\nP = UserList\n",
        "class P(object):\n    data = 'text'\n",
    ],
)
def test_data_of_others(other):
    """Of a tuple with names, of what gets its attributes by their names, here or in another file."""
    text = "import xmlrpclib\ndef f(rows):\n    for b in rows:\n        x = b.data == '\\xff', rows[0].data == 'a'\n"
    text += "y = xmlrpclib.Binary(z)\nn = 1L\n"
    files = {"a.py": text, "b.py": other}
    for made in (migrate(text + other), migrate(text, "a.py", RepositoryIndex(files, files.get))):
        assert "x = b.data == '\\xff', rows[0].data == 'a'" in made.text
    own = text.replace("Binary(z)", "Binary(data=z)")
    assert "x = b.data == b'\\xff', rows[0].data == b'a'" in migrate(own).text


def test_what_guesses_a_codec_takes_octets():
    text = (
        "try:\n    import chardet\nexcept ImportError:\n    chardet = None\n"
        "x = chardet.detect('abc'), chardet.detect(y)\n"
    )
    after = migrate(text + "print 1\n").text
    assert "x = chardet.detect(b'abc'), chardet.detect(as_bytes(y))" in after


WRITER = """
import tempfile

class Writer(object):
    HEADER = '%%head\\n'

    def __init__(self, name):
        self.out = open(name, 'rb+')

    def write(self, count):
        self.out.write(Writer.HEADER)
        self.out.write(' ' * 3 + '\\n')
        self.out.write('%d %s\\n' % (count, count))
        {}
        self.out.close()

def write(name):
    Writer(name).write(7)

PROOF = 1L
"""


def _written(more: str = "pass", other: str = "", **changes: str) -> str:
    text = WRITER.format(more)
    for old, new in changes.values():
        text = text.replace(old, new)
    files = {"p/__init__.py": "", "p/a.py": text, "p/b.py": other}
    return migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text


def test_a_binary_file_that_another_method_opened_takes_bytes(tmp_path):
    done = _written()
    assert "self.out.write(b' ' * 3 + b'\\n')" in done
    assert "self.out.write(('%d %s\\n' % (count, count)).encode(\"utf-8\"))" in done
    (tmp_path / "file").write_bytes(b"")
    namespace = {}
    exec(done, namespace)
    namespace["write"](str(tmp_path / "file"))
    assert (tmp_path / "file").read_bytes() == b"%%head\n   \n7 7\n"


@pytest.mark.parametrize(
    ("more", "other", "changes"),
    [
        # Text, in another place or by a mode that is not known.
        ("pass", "", {"a": ("'rb+'", "'r+'")}),
        ("pass", "", {"a": ("'rb+'", "mode")}),
        ("self.out = open('other', 'w')", "", {}),
        ("self.out = mine", "", {}),
        ("pass", "", {"a": ("open(name, 'rb+')", "tempfile.NamedTemporaryFile(mode='w')")}),
        ("pass", "", {"a": ("open(name, 'rb+')", "tempfile.NamedTemporaryFile()")}),
        # It is handed on to what may want a file of text.
        ("csv.writer(self.out)", "", {}),
        ("json.dump({}, self.out)", "", {}),
        ("print >>self.out, count", "", {}),
        ("pass", "def show(w):\n    show(w.out)\n", {}),
    ],
)
def test_a_file_that_may_be_one_of_text_takes_text(more, other, changes):
    assert "self.out.write(' ' * 3 + '\\n')" in _written(more, other, **changes)


def test_a_file_that_a_parameter_has_for_none_tells_as_well():
    text = (
        "import sys\nclass W(object):\n    def __init__(self, out={}):\n        self.out = out\n    def show(self):\n"
        "        self.out.write('a')\ndef save(name):\n    W(open(name, 'wb')).show()\nn = 1L\n"
    )
    for default, written in (("None", "b'a'"), ("sys.stdout", "'a'")):
        source = text.format(default)
        index = RepositoryIndex(["a.py", "p/__init__.py"], {"a.py": source, "p/__init__.py": ""}.get)
        assert f"self.out.write({written})" in migrate(source, "a.py", index).text


@pytest.mark.parametrize("codec", ["hex", "base64", "zlib", "hex_codec"])
def test_octets_that_text_spelled_are_octets(codec):
    text = f"import hashlib\ndef f(x): return hashlib.md5(x.decode('{codec}')).hexdigest()\n"
    check_untouched(RULE, text, python2=True)
    spelled = text.replace(codec, "rot13")
    assert "as_bytes(x.decode('rot13'))" in run(RULE, f"{spelled}n = 1L\n").text


def test_what_encoded_text_is_added_to_and_what_is_added_to_that():
    text = "def f(s, x):\n    y = x.encode('utf-8')\n    s.sendall('a: ' + y + '\\n')\n"
    check_rule(RULE, text, text.replace("'a: '", "b'a: '").replace("'\\n'", "b'\\n'"), python2=True)


def test_the_octets_of_an_identifier_are_octets():
    text = "import hashlib, uuid\nu = uuid.uuid4()\na = hashlib.md5(u.bytes), hashlib.md5(uuid.UUID(x).bytes_le)\n"
    check_untouched(RULE, text, python2=True)
    assert "as_bytes(u.bytes)" in run(RULE, text.replace("uuid.uuid4()", "f()") + "n = 1L\n").text
