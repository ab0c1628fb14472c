"""Octets that stay text, of Latin-1, at the edges of the standard library."""

import codecs
import io
import subprocess
import sys
import zlib

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_settled, check_untouched, octet_repository, run

from migration.analysis.strings.octets import DECODER, ENCODER
from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "octet_text"


def check(before, after):
    text = before + PROOF
    outcome = run(RULE, text, key="p/a.py", index=octet_repository(text))
    assert after in outcome.text, outcome.text
    check_settled(RULE, outcome, key="p/a.py", index=octet_repository(outcome.text))
    return outcome.text


@pytest.mark.parametrize(
    "text", ["import struct\nstruct.pack('B', 1)\n", "x.encode('utf-8')\n", "open('a', 'rb')\n"]
)
def test_leaves_a_repository_that_is_not_about_octets(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("other", ["x = u'a'.encode('utf-8')\n" * 40, "x = b'a' + bytearray(1)\n" * 8, ""])
def test_text_or_bytes_of_their_own_speak_against_it(other):
    files = {"p/__init__.py": "", "p/a.py": "x = chr(1)\n" * 20, "p/b.py": other or "x = chr(1)\n"}
    assert not RepositoryIndex(files, files.get).octets


def test_functions_of_struct_and_the_word_in_prose_are_told_apart():
    files = {
        "p/a.py": "from struct import pack\nx = pack('B', 1) + unpack(\"B\", y)\n" * 12,
        "p/b.py": "x = chr(1)\n",
        "p/__init__.py": "",
    }
    assert RepositoryIndex(files, files.get).octets
    prose = {**files, "p/c.py": "# a plain string, not a unicode object, is taken\n" * 20}
    assert RepositoryIndex(prose, prose.get).octets
    method = {key: text.replace("pack(", "pack.x(") for key, text in files.items()}
    assert not RepositoryIndex(method, method.get).octets
    kinds = {**files, "p/c.py": "isinstance(x, unicode)\n" * 20}
    assert not RepositoryIndex(kinds, kinds.get).octets


@pytest.mark.parametrize(
    "text",
    [
        "def pack(x): pass\npack(1)\n",
        "struct = f()\nstruct.pack('B', 1)\n",
        "x.digest(1)\n",
        "from struct import unpack\ndef f(x, more):\n    u = unpack\n    u = more\n    return u('B', x)\n",
        "class H:\n    def digest(self): pass\nmake(x).digest()\n",
        "hashed(x, 1).hexdigest()\nhashed(x, key=1).hexdigest()\n",
        "import struct\nstruct.calcsize('B')\n",
        "import email.header\na = email.header.Header(b).encode()\n",
        "from email.header import Header\nh = Header(b, 'utf-8')\na = h.encode()\n",
        "from email.header import Header\nm['Subject'] = Header(b)\na = m['subject'].encode()\n",
        "import pkgutil\npkgutil.get_data('p', 'a.txt').decode('utf-8')\n",
    ],
)
def test_refuses(text):
    text += PROOF
    assert run(RULE, text, key="p/a.py", index=octet_repository(text)).text == text.replace("1L", "1")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import struct\na = struct.pack('B', 1)\n", "a = struct.pack('B', 1).decode(\"latin-1\")\n"),
        ("import struct\na = struct.pack('4s', x)\n", "struct.pack('4s', as_bytes(x, \"latin-1\"))"),
        ("import struct\na = struct.unpack('B', x)\n", "a = struct.unpack('B', as_bytes(x, \"latin-1\"))\n"),
        ("import struct\na = struct.unpack('4s', x)\n", "a = octet_values(struct.unpack("),
        (
            "import zlib\na = zlib.compress('x' + y)\n",
            'zlib.compress(as_bytes(\'x\' + y, "latin-1")).decode("latin-1")',
        ),
        ("import hashlib\nh = hashlib.md5('x')\nh.update(y)\n", "hashlib.md5(b'x')\nh.update(as_bytes(y"),
        (
            "from struct import unpack\ndef f(x):\n    u = unpack\n    return u('B', x)\n",
            "return u('B', as_bytes(x, \"latin-1\"))\n",
        ),
        (
            "def f(x, hashed): return hashed(x).digest()\n",
            'return hashed(as_bytes(x, "latin-1")).digest().decode("latin-1")\n',
        ),
        (
            "from ciphers import SHA\nh = SHA.new(x).digest()\n",
            'h = SHA.new(as_bytes(x, "latin-1")).digest().decode("latin-1")\n',
        ),
        (
            "import array\nb = array.array('B')\nb.fromstring(x)\ny = b[:2].tobytes()\n",
            'b.fromstring(as_bytes(x, "latin-1"))\ny = b[:2].tobytes().decode("latin-1")\n',
        ),
        (
            "import codecs\na = codecs.decode(x, 'utf-8') + codecs.encode(y, 'latin-1')\n",
            "a = codecs.decode(as_bytes(x, \"latin-1\"), 'utf-8') + codecs.encode(y, 'latin-1').decode(\"latin-1\")\n",
        ),
        (
            "import array\nb = array.array('B', open(p, 'rb').read())\n",
            "b = array.array('B', as_bytes(open_octets(p, 'rb').read(), \"latin-1\"))\n",
        ),
        ("def f(x, hashed): return hashed(x).hexdigest()\n", 'hashed(as_bytes(x, "latin-1")).hexdigest()\n'),
        ("a = x.encode('utf-8')\n", "a = x.encode('utf-8').decode(\"latin-1\")\n"),
        ("a = x.decode('utf-8')\n", "a = as_bytes(x, \"latin-1\").decode('utf-8')\n"),
        ("a = unicode(x, 'utf-8')\n", "a = as_bytes(x, \"latin-1\").decode('utf-8')\n"),
        ("a = x.encode('hex')\n", 'a = binascii.hexlify(as_bytes(x, "latin-1")).decode("latin-1")\n'),
        (
            "a = s.recv(9)\ns.sendall(a)\n",
            'a = s.recv(9).decode("latin-1")\ns.sendall(as_bytes(a, "latin-1"))\n',
        ),
        ("a = w.readframes(9)\n", 'a = w.readframes(9).decode("latin-1")\n'),
        ("w.writeframes(a)\n", 'w.writeframes(as_bytes(a, "latin-1"))\n'),
        (
            "import zlib\nd = zlib.decompressobj()\nx = d.flush() + d.unused_data\n",
            'x = d.flush().decode("latin-1") + d.unused_data.decode("latin-1")\n',
        ),
        (
            "import zlib\nc = zlib.compressobj()\nx = c.compress(y)\n",
            'x = c.compress(as_bytes(y, "latin-1")).decode("latin-1")\n',
        ),
        (
            "import hashlib, struct\nh = hashlib.md5()\nh.update(struct.pack('B', 1))\n",
            "\nh.update(struct.pack('B', 1))\n",
        ),
        ("f = open(p, 'rb')\n", "f = open_octets(p, 'rb')\n"),
        (
            "import gzip, StringIO\nf = gzip.GzipFile(fileobj=StringIO.StringIO())\n",
            "f = octets(gzip.GzipFile(",
        ),
    ],
)
def test_text_meets_bytes_at_the_edges(before, after):
    check(before, after)


def test_files_and_buffers_of_octets_work(tmp_path):
    text = (
        "from cStringIO import StringIO\n"
        "import struct\n"
        "def f(path):\n"
        "    file = open(path, 'wb')\n"
        "    file.write(struct.pack('!H', 0xfffe) + '\\r\\n\\x00end')\n"
        "    file.close()\n"
        "    file = open(path, 'rb')\n"
        "    file.seek(-3, 2)\n"
        "    last = file.read()\n"
        "    file.seek(0)\n"
        "    head = file.read(2)\n"
        "    file.seek(1, 1)\n"
        "    buffer = StringIO(file.read(1))\n"
        "    buffer.seek(0, 2)\n"
        "    buffer.write('x')\n"
        "    return last, struct.unpack('!H', head)[0], buffer.getvalue(), ord(head[0])\n"
    ) + PROOF
    names = {}
    exec(migrate(text, "p/a.py", octet_repository(text)).text, names)
    assert names["f"](str(tmp_path / "f")) == ("end", 0xFFFE, "\nx", 0xFF)
    assert (tmp_path / "f").read_bytes() == b"\xff\xfe\r\n\x00end"


@pytest.mark.parametrize("mode", ["r", "rt", "rb", "r+", "r+b"])
def test_a_file_is_opened_in_any_mode(tmp_path, mode):
    (tmp_path / "f").write_bytes(b"\xe9\r\n")
    names = {}
    text = f"def f(path): return open(path, {mode!r}).read()\n" + PROOF
    exec(migrate(text, "p/a.py", octet_repository(text)).text, names)
    assert names["f"](str(tmp_path / "f")) == "\xe9\r\n"


@pytest.mark.parametrize("mode", ["U", "rU", "rbU"])
def test_a_file_of_any_newlines(tmp_path, mode):
    """Told by a variable: the helper sees to it."""
    (tmp_path / "f").write_bytes(b"\xe9\r\na\r")
    names = {}
    text = "def f(path, mode): return open(path, mode).read()\n" + PROOF
    exec(migrate(text, "p/a.py", octet_repository(text)).text, names)
    assert names["f"](str(tmp_path / "f"), mode) == "\xe9\na\n"


def test_a_file_in_memory_is_of_octets(tmp_path):
    (tmp_path / "f").write_bytes(b"\xff\x01ab\ncd")
    text = (
        "import mmap\n"
        "def f(path):\n"
        "    file = open(path, 'r+b')\n"
        "    m = mmap.mmap(file.fileno(), 0)\n"
        "    m[2] = 'x'\n"
        "    m[5:7] = 'yz'\n"
        "    return m[0], m[:2], m.find('\\n'), m.read(3), m.readline(), len(m), m[-2:]\n"
    ) + PROOF
    outcome = run(RULE, text, key="p/a.py", index=octet_repository(text))
    check_settled(RULE, outcome, key="p/a.py", index=octet_repository(outcome.text))
    names = {}
    exec(outcome.text, names)
    assert names["f"](str(tmp_path / "f")) == ("\xff", "\xff\x01", 4, "\xff\x01x", "b\n", 7, "yz")


def test_a_temporary_file_is_wrapped_once_by_a_helper_that_comes_along():
    text = check(
        "def f():\n    import tempfile\n    return tempfile.TemporaryFile()\n",
        "return octets(tempfile.TemporaryFile())\n",
    )
    assert text.count("def octets(file):") == 1


def test_a_file_does_not_seek_before_its_beginning(tmp_path):
    (tmp_path / "f").write_bytes(b"ab")
    names = {}
    text = (
        "def f(path):\n    file = open(path, 'rb')\n    try:\n        file.seek(-3, 2)\n"
        "    except IOError:\n        return file.read()\n"
    )
    exec(migrate(text + PROOF, "p/a.py", octet_repository(text)).text, names)
    assert names["f"](str(tmp_path / "f")) == "ab"


def test_what_a_helper_seeks_is_no_sign_of_relative_seeks():
    text = f"import gzip, io\ndef f(p): return gzip.open(p), io.StringIO()\n{PROOF}"
    first = run(RULE, text, key="p/a.py", index=octet_repository(text)).text
    assert "octets(gzip.open(p)), io.StringIO()" in first
    assert (
        run(RULE, first + PROOF, key="p/a.py", index=octet_repository(first + PROOF)).text
        == first + PROOF_AFTER
    )


OWN = "class Message:\n    def encode(self): return ''\n    def decode(self, data): pass\n"


@pytest.mark.parametrize(
    "text", ["a = message.encode()\n", "message.decode(data)\n", "message.decode('\\x12')\n"]
)
def test_leaves_what_a_class_of_the_repository_calls_encoding(text):
    index = octet_repository(OWN + text)
    outcome = run(RULE, OWN + text + PROOF, key="p/a.py", index=index)
    assert text in outcome.text, outcome.text
    assert "as_bytes" not in outcome.text


def test_leaves_a_function_of_a_module_that_is_called_so():
    text = "from p import c\na = c.encode(b).x()\n"
    outcome = run(RULE, text + PROOF, key="p/a.py", index=octet_repository(text))
    assert text in outcome.text, outcome.text


def test_text_is_encoded_beside_classes_that_encode_themselves():
    check(OWN + "a = x.encode('utf-8')\n", "a = x.encode('utf-8').decode(\"latin-1\")\n")
    check(OWN + "a = x.decode(self.charset)\n", 'a = as_bytes(x, "latin-1").decode(self.charset)\n')
    for given in ("enc = self._encodings[0]\n", "enc, term = locale.getpreferredencoding(), 1\n"):
        check(OWN + given + "a = x.decode(enc)\n", 'a = as_bytes(x, "latin-1").decode(enc)\n')
    check(OWN + "def f(x, enc): return x.encode(enc)\n", 'return x.encode(enc).decode("latin-1")\n')
    check(OWN + "def f(x, *a): return x.encode(*a)\n", 'return x.encode(*a).decode("latin-1")\n')
    check(OWN + "a = x.encode(y, 'replace')\n", "a = x.encode(y, 'replace').decode(\"latin-1\")\n")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("p", 'octets(open(p, "rb"))'),
        ("p, 'r'", 'octets(open(p, "rb"))'),
        ("p, 'rU'", 'octets(open(p, "rb"))'),
        ("p, 'wb'", "octets(open(p, 'wb'))"),
        ("p, mode", "octets(open(p, mode))"),
    ],
)
def test_what_is_given_for_open_is_asked_for_octets(given, wanted):
    # A caller may give gzip.open, which knows no encodings without text mode.
    text = f"import io\ndef f(p, mode, open=open): return open({given})\n"
    assert f"return {wanted}\n" in run(RULE, text + PROOF, key="p/a.py", index=octet_repository(text)).text


@pytest.mark.parametrize(
    "call", ["toxml('utf-8')", "toxml(encoding='utf-8')", "toprettyxml(' ', '\\n', 'utf-8')"]
)
def test_a_document_that_is_written_in_an_encoding(call):
    check(
        f"from xml.dom.minidom import parseString\nx = parseString('<a/>').{call}\n",
        f'.{call}.decode("latin-1")',
    )


def test_a_document_that_a_function_gives_back_for_text():
    check(
        "def f(d): return d.toxml('utf-8')\nx = f(y) == '<?xml'\n",
        "def f(d): return d.toxml('utf-8').decode(\"latin-1\")",
    )


def test_a_document_as_text():
    text = "from xml.dom.minidom import parseString\nx = parseString('<a/>').toxml()\n"
    assert ".toxml()\n" in run(RULE, text + PROOF, key="p/a.py", index=octet_repository(text)).text


@pytest.mark.parametrize("method", ["get", "pop", "setdefault"])
def test_an_item_of_a_table_that_is_text_if_there_is_none_is_decoded(method):
    text = f"def f(d): return d.{method}('k', '').decode('latin-1')\nx = f({{'k': chr(233)}}), f({{}})\nprint 1\n"
    files = {
        "p/a.py": text,
        "p/b.py": "x = [ord(c) for c in chr(1) + '\\xff'] + [struct.pack('B', 1)]\n" * 12,
    }
    done = migrate(text, "p/a.py", RepositoryIndex(files, files.get)).text
    names: dict[str, object] = {}
    exec(done, names)
    assert names["x"] == ("\xe9", "")
    again = RepositoryIndex({**files, "p/a.py": done}, {**files, "p/a.py": done}.get)
    assert migrate(done, "p/a.py", again).text == done


def test_what_is_received_by_flags():
    check("x = s.recv(1, socket.MSG_PEEK)\n", 's.recv(1, socket.MSG_PEEK).decode("latin-1")')


def test_a_function_of_the_name_of_a_method_is_no_method():
    text = "import socket\ndef recv(s, n):\n    return s.recv(n)\n"
    check(text, 's.recv(n).decode("latin-1")')


def test_what_may_stand_in_for_a_socket():
    fake = "class Fake:\n    def recv(self, n): return 'a' * n\n"
    check("import os, socket\n" + fake + "x = s.recv(1)\n", "x = characters(s.recv(1))")
    check(fake + "x = s.recv(1)\n", "x = s.recv(1)\n")
    check("import os, socket\n" + fake + "s.recv(1)\n", "\ns.recv(1)\n")
    check("import socket\n" + fake + "x = Fake().recv(1)\n", "x = Fake().recv(1)\n")
    check("import socket\nimport p.net as net\ndef recv(s): pass\nx = net.recv(s)\n", "x = net.recv(s)\n")


def test_what_may_stand_in_for_a_hash():
    own = "class Md4:\n    def digest(self): return 'a' * 16\n"
    check(own + "x = self.hash_func(y).digest()\n", "x = characters(self.hash_func(y).digest())")
    check(own + "x = self.table(y).digest()\n", "x = self.table(y).digest()\n")
    check(own + "x = Md4().digest()\n", "x = Md4().digest()\n")


def test_what_a_codec_object_gives_is_taken_apart():
    check("x = codec.encode(text)[0]\n", 'codec.encode(text)[0].decode("latin-1")')
    check("x = self.codecs[v].decode(data)[0]\n", 'self.codecs[v].decode(as_bytes(data, "latin-1"))[0]')
    check("text, read = codec.decode(data)\n", 'text, read = codec.decode(as_bytes(data, "latin-1"))')
    check("text, read = codec.encode(data)\n", "text, read = codec.encode(data)\n")
    check("x = text.encode(enc)[0]\n", 'text.encode(enc).decode("latin-1")[0]')
    check("x = text.encode('utf-8')[0]\n", "text.encode('utf-8').decode(\"latin-1\")[0]")


PACKERS = """
import struct
from struct import Struct
pack, unpack = struct.pack, struct.unpack
pack_int, unpack_int = Struct('!i').pack, Struct('!i').unpack
short = Struct('!h')
unpack_pair = Struct('!2sh').unpack
pack_short = short.pack
def near():
    pack = struct.pack
    return pack('H', 1), pack_int(3), unpack_int('\\0\\0\\0\\5')
"""


KEPT = """
import struct
S = struct.Struct('>H')
class Numbers(object):
    packers = {2: S.pack}
    def pack(self, n, size=2): return self.packers[size](n)
    def either(self): return [S.unpack, len]
"""


def test_packers_that_tables_are_given(capsys):
    shown = "n = Numbers()\nprint repr((n.pack(258) + 'a', n.either()[0]('ab')))\n"
    found = migrate(KEPT + shown + PROOF, "p/a.py", octet_repository(KEPT)).text
    assert "{2: octet_packer(S.pack)}" in found and "[octet_unpacker(S.unpack), len]" in found
    assert migrate(found, "p/a.py", octet_repository(found)).text == found
    exec(found, {})
    assert capsys.readouterr().out == r"('\x01\x02a', (24930,))" + "\n"


def test_packers_that_are_handed_on_by_name(capsys):
    shown = "print repr((near(), pack('2sB', 'ab', 20), pack_short(1), unpack_pair('ab\\0\\1')))\n"
    found = migrate(PACKERS + shown + PROOF, "p/a.py", octet_repository(PACKERS)).text
    assert "pack_short = octet_packer(short.pack)" in found
    assert migrate(found, "p/a.py", octet_repository(found)).text == found
    exec(found, {})
    assert capsys.readouterr().out == (
        r"(('\x01\x00', '\x00\x00\x00\x03', (5,)), 'ab\x14', '\x00\x01', ('ab', 1))" + "\n"
    )


@pytest.mark.parametrize(
    "text", ["x.pack = y.pack\n", "a = b.pack\n", "def f():\n    return Struct('i').pack\n"]
)
def test_leaves_what_may_pack_otherwise(text):
    assert (
        text
        in run(
            RULE, "from struct import Struct\n" + text + PROOF, key="p/a.py", index=octet_repository(text)
        ).text
    )


HALVES = """
import codecs, pickle, array
encode, decode = codecs.getencoder('utf-8'), codecs.getdecoder('utf-8')
class Store(object):
    def __init__(self, file): self.file = file
    def keep(self, value): pickle.dump(value, self.file, 2)
    def give(self): return pickle.load(self.file)
    def put(self, numbers): numbers.tofile(self.file)
    def get(self, numbers, count): numbers.fromfile(self.file, count)
"""


@pytest.mark.parametrize(
    "text",
    [
        "class Rows(list):\n    @classmethod\n    def fromfile(cls, name): return cls()\nx = Rows.fromfile(f)\n",
        "import numpy as np\nx = np.fromfile(f, count=3)\n",
    ],
)
def test_a_method_of_that_name_that_is_no_array_s_gets_the_file_itself(text):
    text = "import array\n" + text + PROOF
    assert "OctetFile" not in run(RULE, text, key="p/a.py", index=octet_repository(text)).text


@pytest.mark.parametrize("kind", ["StringIO", "BytesIO"])
def test_files_of_either_kind_hold_what_is_pickled(kind, capsys):
    used = (
        f"import io\nfile = io.{kind}()\nstore, a = Store(file), array.array('B', [1, 200])\n"
        "store.keep(['x', 1]); store.keep(2); store.put(a); place = file.seek(0)\n"
        "kept, b = (store.give(), store.give()), array.array('B')\nstore.get(b, 2)\n"
        "print(ascii((kept, b, encode('\\xe4')[0], decode('\\xc3\\xa4')[0])))\n"
    )
    outcome = run(RULE, HALVES + PROOF, key="p/a.py", index=octet_repository(HALVES))
    check_settled(RULE, outcome, key="p/a.py", index=octet_repository(outcome.text))
    exec(outcome.text + used, {})
    assert capsys.readouterr().out == r"((['x', 1], 2), array('B', [1, 200]), '\xc3\xa4', '\xe4')" + "\n"


@pytest.mark.parametrize(
    "text",
    [
        "f = open(p, 'rb')\nx = pickle.load(f)\n",
        "import sys\nx = pickle.load(sys.stdin.buffer)\n",
        "x = pickle.load(io.BytesIO(y))\n",
    ],
)
def test_leaves_files_of_bytes(text):
    whole = f"import io, pickle\n{text}{PROOF}"
    assert "OctetFile" not in run(RULE, whole, key="p/a.py", index=octet_repository(text)).text


def test_letters_of_a_base64_of_ones_own():
    check("import base64\nx = base64.b64encode(y, './')\n", "b64encode(as_bytes(y, \"latin-1\"), b'./')")


def test_a_module_that_has_an_open_of_its_own():
    text = "import os\ndef open(): pass\nf = os.fdopen(3, 'wb')\nf.seek(1, 2)\n"
    outcome = run(RULE, text + PROOF, key="p/a.py", index=octet_repository(text))
    assert "binary = io.open(file" in outcome.text


def test_an_encoder_of_another_package_takes_a_value():
    check("x = JSONEncoder().encode(value)\n", "x = JSONEncoder().encode(value)\n")
    check("x = y.encode(charset)\n", 'x = y.encode(charset).decode("latin-1")\n')


def test_a_class_of_buffers_is_one_of_octets():
    text = "import StringIO\nclass C(StringIO.StringIO):\n    pass\nf.seek(1, 2)\n"
    check(text, "class C(OctetsIO):")


def test_the_inner_module_of_sockets():
    guarded = "try:\n    from _socket import inet_ntoa as a\nexcept ImportError:\n    from p.m import a\n"
    check(guarded + "x = a(y)\n", 'x = a(as_bytes(y, "latin-1"))')


def test_queries_are_parted_as_text():
    text = "from urlparse import parse_qs\ndef f(x): return parse_qs(x.encode('utf-8'))\n"
    found = migrate(text + PROOF, "p/a.py", octet_repository(text)).text
    assert "x.encode('utf-8').decode(\"latin-1\").replace(';', '&')" in found


def test_a_hash_that_comes_along_with_all_of_a_module():
    text = "from p.m import *\nx = sha1(y).digest()\n"
    check(text, 'x = sha1(as_bytes(y, "latin-1")).digest().decode("latin-1")')
    own = text + "def digest(x): pass\n"
    assert "digest().decode" in run(RULE, own + PROOF, key="p/a.py", index=octet_repository(own)).text
    other = text + "def sha1(x): pass\n"
    assert "sha1(y)" in run(RULE, other + PROOF, key="p/a.py", index=octet_repository(other)).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("pickle.dump([1], open(p, 'w'))\n", 'pickle.dump([1], open(p, "wb"))\n'),
        ("x = pickle.load(open(p))\n", 'x = pickle.load(open(p, "rb"), encoding="latin-1")\n'),
        ("f = open(p, 'w')\npickle.dump({}, f)\n", 'f = open(p, "wb")\npickle.dump({}, f)\n'),
        ("pickle.dump([1], open(p, 'wb'))\n", "pickle.dump([1], open(p, 'wb'))\n"),
    ],
)
def test_a_file_of_pickles_is_one_of_octets(before, after):
    head = "import pickle, struct\ns = struct.pack('<I', 1) + '\\xff\\xfe' + chr(200)\nn = ord(s[0]), ord(s[1])\n"
    index = RepositoryIndex(["a.py"], {"a.py": head + before + "print 1\n"}.get)
    assert index.octets
    assert migrate(head + before + "print 1\n", "a.py", index).text.endswith(after + "print(1)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from Crypto.Cipher import AES\nx = AES.new(k, AES.MODE_CBC, v).encrypt(data)\n",
            'AES.new(as_bytes(k, "latin-1"), AES.MODE_CBC, as_bytes(v, "latin-1"))'
            '.encrypt(as_bytes(data, "latin-1")).decode("latin-1")',
        ),
        (
            "from Crypto.Cipher import ARC4\nc = ARC4.new('key')\nx = c.decrypt(data)\n",
            'x = c.decrypt(as_bytes(data, "latin-1")).decode("latin-1")',
        ),
        (
            "from Crypto.Hash import SHA\nh = SHA.new('a')\nh.update(b)\nx = h.digest()\n",
            'h = SHA.new(b\'a\')\nh.update(as_bytes(b, "latin-1"))\nx = h.digest().decode("latin-1")',
        ),
        (
            "from Crypto import Random\nx = Random.new().read(16)\n",
            'x = Random.new().read(16).decode("latin-1")',
        ),
        (
            "from Crypto.Util.number import long_to_bytes\nx = long_to_bytes(n)\n",
            'x = long_to_bytes(n).decode("latin-1")',
        ),
    ],
)
def test_ciphers_take_and_give_octets(before, after):
    head = "import struct\ns = struct.pack('<I', 1) + '\\xff\\xfe' + chr(200)\nn = ord(s[0]), ord(s[1])\n"
    text = head + before + "print 1\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets
    assert after in migrate(text, "a.py", index).text


def test_a_reader_has_a_codec_of_its_own():
    head = "import struct\ns = struct.pack('<I', 1) + '\\xff\\xfe' + chr(200)\nn = ord(s[0]), ord(s[1])\n"
    text = head + (
        "import codecs\nclass R(codecs.StreamReader):\n"
        "    def f(self, b):\n        return self.decode(b, self.errors)\nprint 1\n"
    )
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert "return self.decode(b, self.errors)" in migrate(text, "a.py", index).text


def test_compressors_that_an_object_keeps_beside_methods_of_their_names():
    head = "import struct\ns = struct.pack('<I', 1) + '\\xff\\xfe' + chr(200)\nn = ord(s[0]), ord(s[1])\n"
    text = head + (
        "import zlib\nclass D:\n    def __init__(self):\n        self.c = zlib.compressobj()\n"
        "        self.d = zlib.decompressobj()\n    def compress(self, b):\n"
        "        return self.c.compress(b) + self.c.flush()\n    def decompress(self, b):\n"
        "        return self.d.decompress(b) + self.d.flush()\nprint 1\n"
    )
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets
    code = migrate(text, "a.py", index).text
    for kept, method in (("c", "compress"), ("d", "decompress")):
        given = f'self.{kept}.{method}(as_bytes(b, "latin-1")).decode("latin-1")'
        assert f'return {given} + self.{kept}.flush().decode("latin-1")' in code


def test_a_pickle_with_a_comment_behind_its_argument():
    head = "import struct\ns = struct.pack('<I', 1) + '\\xff\\xfe' + chr(200)\nn = ord(s[0]), ord(s[1])\n"
    text = head + "import pickle\ng = pickle.dumps(x,  # all of it\n    )\nprint 1\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert "pickle.dumps(x, 0,  # all of it\n    ).decode" in migrate(text, "a.py", index).text


def test_a_hash_that_a_class_keeps_the_maker_of():
    text = (
        "import hashlib\nclass A(object):\n    made = hashlib.md5\n"
        "    def digest(self, t):\n        return self.made(t).digest()\n"
    )
    decoded = '        return self.made(as_bytes(t, "latin-1")).digest().decode("latin-1")\n'
    check(text, decoded)
    other = text.replace("hashlib.md5\n", "other\n")
    assert decoded not in run(RULE, other + PROOF, key="p/a.py", index=octet_repository(other)).text


@pytest.mark.parametrize("kept", ["S = struct.Struct('4s')", "class A:\n    s = struct.Struct('4s')"])
def test_a_format_beside_a_function_that_packs(kept):
    packed = "S.pack(x)" if kept[0] == "S" else "A().s.pack(x)"
    text = f"import struct\n{kept}\ndef pack(x):\n    return {packed}\n"
    check(text, packed.replace("x", 'as_bytes(x, "latin-1")') + '.decode("latin-1")')


def test_lines_of_a_request_are_gone_through_as_text():
    decoded = '(raw.decode("latin-1") for raw in self.rfile)'
    check(
        "class A:\n    def f(self):\n        for line in self.rfile: g(line)\n", f"for line in {decoded}: g"
    )
    check("class A:\n    def f(self): return [g(n) for n in self.rfile]\n", f"[g(n) for n in {decoded}]")


def test_answers_of_errors_and_pairs_of_a_query():
    text = "import urllib2\ndef f(u):\n    try:\n        g(u)\n    except urllib2.HTTPError as e:\n"
    text += "        return e.read()\n"
    check(text, 'return e.read().decode("latin-1")')
    check(
        "import urllib\nx = urllib.urlencode({'a': b})\n", "urllib.urlencode({'a': b}, encoding=\"latin-1\")"
    )
    check("import cgi\nx = cgi.parse_qs(q, 1)\n", 'cgi.parse_qs(q, 1, encoding="latin-1")')


def test_a_packer_of_numbers_takes_and_gives_no_strings_among_them():
    text = "import struct\ndef made(form): return struct.Struct(form)\nA, B = 1, 2\nS = made('>H')\nT = made('>f')\n"
    check(text + "def f(x): return S.pack(x)\n", 'return S.pack(x).decode("latin-1")')
    check(text + "def f(x): return S.unpack(x)[0]\n", 'return S.unpack(as_bytes(x, "latin-1"))[0]')
    check(text + "def f(x):\n    p = T.pack\n    return p(x)\n", "p = octet_packer(T.pack)\n")
    of_strings = text.replace("'>f'", "'4s'")
    check(of_strings + "def f(x): return S.pack(x, -x, x & 1)\n", 'S.pack(as_bytes(x, "latin-1"), -x, x & 1)')
    check(of_strings + "def f(x): return S.unpack(x)\n", 'octet_values(S.unpack(as_bytes(x, "latin-1")))')


def test_packing_in_place_and_unpacking_from_a_place():
    text = "import struct\nS = struct.Struct('>4sH')\ndef f(b, x, n): S.pack_into(b, 0, x, n)\n"
    check(text, 'S.pack_into(b, 0, as_bytes(x, "latin-1"), n)')
    text = "import struct\nS = struct.Struct('>4sH')\ndef f(d): return S.unpack_from(d)\n"
    check(text, 'octet_values(S.unpack_from(as_bytes(d, "latin-1")))')
    check("import struct\nstruct.pack_into('>4sH', b, 0, x, n)\n", 'b, 0, as_bytes(x, "latin-1"), n)')


def test_the_body_of_a_request_that_was_handed_in_is_text_where_it_is_read():
    text = "import urllib2\ndef f(u, d):\n    r = urllib2.Request(u, d)\n    return 'sent ' + r.get_data()\n"
    for given, read in (("d", 'r.data.decode("latin-1")'), ("d=None", "r.data")):
        program = text.replace("d):", f"{given}):")
        migrated = migrate(program, key="p/a.py", index=octet_repository(program)).text
        assert f"return 'sent ' + {read}\n" in migrated


def test_what_an_opener_sends_and_reads():
    text = "import urllib2\no = urllib2.build_opener()\nx = o.open('http://a', d).read()\n"
    migrated = migrate(text, key="p/a.py", index=octet_repository(text)).text
    assert 'o.open(\'http://a\', as_bytes(d, "latin-1")).read().decode("latin-1")' in migrated


@pytest.mark.parametrize("call", ["f.encode(output)", "x = f.encode(output, names)"])
def test_a_method_of_the_repository_that_writes(call):
    text = f"def f(f, output, names):\n    {call}\n    return 1L\n"
    other = "class Field:\n    def encode(self, output, names=None): output.write('a')\n"
    migrated = migrate(text, key="p/a.py", index=octet_repository(text, other)).text
    assert f"    {call}\n" in migrated


def test_newlines_of_any_kind_are_one_where_that_is_said():
    text = "import struct\nf = open('a', 'rU')\nx = f.readline(), f.tell(), struct.pack('B', 1)\nn = 1L\n"
    done = run(RULE, text, key="p/a.py", index=octet_repository(text)).text
    assert 'f = open(\'a\', "r", encoding="latin-1")' in done


def test_what_is_decoded_only_to_see_whether_it_can_be():
    check(
        "def f(x):\n    try: x.decode('utf-8')\n    except ValueError: return 1\n",
        "try: as_bytes(x, \"latin-1\").decode('utf-8')\n",
    )


def test_codecs_that_the_repository_registers_beside_methods_of_that_name():
    own = "import codecs\ncodecs.register(find)\nclass A:\n    def encode(self, x): return x\n"
    check(own + "def f(s): return s.encode('mine')\n", "return s.encode('mine').decode(\"latin-1\")\n")
    check(own + "def f(s, encoder): return s.encode(encoder)\n", "return s.encode(encoder)\n")
    check(
        own + "def f(s):\n    e = 'utf8'\n    return s.encode(e)\n", 'return s.encode(e).decode("latin-1")\n'
    )
    check(own + "def f(t):\n    s = codecs.BOM + t\n    return g.encode(s)\n", "return g.encode(s)\n")


def test_marks_and_what_struct_packs_are_text_under_any_name():
    check("import codecs\nx = codecs.BOM_UTF8 + y\n", 'x = codecs.BOM_UTF8.decode("latin-1") + y\n')
    check(
        "import struct\ndef f():\n    p = struct.Struct('>I').pack\n    return p(1)\n",
        "p = octet_packer(struct.Struct('>I').pack)\n",
    )


def test_lines_of_a_handler_up_to_the_end():
    before = "import SocketServer\nclass H(SocketServer.StreamRequestHandler):\n    def handle(self):\n"
    check(
        before + "        for line in iter(self.rfile.readline, ''): print(line)\n",
        "iter(lambda: self.rfile.readline().decode(\"latin-1\"), '')",
    )


def test_what_stands_in_for_a_connection_is_written_bytes_as_well():
    before = "import StringIO\nclass FakeTransport(StringIO.StringIO):\n    pass\n"
    check(before, "class FakeTransport(OctetsIO):\n")


def test_what_packs_is_no_method_of_a_class_that_keeps_it():
    text = (
        "import struct, zlib\nclass A(object):\n    pack = struct.Struct('>I').pack\n    squeeze = zlib.compress\n"
        "    def f(self, n): return self.squeeze(self.pack(n))\n"
        "print zlib.decompress(A().f(1)) == '\\x00\\x00\\x00\\x01'\n" + PROOF
    )
    code = migrate(text, "p/a.py", octet_repository(text)).text
    assert "pack = staticmethod(octet_packer(struct.Struct('>I').pack))" in code
    assert "squeeze = staticmethod(of_octets(zlib.compress))" in code
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"


def test_objects_of_the_repository_that_hash_something_are_no_hashes():
    text = "import hashlib\nclass A:\n    def __init__(self): self.h = hashlib.md5()\n"
    text += "    def update(self, n): self.n = n\n"
    text += (
        "    def digest(self): return self.h.hexdigest(), self.n\nh = A()\nh.update(chr(200))\nprint h.digest()\n"
        + PROOF
    )
    code = migrate(text, "p/a.py", octet_repository(text)).text
    assert "h.update(chr(200))" in code and "h.digest()" in code and "digest().decode" not in code


def test_files_in_archives_are_read_as_octets():
    head = "import tarfile, struct\ns = struct.pack('<I', 1) + '\\xff' + chr(200)\nn = ord(s[0])\n"
    text = (
        head + "def g(f): return f.read()\nf = tarfile.open(p).extractfile('a')\nprint g(f), g(1), f.read()\n"
    )
    after = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    assert '(g(octets(f)), g(1), f.read().decode("latin-1"))' in after


def test_an_edge_that_is_looked_up_by_its_name():
    text = "import base64, os\narmor = getattr(base64, 'urlsafe_b64encode', repr)\n"
    text += "noise = getattr(os, 'urandom', None)\ndef f(): return armor(noise(4))[:3]\n" + PROOF
    done = run("octet_text", text, key="p/a.py", index=octet_repository(text)).text
    assert 'return armor(noise(4)).decode("latin-1")[:3]' in done


def test_a_file_in_memory_that_a_class_hands_on_to_an_archive():
    """The library writes octets to it, whoever hands it over; what the program itself writes stays text."""
    text = (
        "import zipfile\nfrom StringIO import StringIO\n"
        "class Backup:\n    def __init__(self, file, mode):\n        self.zip = zipfile.ZipFile(file, mode)\n"
        "    def add(self, name, data):\n        self.zip.writestr(name, data)\n        self.zip.close()\n"
        "class Log:\n    def __init__(self, file):\n        file.write('\\xe9')\n"
        "def f(data):\n    buffer, text = StringIO(), StringIO()\n    Backup(buffer, 'w').add('a', data)\n"
        "    Log(text)\n"
        "    return Backup(StringIO(buffer.getvalue()), 'r').zip.read('a'), text.getvalue()\n"
    ) + PROOF
    names = {}
    exec(migrate(text, "p/a.py", octet_repository(text)).text, names)
    assert names["f"]("\xff\x00") == ("\xff\x00", "\xe9")


def test_values_of_octets_that_are_spelled():
    """Where another rule wraps the same call, each wraps it once."""
    text = "import struct\nprint struct.unpack('3c', 'abc'), struct.unpack_from('<h', b, 4)[0]\n"
    done = migrate(text, "p/a.py", octet_repository(text)).text
    assert done.count("octet_values(struct") == 1 and "octet_values(ascii" not in done


def test_a_class_that_derives_from_bytearray():
    text = (
        "import struct\nclass Buffer(bytearray):\n    def add(self, val):\n        self.extend(val)\n"
        "    def add_byte(self, n):\n        self.extend(struct.pack('B', n))\n    def get(self, n):\n"
        "        ret = self[0:n]\n        del self[0:n]\n        return str(ret)\n"
        "b = Buffer()\nb.add('a\\xff')\nb.add_byte(98)\nx = b.get(2), str(b)\nprint x\n"
    )
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets
    spaces = {}
    exec(migrate(text, "a.py", index).text, spaces)
    assert spaces["x"] == ("a\xff", "b")


def test_a_channel_of_the_library_gives_octets_whatever_else_is_so_called():
    text = "import asyncore\nclass C(asyncore.dispatcher):\n    def handle_read(self):\n"
    text += "        self.send(self.recv(10))\nclass Fake(object):\n    def recv(self, n): return 'x'\n"
    text += "    def send(self, s): return self.recv(1)\nn = 1L\n"
    made = migrate(text, "p/a.py", octet_repository(text)).text
    assert "self.send(self.recv(10))" in made
    assert "def send(self, s): return self.recv(1)\n" in made


def test_paths_of_twisted_hold_octets():
    text = "from twisted.python.filepath import FilePath\n"
    text += "p = FilePath('a')\np.setContent(x)\ny = p.getContent()\nn = 1L\n"
    made = migrate(text, "p/a.py", octet_repository(text)).text
    assert 'p.setContent(as_bytes(x, "latin-1"))\ny = p.getContent().decode("latin-1")\n' in made


def test_codecs_of_octets_and_of_the_program_itself():
    spaces = {}
    exec("import codecs\n" + ENCODER + DECODER, spaces)
    own = spaces["octet_encoder"](lambda text, errors: (text[::-1], len(text)))
    back = spaces["octet_decoder"](lambda text, errors: (text[::-1], len(text)))
    assert own("ab\xff") == ("\xffba", 3)
    assert back("\xffba") == ("ab\xff", 3)
    escaped = codecs.getdecoder("unicode_escape")
    assert spaces["octet_decoder"](escaped)("caf\xe9\\n")[0] == "caf\xe9\n"
    for codec, text, octets in [("hex", "z\xff", "7aff"), ("utf-8", "\u20ac", "\xe2\x82\xac")]:
        encode, decode = codecs.getencoder(codec), codecs.getdecoder(codec)
        assert spaces["octet_encoder"](encode)(text)[0] == octets
        assert spaces["octet_decoder"](decode)(octets)[0] == text


@pytest.mark.parametrize(
    "made",
    [
        "d = codecs.getincrementaldecoder('utf-8')()",
        "k = codecs.getincrementaldecoder(c)\nd = k()",
        "d = codecs.lookup(c).incrementaldecoder()",
    ],
)
def test_what_is_decoded_piece_by_piece(made):
    text = f"import codecs\n{made}\nx = [d.decode(c) for c in '\\xe2\\x82']\n" + PROOF
    outcome = run("octet_text", text, key="p/a.py", index=octet_repository(text))
    assert 'd.decode(as_bytes(c, "latin-1"))' in outcome.text


def test_arrays_of_numpy_are_made_of_octets():
    text = (
        "import numpy as np\nx = np.fromstring(s, t), np.ndarray(shape=(), dtype=t, buffer=s), np.frombuffer(s)\n"
        + PROOF
    )
    outcome = run("octet_text", text, key="p/a.py", index=octet_repository(text))
    assert outcome.text.count('as_bytes(s, "latin-1")') == 3


def test_a_generator_is_sent_text():
    text = "def f(g, n): return g.send(n)\n" + PROOF
    assert "g.send(n)" in run("octet_text", text, key="p/a.py", index=octet_repository(text)).text
    text = "import socket\n" + text
    assert (
        'g.send(as_bytes(n, "latin-1"))'
        in run("octet_text", text, key="p/a.py", index=octet_repository(text)).text
    )


@pytest.mark.parametrize(
    "text",
    [
        "def f(gen, n): return gen.send(n)\n",
        "def f(g, n, e):\n    if e: return g.throw(e)\n    return g.send(n)\n",
        "def f(g, n):\n    g.next()\n    return g.send(n)\n",
    ],
)
def test_a_generator_beside_sockets_is_sent_text(text: str) -> None:
    text = "import socket\n" + text + PROOF
    assert ".send(n)" in run("octet_text", text, key="p/a.py", index=octet_repository(text)).text


@pytest.mark.parametrize(
    "text",
    [
        "hash_copy = {}\nhash_copy.update(x)\n",
        "def f(o, x):\n    o.datahash['a'] = 1\n    o.datahash.update(x)\n",
        "def f(o, x):\n    y = o.mounthash.keys()\n    o.mounthash.update(x)\n",
        "def f(o):\n    x = {'a': 1}\n    o.hash.update(x)\n",
        "def f(shared, x):\n    shared.update(x)\n",
        "def f(o, x):\n    o.shape.update(x)\n",
    ],
)
def test_a_dict_that_is_called_a_hash_is_none(text: str) -> None:
    text = "import hashlib\n" + text + PROOF
    assert "as_bytes(x" not in run("octet_text", text, key="p/a.py", index=octet_repository(text)).text


def test_a_hash_is_one_though_its_text_and_what_it_is_given_are_cut_elsewhere() -> None:
    text = "import hashlib\ndef f(sha, data):\n    sha.update(data[:-1])\n    sha.update(data)\n"
    text += "def g(sha):\n    return sha[:7]\n" + PROOF
    found = run("octet_text", text, key="p/a.py", index=octet_repository(text)).text
    assert (
        'sha.update(as_bytes(data[:-1], "latin-1"))' in found
        and 'sha.update(as_bytes(data, "latin-1"))' in found
    )


@pytest.mark.parametrize(
    "name", ["sha", "sha1", "sha_1", "my_sha", "o.md5", "hash", "SHA", "hasher", "shasum"]
)
def test_a_hash_is_known_by_its_name(name: str) -> None:
    text = f"import hashlib\ndef f({name.split('.')[0]}, x): {name}.update(x)\n" + PROOF
    found = run("octet_text", text, key="p/a.py", index=octet_repository(text)).text
    assert f'{name}.update(as_bytes(x, "latin-1"))' in found


def test_an_array_is_made_of_the_octets_of_a_part():
    kept = "y = array('B', o.frame[0:6]), array('B', o.frame)\n"
    text = f"from array import array\nx = array('B', s[8:]), array('B', [1, 2][1:])\n{kept}" + PROOF
    after = run("octet_text", text, key="p/a.py", index=octet_repository(text)).text
    assert "x = array('B', as_bytes(s[8:], \"latin-1\")), array('B', [1, 2][1:])" in after
    assert (
        "y = array('B', as_bytes(o.frame[0:6], \"latin-1\")), array('B', as_bytes(o.frame, \"latin-1\"))"
        in after
    )


@pytest.mark.parametrize("made", ["array('u', u'xy')", "array('u', s)", "array(CODE, s)"])
def test_an_array_of_unicode_is_made_of_text(made):
    text = f"from array import array\nCODE = 'u'\ns = 'xy' * n\nx = {made}\n" + PROOF
    after = run("octet_text", text, key="p/a.py", index=octet_repository(text)).text
    assert made.replace("u'", "'") in after.replace("u'", "'")
    other = text.replace("'u'", "'B'").replace("array('u'", "array('B'")
    after = run("octet_text", other, key="p/a.py", index=octet_repository(other)).text
    assert "x = array(" in after and '"latin-1")' in after.split("x = array")[1]


def test_a_structure_that_a_metaclass_gives():
    text = (
        "import struct\nclass M(type):\n    def __init__(cls, n, b, d):\n        cls.form = struct.Struct('4s')\n"
        "class H:\n    def pack(self, v): return self.form.pack(v)\n"
    ) + PROOF
    after = run("octet_text", text, key="p/a.py", index=octet_repository(text)).text
    assert 'return self.form.pack(as_bytes(v, "latin-1")).decode("latin-1")' in after


@pytest.mark.parametrize("codec", ["hex", "hex_codec", "hex-codec", "HEX_CODEC"])
def test_a_codec_of_octets_by_any_of_its_names(codec):
    text = f"x = y.decode('{codec}')\n" + PROOF
    outcome = migrate(text, "p/a.py", octet_repository(text))
    assert 'x = binascii.unhexlify(as_bytes(y, "latin-1")).decode("latin-1")\n' in outcome.text


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("base64.b64encode(d.data)", "AP8="),
        ("d.data + 'x'", "\x00\xffx"),
        ("zlib.crc32(p.data), len(p.data)", (zlib.crc32(b"\x00\xff"), 2)),
        ("base64.b64encode(p.data), p.data", ("AP8=", "\x00\xff")),
    ],
)
def test_an_attribute_of_octets_that_a_call_takes(use, found):
    text = "import base64, xmlrpclib, zlib\nd = xmlrpclib.Binary('\\x00\\xff')\np = [d][-1]\n"
    text += f"x = {use}\nn = 1L\n"
    space = {}
    exec(migrate(text, "p/a.py", octet_repository(text)).text, space)
    assert space["x"] == found


CONNECTED = "import multiprocessing\na, b = multiprocessing.Pipe()\n"


@pytest.mark.parametrize(
    "text",
    [
        CONNECTED + "a.send(['x', 1])\nx = b.recv()\n",
        "import multiprocessing\ndef child(c): c.send('x'); return c.recv()\n",
        "from multiprocessing.connection import Client\nc = Client(address)\nc.send('x')\nx = c.recv()\n",
    ],
)
def test_objects_go_through_connections_of_processes(text):
    text += PROOF
    made = run(RULE, text, key="p/a.py", index=octet_repository(text, "# a connection\n")).text
    assert made == text.replace("1L", "1")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (CONNECTED + "a.send_bytes('x')\n", "a.send_bytes(b'x')\n"),
        (CONNECTED + "x = b.recv_bytes() + '!'\n", "x = b.recv_bytes().decode(\"latin-1\") + '!'\n"),
        (
            "import multiprocessing, socket\ndef f(c): return c.recv(9)\n",
            'return c.recv(9).decode("latin-1")\n',
        ),
        (
            "class H(BaseHTTPServer.BaseHTTPRequestHandler):\n    def handle(self):\n"
            "        self.raw_requestline = self.rfile.readline()\n        line = self.rfile.readline()\n",
            'self.raw_requestline = self.rfile.readline()\n        line = self.rfile.readline().decode("latin-1")\n',
        ),
    ],
)
def test_octets_go_through_connections_and_first_lines_stay(before, after):
    check(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = cgi.FieldStorage()\n", 'x = cgi.FieldStorage(encoding="latin-1")\n'),
        (
            "x = cgi.FieldStorage(f, environ=e,)\n",
            'x = cgi.FieldStorage(f, environ=e, encoding="latin-1",)\n',
        ),
        ("x = cgi.FieldStorage(f, **more)\n", "x = cgi.FieldStorage(f, **more)\n"),
        ("x = cgi.FieldStorage(encoding='utf-8')\n", "x = cgi.FieldStorage(encoding='utf-8')\n"),
    ],
)
def test_fields_of_a_form_are_octets(before, after):
    text = "import cgi\n" + before + PROOF
    assert (
        run(RULE, text, key="p/a.py", index=octet_repository(text)).text
        == "import cgi\n" + after + PROOF_AFTER
    )


KEEPER = (
    "import tarfile, StringIO\nclass W:\n    def __init__(self, out):\n        self.out = out\n"
    "    def add(self, data):\n        self.out.write(data)\n        return self.out.getvalue() + 'x'\n"
)


def test_a_file_of_bytes_in_memory_that_an_object_is_given():
    text = KEEPER + "b = StringIO.StringIO()\nw = W(b)\nx = w.add(chr(0) * 1024)\nb.seek(0)\n"
    text += "t = tarfile.open('x', 'r:', b)\nn = 1L\n"
    space = {}
    exec(migrate(text, "p/a.py", octet_repository(text)).text, space)
    assert space["x"] == "\0" * 1024 + "x" and space["t"].getnames() == []


def test_an_object_that_is_given_other_files_as_well():
    text = KEEPER + "b = StringIO.StringIO()\nw = W(b), W(other)\nt = tarfile.open('x', 'r:', b)\n" + PROOF
    made = run(RULE, text, key="p/a.py", index=octet_repository(text)).text
    assert "self.out.write(data)\n        return self.out.getvalue() + 'x'\n" in made


def test_the_file_of_a_form_field_gives_octets():
    text = (
        "import cgi\ndef save(fp, headers, path):\n    form = cgi.FieldStorage(fp=fp, headers=headers)\n"
        "    f = open(path, 'wb')\n    f.write(form['up'].file.read())\n    f.close()\n"
        "    return other.read()\nn = 1L\n"
    )
    files = {"a.py": text}
    made = migrate(text, "a.py", RepositoryIndex(files, files.get).taken_for(octets=True)).text
    assert "f.write(characters(form['up'].file.read()))" in made and "return other.read()" in made


def test_what_escapes_spelled_is_text_in_either_language_and_decoded_by_a_codec_of_its_own():
    text = "import urllib\nx = urllib.unquote('caf%E9').decode('latin-1').encode('utf-8')\n" + PROOF
    space = {}
    exec(migrate(text, "p/a.py", octet_repository(text)).text, space)
    assert space["x"] == "caf\xc3\xa9"


def test_what_a_loader_reads_from_an_archive():
    text = "import zipimport\nz = zipimport.zipimporter(p)\nx = z.get_data('a') + y.get_data('b')\n" + PROOF
    made = run(RULE, text, key="p/a.py", index=octet_repository(text)).text
    assert "x = z.get_data('a').decode(\"latin-1\") + y.get_data('b')\n" in made


@pytest.mark.parametrize(
    ("taken", "made"),
    [
        ("base64.b64encode(hashlib.md5(x).digest())", 'hashlib.md5(as_bytes(x, "latin-1")).digest()'),
        ("hashlib.md5(x.encode('utf-8')).hexdigest()", "x.encode('utf-8')"),
        ("hashlib.md5(x.encode('hex')).hexdigest()", 'binascii.hexlify(as_bytes(x, "latin-1"))'),
        ("hashlib.md5(x.decode('hex')).hexdigest()", 'binascii.unhexlify(as_bytes(x, "latin-1"))'),
        ("zlib.crc32(zlib.compress(x))", 'zlib.compress(as_bytes(x, "latin-1"))'),
        ("hashlib.md5(x).digest().encode('hex')", 'hashlib.md5(as_bytes(x, "latin-1")).digest()'),
        ("zlib.compress(x).encode('base64')", 'zlib.compress(as_bytes(x, "latin-1"))'),
        ("x.encode('utf-8').encode('hex')", "x.encode('utf-8')"),
        ("x.decode('hex').encode('base64')", 'binascii.unhexlify(as_bytes(x, "latin-1"))'),
    ],
)
def test_octets_that_go_from_one_edge_to_the_next_are_never_text(taken, made):
    text = f"import base64, hashlib, zlib\ndef f(x): return {taken}\nprint f('00'), f('ab')\n"
    index = octet_repository(text)
    after = migrate(text, "p/a.py", index).text
    assert f"({made})" in after
    assert migrate(after, "p/a.py", index).text == after


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("import StringIO", "StringIO.StringIO"),
        ("import cStringIO as C", "C.StringIO"),
        ("from StringIO import StringIO", "StringIO"),
        ("from cStringIO import StringIO as S", "S"),
        ("from io import BytesIO", "BytesIO"),
        ("import io", "io.BytesIO"),
    ],
)
def test_files_in_memory_of_which_some_are_made_for_the_library(head, name):
    text = (
        f"{head}\nimport gzip, struct\ndef zipped(data):\n    out = {name}()\n"
        "    g = gzip.GzipFile(fileobj=out, mode='wb')\n    g.write(data)\n    g.close()\n    return out.getvalue()\n"
        f"def unzipped(data):\n    return gzip.GzipFile(fileobj={name}(data)).read()\n"
        f"def last(n):\n    f = {name}()\n    f.write('ab' + struct.pack('>H', n))\n    f.seek(-2, 1)\n"
        "    return f.read()\nx, y = unzipped(zipped('ab\\xff')), last(511)\n"
    )
    index = octet_repository(text)
    after = migrate(f"{text}n = 1L\n", "p/a.py", index).text
    space = {}
    exec(after, space)
    assert (space["x"], space["y"]) == ("ab\xff", "\x01\xff")
    assert "class OctetsIO" in after
    assert migrate(after, "p/a.py", index).text == after


def test_numbers_are_packed_as_they_are():
    text = (
        "import struct\nclass C(object):\n    def f(self, form, name, n):\n        m = len(name)\n"
        "        return struct.pack(form, name, len(name), m + 1, n, 2.5 * m)\nn = 1L\n"
    )
    after = migrate(text, "p/a.py", octet_repository(text)).text
    values = 'as_bytes(name, "latin-1"), len(name), m + 1, as_bytes(n, "latin-1"), 2.5 * m'
    assert f"struct.pack(form, {values})" in after


def test_functions_of_struct_that_come_by_a_star():
    check(
        "from struct import *\nx = pack('4s', y)\n",
        'x = pack(\'4s\', as_bytes(y, "latin-1")).decode("latin-1")',
    )
    check(
        "from struct import *\nx, = unpack('4s', y)\n", "octet_values(unpack('4s', as_bytes(y, \"latin-1\")))"
    )


def test_what_str_gives_of_a_bytearray():
    check("x = str(bytearray(2))\n", "x = bytearray(b'\\0').decode(\"latin-1\")\n".replace("b'\\0'", "2"))
    either = "def f(x):\n    return str(x)\nf(bytearray(2))\nf(3)\n"
    text = check(either, "    return native(x)\n")
    names = {}
    exec(text, names)
    assert [names["f"](x) for x in (bytearray([200]), 3, "a")] == ["\xc8", "3", "a"]
    check("def f(x):\n    return str(x)\nf(3)\n", "    return str(x)\n")
    check("def str(x): pass\ndef f(x):\n    return str(x)\nf(bytearray(2))\n", "    return str(x)\n")


def test_a_format_of_a_class_or_of_another_file():
    body = "class P(object):\n    FORM = '!HB'\n    def f(self, a, b):\n        return struct.pack(P.FORM, a, b)\n"
    check("import struct\n" + body, 'struct.pack(P.FORM, a, b).decode("latin-1")\n')
    changed = body + "def g(form): P.FORM = form\n"
    check("import struct\n" + changed, 'struct.pack(P.FORM, as_bytes(a, "latin-1"), as_bytes(b, "latin-1"))')
    text = (
        "import struct\nfrom p import forms\ndef f(a, b):\n    return struct.pack(forms.FORM, a, b)\n" + PROOF
    )
    for given, after in (
        ("FORM = '!HH'  # two\n", "struct.pack(forms.FORM, a, b).decode"),
        ("FORM = '!H4s'\n", 'struct.pack(forms.FORM, a, as_bytes(b, "latin-1")).decode'),
        ("FORM = '!HH'\nif x:\n    FORM = '!4s4s'\n", 'struct.pack(forms.FORM, as_bytes(a, "latin-1"), as'),
        ("FORM = '!HH' + x\n", 'struct.pack(forms.FORM, as_bytes(a, "latin-1"), as'),
    ):
        files = {
            **{k: octet_repository(text).text(k) for k in octet_repository(text).keys},
            "p/forms.py": given,
        }
        assert after in run(RULE, text, key="p/a.py", index=RepositoryIndex(files, files.get)).text


def test_a_number_of_octets_is_no_string():
    check("def f(n, a):\n    return bytearray(n - len(a))\n", "bytearray(n - len(a))\n")
    check("def f(n, a):\n    return bytearray(n)\n", 'bytearray(as_bytes(n, "latin-1"))\n')


def test_an_answer_is_read_as_text_once_whatever_the_helper_is_called():
    text = (
        "import urllib2\ndef octets(x): return x\ndef use(f): return f.read()\n"
        "def f(u):\n    r = urllib2.urlopen(u)\n    return octets(use(r))\nn = 1L\n"
    )
    index = octet_repository(text)
    after = migrate(text, "p/a.py", index).text
    assert "return octets(use(octets_(r)))" in after
    assert migrate(after, "p/a.py", index).text == after


def test_arrays_are_made_of_octets_that_a_method_gives(capsys):
    """The printed line is that of CPython 2.7.18 for the unmigrated program."""
    text = (
        "import array, struct\nclass Icon(object):\n    def data(self): return struct.pack('<H', 513) + '\\xff\\0'\n"
        "    def rows(self): return [1, 2]\ni = Icon()\n"
        "print array.array('H', i.data()[:2])[0], array.array('B', i.data()).tolist(), array.array('H', i.rows())[1]\n"
    )
    made = migrate(text, "p/a.py", octet_repository(text)).text
    assert "array.array('H', i.rows())" in made
    exec(made, {"__name__": "m"})
    assert capsys.readouterr().out == "513 [1, 2, 255, 0] 2\n"
    assert migrate(made, "p/a.py", octet_repository(made)).text == made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = zlib.crc32(codecs.BOM_UTF8)\n", 17864673),
        ("from codecs import BOM_UTF8\nx = binascii.hexlify(BOM_UTF8)\n", "efbbbf"),
        (
            "d = zlib.decompressobj()\nx = d.decompress(zlib.compress('abc'), 1) + d.decompress(d.unconsumed_tail)\n",
            "abc",
        ),
        (
            "d = zlib.decompressobj()\nd.decompress(zlib.compress('a') + 'b')\nx = binascii.hexlify(d.unused_data)\n",
            "62",
        ),
        (
            "m = email.message_from_string('\\n\\nab')\nx = binascii.hexlify(m.get_payload(decode=True))\n",
            "0a6162",
        ),
    ],
)
def test_octets_go_from_one_edge_to_the_next(text, expected):
    """The values are those of CPython 2.7.18 for the unmigrated programs."""
    text = "import binascii, codecs, email, zlib\n" + text + PROOF
    made = migrate(text, "p/a.py", octet_repository(text)).text
    names: dict = {}
    exec(made, names)
    assert names["x"] == expected
    assert migrate(made, "p/a.py", octet_repository(made)).text == made


WRITTEN = (
    "import struct, StringIO\nimport xml.etree.ElementTree as ET\ndef dump(f, encoding):\n"
    "    e = ET.Element('a')\n    e.text = u'\\xfc'\n    ET.ElementTree(e).write(f, encoding)\n"
)


def test_a_tree_is_written_as_octets_to_a_file_in_memory():
    """The values are those of CPython 2.7.18 for the unmigrated program."""
    text = WRITTEN + "x = []\nfor c in 'utf-8', 'us-ascii':\n    f = StringIO.StringIO()\n    dump(f, c)\n"
    text += "    x.append(f.getvalue())\nn = 1L\n"
    made = migrate(text, "p/a.py", octet_repository(text)).text
    names: dict = {}
    exec(made, names)
    assert names["x"] == ["<a>\xc3\xbc</a>", "<a>&#252;</a>"]
    assert migrate(made, "p/a.py", octet_repository(made)).text == made
    path = WRITTEN + "dump('a.xml', 'utf-8')\ndump(StringIO.StringIO(), 'utf-8')\nn = 1L\n"
    assert "OctetFile" not in migrate(path, "p/a.py", octet_repository(path)).text


FORM = (
    "import cgi, struct\nfrom cStringIO import StringIO\n"
    'body = \'--b\\r\\nContent-Disposition: form-data; name="f"; filename="x"\\r\\n\\r\\n\\xff\\0\\r\\n--b--\\r\\n\'\n'
    "form = cgi.FieldStorage(StringIO(body), environ={'REQUEST_METHOD': 'POST', 'CONTENT_LENGTH': str(len(body)),\n"
    "    'CONTENT_TYPE': 'multipart/form-data; boundary=b'})\nx = ord(form['f'].value[0])\nn = 1L\n"
)


def test_a_file_in_a_form_is_octets():
    made = migrate(FORM, "p/a.py", octet_repository(FORM)).text
    assert "ord(characters(form['f'].value)[0])" in made
    assert migrate(made, "p/a.py", octet_repository(made)).text == made
    other = "import cgi\nform = cgi.FieldStorage()\nx = form['f'].value, y['f'].value\nn = 1L\n"
    assert "characters" not in migrate(other, "p/a.py", octet_repository(other)).text


def test_bodies_of_requests_and_answers_that_methods_give_are_characters():
    text = (
        "import urllib2\nclass A(object):\n    def ask(self, u): return urllib2.urlopen(u)\n"
        "def f(a, u, environ):\n    page = a.ask(u)\n    return page.read(3), environ['wsgi.input'].read(3)\n"
        "f(A(), '', {})\nn = 1L\n"
    )
    index = octet_repository(text)
    made = migrate(text, "p/a.py", index=index).text
    assert "return characters(page.read(3)), characters(environ['wsgi.input'].read(3))" in made
    assert migrate(made, "p/a.py", index=octet_repository(made)).text == made


BODY = (
    "import struct\ndef app(environ, start_response):\n    body = environ['wsgi.input'].read(2)\n"
    "    return body == '\\xffa', body.split('a'), ord(body[0])\nn = 1L\n"
)


def test_the_body_of_a_request_is_read_as_octets():
    made = migrate(BODY, "p/a.py", octet_repository(BODY)).text
    names: dict = {}
    exec(made, names)
    assert names["app"]({"wsgi.input": io.BytesIO(b"\xffa")}, None) == (True, ["\xff", ""], 255)
    assert migrate(made, "p/a.py", octet_repository(made)).text == made
    given = BODY + "e = {'wsgi.input': f}\n"
    exec(migrate(given.replace("e = ", "def g(f): return "), "p/a.py", octet_repository(given)).text, names)
    for body in (io.BytesIO(b"\xffa"), io.StringIO("\xffa")):
        assert names["app"]({"wsgi.input": body}, None) == (True, ["\xff", ""], 255)


_BY_IO = (
    "import io, pickle, struct\nname = {!r}\nwith io.open(name, 'wb') as f: f.write('a' + chr(233))\n"
    "with io.open(name, 'rb') as f: octets = f.read()\nwith io.open(name, mode='ab') as f: f.write('b')\n"
    "whole = io.open(name, 'rb').read() + octets\nwith io.open(name, 'wb') as f: pickle.dump(['x'], f)\n"
    "with io.open(name, 'rb') as f: kept = pickle.load(f)\n"
    "with io.open(name, 'w', encoding='utf-8') as f: f.write(u'\\xe9')\n"
    "text = io.open(name, encoding='utf-8').read()\n"
)


@pytest.mark.parametrize("where", ["p/a.py", "a.py"])
def test_files_of_octets_that_io_opens(tmp_path, where):
    """Those of text are left to their codec."""
    text = _BY_IO.format(str(tmp_path / "x")) + PROOF
    index = RepositoryIndex({where: text}, {where: text}.get).taken_for(True)
    once = migrate(text, where, index).text
    space = {}
    exec(once, space)
    assert space["octets"] == "a\xe9"
    assert space["whole"] == "a\xe9ba\xe9"
    assert space["kept"] == ["x"]
    assert space["text"] == "\xe9"
    assert migrate(once, where, index).text == once
