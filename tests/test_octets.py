"""Which programs use native strings for octets, and what they do then, against Python 2.7 itself."""

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from migration.analysis.strings.octets import WRAPPER
from migration.dialects.octets import holds_octets, is_program_of_octets
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex
from verification.interpreters import find_python2

FEW = "import struct\nx = struct.pack('B', 1)[0] == '\\x01'\n"
MANY = FEW + "y = [ord(c) for c in chr(1) + chr(2) + '\\xff\\0']\n"


@pytest.mark.parametrize(
    "text",
    [
        FEW,
        MANY.replace("struct.pack('B', 1)", "'a'").replace("\\xff", ""),
        MANY + "z = u'a'\n",
        MANY + "z = b'a'\n",
        MANY + "z = x.decode('utf-8')\n",
        MANY + "import six\n",
        MANY + "try:\n    from numpy.compat import asbytes\nexcept ImportError:\n    asbytes = str\n",
        MANY + "if old:\n    to_bytes = str\n",
        MANY + "z = 'caf\u00e9'\n",
    ],
)
def test_other_programs_are_left_to_the_rules_for_single_places(text):
    assert not is_program_of_octets([text])


@pytest.mark.parametrize(
    "text",
    [
        MANY,
        MANY + "n_bytes = str(len(x))\n",
        MANY + "z = 'ff'.decode('hex')\n",
        MANY + "def encode(x): pass\na.encode()\n",
        "x = '\\xc0\\xc1'\n" * 4,
    ],
)
def test_programs_of_octets(text):
    assert is_program_of_octets([text])
    assert is_program_of_octets(["import sys\n", text])


@pytest.mark.parametrize(
    "text",
    [
        FEW + "print 'x'\n",
        FEW + "import Queue\n",
        FEW + "x = `1`\n",
        FEW + "x = 0777\n",
        "import base64\nprint base64.b64decode(x)[0]\n",
        "import hashlib\nx = hashlib.md5('a').digest()[0]\n",
        "def f(n):\n    return '\\x80' + chr(n)\nprint f(1)\n",
        "f = open('x', 'rb')\nprint f.read()[0]\n",
    ],
)
def test_programs_that_only_python_2_can_run_need_one_use_of_octets(text):
    assert RepositoryIndex(["main.py"], {"main.py": text}.get).octets
    files = {"main.py": text, "other.py": "import os\n"}
    assert RepositoryIndex(files, files.get).octets


@pytest.mark.parametrize(
    "text",
    [
        FEW,
        FEW + "print 'x', u'a', u'b', u'c', u'd', u'e'\n",
        FEW + "print b'x'\n",
        "import os\nprint chr(65), os.sep\n",
        FEW + "def f(x):\n    return x.__class__.__name__\n",
    ],
)
def test_one_use_of_octets_says_nothing_elsewhere(text):
    assert not RepositoryIndex(["main.py"], {"main.py": text}.get).octets
    files = {"main.py": FEW + "print 1\n", "a.py": "import os\n", "b.py": "import sys\n"}
    assert not RepositoryIndex(files, files.get).octets


def test_a_small_program_is_one_thing():
    files = {
        "main.py": "import proto\nx = ord(proto.pack('a')[0])\n",
        "proto.py": "import struct\ndef pack(s):\n    return '\\x01' + struct.pack('B', len(s)) + s\n",
    }
    index = RepositoryIndex(files, files.get)
    assert index.octets and index.is_python2("main.py", files["main.py"])
    assert '.decode("latin-1")' in migrate(files["proto.py"], "proto.py", index).text


PROGRAMS = {
    "functions handed on": """
import zlib, base64, binascii, struct
CODECS = {'zlib': (zlib.compress, zlib.decompress), 'b64': (base64.b64encode, base64.b64decode)}
tohex = binascii.hexlify
pack = struct.pack
for name in sorted(CODECS):
    there, back = CODECS[name]
    print name, back(there('some \\xff text'))[:4], isinstance(there('x'), str)
print tohex('A\\xff'), tohex(pack('>H', 513)), map(binascii.hexlify, ['a', 'b'])
""",
    "tables, maps and quoting": """
import string, mmap, tempfile, quopri, StringIO, socket
f = tempfile.TemporaryFile()
f.write('aaaa')
f.flush()
m = mmap.mmap(f.fileno(), 4)
m[1:3] = 'bb'
m[0] = 'c'
print m[:], m[3] == 'a'
print 'a\\0b\\0'.translate(string.maketrans('', ''), '\\0'), len(string.maketrans('', ''))
src, dst = StringIO.StringIO('a=b\\n'), StringIO.StringIO()
quopri.encode(src, dst, 0)
print dst.getvalue(),
a, b = socket.socketpair()
w = a.makefile('wb')
w.write('one\\ntwo\\n')
w.close()
a.close()
print [l.rstrip() for l in b.makefile('rb').readlines()]
""",
    "mail and unbuffered files of sockets": """
import email, socket, zlib
m = email.message_from_string('A: b\\nContent-Transfer-Encoding: base64\\n\\nAAH/\\n')
body = m.get_payload(decode=True)
print len(body), repr(body), body[2] == '\\xff', zlib.crc32(body) & 0xff
parts = email.message_from_string('Content-Type: multipart/mixed; boundary=x\\n\\n--x\\n\\na\\n--x--\\n')
print parts.get_payload(decode=True)
server = socket.socket()
server.bind(('127.0.0.1', 0))
server.listen(1)
a = socket.create_connection(server.getsockname())
b, _ = server.accept()
f, g = a.makefile('rw', 0), b.makefile('rw', 0)
f.write('one\\r\\n')
print repr(g.readline())
g.write('two' + chr(200) + '\\n')
print repr(f.readline())
""",
    "lines and files of the library": """
import os, tempfile, zipfile, array, urllib2, uuid, quopri
p = os.path.join(tempfile.mkdtemp(), 'f')
open(p, 'wb').write('one\\r\\ntwo\\rthree\\n')
print open(p).readlines(), open(p, 'rU').readlines(), [l for l in open(p)]
print [l.strip().split('w') for l in urllib2.urlopen('file://' + p)], len(urllib2.urlopen('file://' + p).readlines())
z = zipfile.ZipFile(p, 'w')
z.writestr('a', 'x\\ny\\n')
z.close()
print zipfile.ZipFile(p).open('a').read().split('\\n'), [l for l in zipfile.ZipFile(p).open('a')]
a = array.array('c', 'abc')
a[1] = 'X'
print a.tostring(), a[0], ''.join(a)
print repr(uuid.UUID(bytes='0123456789abcde\\xff').bytes[-2:]), quopri.decodestring('=41')
s = tempfile.SpooledTemporaryFile()
s.write('x' + chr(200))
s.seek(0)
print repr(s.read()), [l for l in tempfile.TemporaryFile()], bytes(bytearray('ab')) + 'c'
""",
    "one use": """
import zlib
def pack(text):
    packed = zlib.compress(text)
    return 'Z' + packed if len(packed) < len(text) else 'R' + text
def unpack(data):
    if data[0] == 'Z':
        return zlib.decompress(data[1:])
    return data[1:]
for text in 'a', 'long ' * 40:
    print pack(text)[0], unpack(pack(text))[:4] + '!', [unpack(pack(text))[:2]]
""",
    "a protocol over a socket": """
import socket, struct
class Conn:
    def __init__(self, sock):
        self.sock = sock
        self.buf = ''
    def send(self, data):
        self.sock.sendall(struct.pack('>H', len(data)) + data)
    def recv(self):
        while len(self.buf) < 2:
            self.buf += self.sock.recv(64)
        n, = struct.unpack('>H', self.buf[:2])
        data, self.buf = self.buf[2:2 + n], self.buf[2 + n:]
        return data
a, b = map(Conn, socket.socketpair())
a.send('v\\x00\\xff')
v = b.recv()
print repr(v), v[0] == 'v', [ord(c) for c in v], '%r|%5s' % (v, v[:1]), [v]
""",
    "a file of records": """
import struct, os, tempfile, zlib
p = tempfile.mktemp()
f = open(p, 'wb')
for name in ('bolt', 'nut'):
    f.write(struct.pack('<6sB', name, 200) + chr(len(name)))
f.close()
f = open(p, 'rb')
for line in range(2):
    name, n = struct.unpack('<6sB', f.read(7))
    print name.rstrip('\\0') + '!', n, ord(f.read(1)), zlib.crc32(name) & 0xffffffff
f.close()
print `open(p, 'rb').read()`
os.remove(p)
""",
    "a parser that is given files of the disk": """
import os, struct, tempfile
class Page(object):
    def __init__(self, source):
        self.data = source.read()
path = tempfile.mktemp()
out = open(path, 'wb')
out.write(struct.pack('>H', 65535) + '\\xe9' + chr(200))
out.close()
first, second = Page(open(path, 'rb')), Page(open(path, 'rb'))
print first.data == '\\xff\\xff\\xe9\\xc8', ord(second.data[2]), len(first.data)
os.remove(path)
""",
    "ciphers and hashes": """
import hashlib, hmac, base64, struct, urllib
def xor(data, key):
    return ''.join([chr(ord(c) ^ ord(key[i % len(key)])) for i, c in enumerate(data)])
def by(hasher, text):
    h = hasher(text)
    return h.hexdigest()[:8], h.digest()[0] == text
mac = hmac.new('k\\xff', 'a' + struct.pack('>I', 1), hashlib.sha1).digest()
print xor('attack', '\\x80k').encode('hex'), by(hashlib.md5, '\\xe9'), base64.b64encode(mac[:4] + 'x')
print urllib.quote(mac[:3]), map(ord, mac[:2]), urllib.unquote('%ff') == '\\xff', 'ff'.decode('hex') == '\\xff'
b = bytearray('a\\xff')
print str(b) == 'a\\xff', hashlib.sha1(base64.b64decode('AAA=')).hexdigest()[:6]
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_they_do_what_they_did(name, tmp_path):
    python2 = find_python2()
    if python2 is None:
        pytest.skip("no Python 2.7 here")
    text = PROGRAMS[name]
    index = RepositoryIndex(["main.py"], {"main.py": text}.get)
    assert index.octets
    (tmp_path / "old.py").write_text(text)
    (tmp_path / "new.py").write_text(migrate(text, "main.py", index).text)
    shown = [
        subprocess.run(
            [str(python), str(tmp_path / file)], capture_output=True, text=True, timeout=30, check=True
        )
        for python, file in ((python2.path, "old.py"), (sys.executable, "new.py"))
    ]
    assert shown[1].stdout == shown[0].stdout


TEXT = "z = a.decode('utf-8')\n"
EDGES = "import struct\nx = struct.pack('B', 1)\ny = sock.recv(1) + sock.recv(2)\n"


@pytest.mark.parametrize(
    ("texts", "packaged", "expected"),
    [
        ([MANY + TEXT], False, True),
        ([MANY + TEXT * 40], False, False),
        ([EDGES + TEXT], False, True),
        ([EDGES + TEXT * 40], False, False),
        ([EDGES, TEXT], False, True),
        ([EDGES, TEXT * 7], False, True),
        ([EDGES, TEXT * 12], True, False),
        ([EDGES, TEXT], True, True),
        ([EDGES, TEXT + "b = b'a'\n"], False, False),
    ],
)
def test_octets_beside_text_are_to_be_many(texts: list[str], packaged: bool, expected: bool) -> None:
    assert is_program_of_octets(texts, lambda: True, packaged) is expected
    assert not is_program_of_octets(texts, lambda: False, packaged)


@pytest.mark.skipif(find_python2() is None, reason="needs Python 2.7")
def test_octets_beside_text_mean_what_they_meant(tmp_path: Path) -> None:
    """Text is encoded in one file and packed in another; what is printed goes out as the octets that it was."""
    files = {
        "main.py": "import sys, wire\nfrom wire import *\n"
        "data = frame('name', u'Z\\xfcrich \\u2013 8') + frame('raw', '\\x00\\xff')\n"
        "print len(data), data.encode('hex')\nfor key, value in frames(data):\n    print key, len(value), value\n"
        "print wire.frame('end', data[:3]).count('\\0'), text(frames(data)[0][1])[:6].encode('utf-8')\n",
        "wire.py": "import struct, zlib\n"
        "def frame(key, value):\n    if isinstance(value, unicode):\n        value = value.encode('utf-8')\n"
        "    body = chr(len(key)) + key + value\n"
        "    return struct.pack('>HI', len(body), zlib.crc32(body) & 0xffff) + body\n"
        "def frames(data):\n    found = []\n    while data:\n        size, crc = struct.unpack('>HI', data[:6])\n"
        "        body, data = data[6:6 + size], data[6 + size:]\n        n = ord(body[0])\n"
        "        found.append((body[1:n + 1], body[n + 1:]))\n    return found\n"
        "def text(octets):\n    return octets.decode('utf-8')\n",
    }
    python2 = find_python2()
    assert python2 is not None
    index = RepositoryIndex(files, files.get)  # type: ignore[arg-type]
    shown = []
    for name, python in (("old", str(python2.path)), ("new", sys.executable)):
        for key, text in files.items():
            (tmp_path / name).mkdir(exist_ok=True)
            (tmp_path / name / key).write_text(migrate(text, key, index).text if name == "new" else text)
        shown.append(
            subprocess.run([python, "main.py"], cwd=tmp_path / name, capture_output=True, check=True).stdout
        )
    assert shown[1] == shown[0]


@pytest.mark.parametrize("test", ["bytes is str", "str is not bytes"])
def test_a_program_that_asks_what_bytes_are_knows_of_both(test: str) -> None:
    octets = "import struct\nn = 0L\ndef f(a): return struct.pack('!I', a) + chr(a) + '\\xff'\n"
    assert is_program_of_octets([octets], lambda: True)
    assert not is_program_of_octets([octets + f"if {test}: pass\n"], lambda: True)


def test_a_small_package_is_one_as_well_where_any_file_shows_python_2():
    files = {
        "p/__init__.py": "",
        "p/a.py": "import struct\nH = '\\x01\\xff'\ndef f(x):\n    return H + struct.pack('>H', len(x)) + chr(1)\n",
        "p/b.py": "import zlib\ndef g(x):\n    return ord(zlib.compress(x)[0])\n",
        "main.py": "from p import a\nprint repr(a.f('x'))\n",
    }
    assert RepositoryIndex(files, files.get).octets
    packed = "import struct\ndef f(x):\n    return struct.pack('B', ord(x))\n"
    unproven = {"p/__init__.py": "", "p/a.py": packed * 3, "p/b.py": packed}
    assert not RepositoryIndex(unproven, unproven.get).octets, "presumption alone does not tell octets"
    spoken = {**files, "p/c.py": "x = u'a'\n"}
    assert not RepositoryIndex(spoken, spoken.get).octets


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("x = u'caf\\xe9'.encode('utf-8')\n", True),
        ("x = u'it\\'s'.encode( \"latin-1\" )\n", True),
        ("# caf\xe9's\n", True),
        ("x = u'caf\\xe9'\n", False),
        ("x = u'a' + y.encode('utf-8')\n", False),
        ("x = 'caf\xe9'\n", False),
    ],
)
def test_what_is_encoded_where_it_stands_is_octets(other, told):
    text = (
        "import struct\nx = struct.pack('BB', ord(y[0]), 1) + chr(3) + '\\xff\\xfe' + struct.unpack('B', z)\n"
    )
    assert is_program_of_octets([text + other]) is told


def test_a_module_of_its_own_that_is_called_codecs_is_no_sign_of_text():
    files = {
        f"p/{name}.py": "x = struct.pack('>H', ord(y))\ncodecs.enc(codecs.enc(x))\n" * 15 for name in "abc"
    }
    plain = RepositoryIndex({"p/__init__.py": "", **files}, files.get)
    assert not plain.octets
    own = {"p/__init__.py": "", "p/codecs.py": "def enc(x): return chr(x)\n", **files}
    assert RepositoryIndex(own, own.get).octets


@pytest.mark.parametrize(
    ("octets", "edges", "text", "held"),
    [
        (5, 2, 3, True),
        (5, 2, 4, True),
        (5, 2, 8, False),
        (1, 1, 2, True),
        (1, 1, 3, False),
        (5, 1, 1, True),
        (2, 0, 2, False),
        (5, 0, 1, True),
        (40, 0, 3, False),
    ],
)
def test_a_program_with_text_and_clearly_more_octets(octets, edges, text, held):
    uses = (
        "x = struct.pack('B', 1)\n" * edges
        + "x = ord(y)\n" * (octets - edges)
        + "x = y.decode('utf-8')\n" * text
    )
    assert is_program_of_octets([uses], lambda: True) is held
    assert not is_program_of_octets([uses], lambda: True, packaged=True)


def test_a_repository_that_asks_which_python_runs_is_written_for_both() -> None:
    many = ["x = '\\xff\\xfe'\ny = chr(200)\n" * 20] * 4
    assert holds_octets(many)
    flagged = [f"from compat import PYTHON3\n{text}" for text in many[:3]] + many[3:]
    assert not holds_octets(flagged)


def test_fewer_octets_tell_where_hardly_anything_is_text():
    octets = "x = struct.unpack('<H', zlib.decompress(d)), ord(c), chr(n)\n"
    few = [octets, octets, octets, "t = u'text'\n"]
    assert holds_octets(few)
    assert not holds_octets(few[:2])
    assert not holds_octets([*few, "t = u'a', u'b', u'c', unicode(d)\n"])
    assert not holds_octets([*few, "t = b'a', b'b', b'c', b'd'\n"])


def test_what_all_names_of_struct_are_taken_for_is_a_use_of_octets() -> None:
    uses = "a = pack(form, b)\nc, = unpack(form, a)\n" * 12
    assert holds_octets(["from struct import *\n" + uses, "x = chr(1)\n"])
    assert not holds_octets([uses, "x = chr(1)\n"])
    assert not holds_octets(["from construct import *\n" + uses, "x = chr(1)\n"])


def test_a_literal_that_ends_in_b_is_none_of_bytes() -> None:
    many = ["x = chr(1)\n" * 30, "y = ord(z)\n" * 30]
    assert holds_octets([*many, "q = 'queue-b', 'a.b', \"!b\"\n" * 5])
    assert not holds_octets([*many, "q = 'queue-b', b'a'\n" * 5])


def test_a_program_that_ciphers_is_one_of_octets():
    text = (
        "from Crypto.Cipher import AES\nimport base64\ndef lock(key, text, iv):\n"
        "    cipher = AES.new(key, AES.MODE_CBC, iv)\n    text += (16 - len(text) % 16) * chr(1)\n"
        "    return base64.b64encode(iv + cipher.encrypt(text.encode('utf-8')))\ndef unlock(key, coded):\n"
        "    raw = base64.b64decode(coded)\n    cipher = AES.new(key, AES.MODE_CBC, raw[:16])\n"
        "    return cipher.decrypt(raw[16:]).decode('utf-8')[:-ord(raw[0])]\nprint 1\n"
    )
    files = {"a.py": text, "b.py": "print u'text'\n"}
    assert RepositoryIndex(files, files.get).octets
    plain = {"a.py": text.replace("AES.new(", "made("), "b.py": "print u'text'\n" * 20}
    assert not RepositoryIndex(plain, plain.get).octets


SPELLED = "x = 'caf\\xc3\\xa9'\n"
DECODED = "y = x.decode('utf-8')\n"
EDGE = "f = open(p, 'rb')\n"
INSIDE = "x = chr(a) + chr(ord(b) & 127)\n" * 12


@pytest.mark.parametrize(
    ("texts", "packaged", "expected"),
    [
        # Text spelled octet by octet, and decoded, in a small program.
        ([SPELLED + DECODED], False, True),
        ([SPELLED, DECODED], False, True),
        ([SPELLED + DECODED], True, False),
        ([SPELLED + "y = x.encode('utf-8')\n"], False, True),
        # In the codec of the file as well, where text is of another kind.
        (["x = 'caf\xe9'\n" + DECODED], False, True),
        (["x = 'caf\xe9'\n" + DECODED], True, False),
        (["x = 'caf\xe9'\nprint x\n"], False, False),
        (["x = u'caf\xe9'\n" + DECODED], False, False),
        (["x = u'caf\\xc3\\xa9'\n" + DECODED], False, False),
        ([SPELLED + DECODED * 21], False, False),
        # Many octets inside, with one edge, beside some text.
        ([INSIDE + EDGE, DECODED * 7], False, True),
        ([INSIDE, DECODED * 7], False, True),
        ([EDGE, DECODED * 7], False, False),
        ([INSIDE + EDGE, DECODED * 40], False, False),
        ([EDGE, "t = {'\\x80': 1, '\\x81': 2}\n" * 20 + DECODED * 5], False, False),
    ],
)
def test_what_a_small_program_of_octets_shows(texts: list[str], packaged: bool, expected: bool) -> None:
    assert is_program_of_octets(texts, lambda: True, packaged) is expected


def test_what_only_looks_like_a_file_is_read_and_written_as_it_is() -> None:
    """Stand-ins for sockets give objects with the few methods that a test needs."""
    names: dict[str, Any] = {"io": io}
    exec(WRAPPER, names)

    class StandIn:
        held: str | None = None

        def read(self) -> str | None:
            return self.held

    made, real = StandIn(), io.BytesIO(b"\xe9")
    assert names["octets"](made) is made and names["octets"](made).read() is None
    assert names["octets"](None) is None
    assert names["octets"](real).read() == "\xe9"
    in_memory = io.StringIO(
        "\xe9"
    )  # what stands in for a file of a socket in tests: characters are octets already
    assert names["octets"](in_memory) is in_memory


TALKS = "s.connect(a)\nd = s.recv(9)\ns.{0}('x\\xe9')\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TALKS.format("sendall") + "print d.decode('utf-8')\n", True),
        (TALKS.format("send") + "t.sendall('x')\nprint d.decode('utf-8')\n", True),
        (TALKS.format("sendall") + "print d.decode('utf-8')\n" * 5, False),
        (TALKS.format("sendall").replace("s.recv", "s.get") + "print d.decode('utf-8')\n" * 4, False),
    ],
)
def test_a_program_that_talks_by_sockets_needs_fewer_octets_beside_text(text: str, expected: bool) -> None:
    assert is_program_of_octets([text], lambda: True) is expected
    assert not is_program_of_octets([text], lambda: True, packaged=True)
