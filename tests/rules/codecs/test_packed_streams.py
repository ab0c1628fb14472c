"""Streams that packed octets are written to, as binary_arguments and bytes_beside_text ask for them."""

import hashlib
import subprocess
import sys

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "binary_arguments"
WRITER = (
    "import struct\nclass Writer(object):\n    def __init__(self, out): self.out = out\n"
    "    def head(self): self.out.write({})\n    def size(self, n): {}\n"
)
PACKED = "self.out.write(struct.pack('<l', n))"


def test_what_else_is_written_is_octets():
    check_rule(RULE, WRITER.format("'RIFF'", PACKED), WRITER.format("b'RIFF'", PACKED))
    after = run(RULE, WRITER.format("'%s' % self.name", PACKED) + PROOF).text
    assert ".write(('%s' % self.name).encode(\"utf-8\"))" in after


@pytest.mark.parametrize(
    "other",
    [
        "self.out.write(str(n))",
        "self.log.write(struct.pack('<l', n))",
        "self.out.note(struct.pack('<l', n))",
        "self.out.write(struct.pack('<l', n).encode('hex'))",
        "other.out.write(struct.pack('<l', n))",
        "other.write(struct.pack('<l', n))",
    ],
)
def test_refuses(other):
    check_untouched(RULE, WRITER.format("'RIFF'", other))


def test_another_class_has_a_stream_of_its_own():
    text = WRITER.format("'RIFF'", PACKED).replace("    def size", "class Other(object):\n    def size")
    check_untouched(RULE, text)


FUNCTION = "import struct\ndef short(f, n): f.write(struct.pack('>h', n))\ndef chunk(g, n):\n    {}\n    {}\n"


def test_a_function_that_is_handed_the_stream():
    text = FUNCTION.format("g.write({})", "short(g, n)")
    check_rule(RULE, text.format("'FORM'"), text.format("b'FORM'"))
    kept = WRITER.replace("class", "def short(f, n): f.write(struct.pack('>h', n))\nclass", 1)
    kept = kept.format("{}", "short(self.out, n)")
    check_rule(RULE, kept.format("'FORM'"), kept.format("b'FORM'"))
    for other in ("short(other, n)", "short(*g)", "f.short(g, n)", "long(g, n)"):
        check_untouched(RULE, FUNCTION.format("g.write('FORM')", other))


READER = (
    "import struct\nclass Reader(object):\n    def __init__(self, f):\n        self.file = f\n"
    "        if self.file.read(4) != {}: raise ValueError\n    def size(self):\n        {}\n"
)


def test_what_is_unpacked_elsewhere_in_the_class_is_read_as_octets():
    rule = "bytes_beside_text"
    unpacked = "return struct.unpack('<l', self.file.read(4))"
    check_rule(rule, READER.format("'RIFF'", unpacked), READER.format("b'RIFF'", unpacked))
    handed = READER.replace("        if", "        n = struct.unpack('<l', f.read(4))\n        if")
    check_rule(rule, handed.format("'RIFF'", "pass"), handed.format("b'RIFF'", "pass"))
    for other in ("return int(self.file.read(4))", "return struct.unpack('<l', self.other.read(4))"):
        check_untouched(rule, READER.format("'RIFF'", other))


PACKERS = (
    "from struct import Struct\n_long = Struct('!l')\npack_long = _long.pack\ntake_long = _long.unpack\n"
)
NUMBERS = (
    "def short(n):\n    s = ''\n    while n > 127:\n        s += chr(n & 127 | 128)\n        n >>= 7\n"
    "    return s + chr(n)\n"
)
FILE = (
    "from p.packers import pack_long, take_long\nfrom p.numbers import short\n\n"
    "class File(object):\n    def __init__(self, f):\n        self.f = f\n"
    "    def long(self, n): {}\n    def short(self, n): self.f.write(short(n))\n"
    "    def all(self, ns): self.f.write(''.join([short(n) for n in ns]))\n"
    "    def both(self, n): return pack_long(n) + ''.join([short(n)])\n"
    "PROOF = 1L\n"
)


def _of_several_files(long: str) -> str:
    texts = {
        "p/__init__.py": "",
        "p/packers.py": PACKERS,
        "p/numbers.py": NUMBERS,
        "p/file.py": FILE.format(long),
    }
    return migrate(texts["p/file.py"], "p/file.py", RepositoryIndex(texts, texts.get)).text


def test_octets_that_a_packer_of_another_file_gives_and_what_is_made_of_numbers(tmp_path):
    done = _of_several_files("self.f.write(pack_long(n))")
    assert 'self.f.write(as_bytes(short(n), "latin-1"))' in done
    modules = {"p/packers.py": PACKERS, "p/numbers.py": NUMBERS, "p/file.py": done, "p/__init__.py": ""}
    for name, text in modules.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    program = (
        "import io\nfrom p.file import File\nf = io.BytesIO()\na = File(f)\na.long(1)\na.short(200)\n"
        "a.all([200, 3])\nprint(f.getvalue() == b'\\0\\0\\0\\1\\xc8\\1\\xc8\\1\\3', a.both(200))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "True b'\\x00\\x00\\x00\\xc8\\xc8\\x01'\n"


def test_a_stream_that_nothing_is_packed_for_may_be_one_of_text():
    for other in ("self.f.write(repr(pack_long(n)))", "self.g.write(pack_long(n))", "self.f.write(str(n))"):
        assert "self.f.write(short(n))" in _of_several_files(other)


ALIAS = "import struct\ndef save(f, key):\n    write = f.write\n    write(struct.pack('>h', 1))\n    {}\n"


def test_a_name_for_the_method_that_writes():
    check_rule(RULE, ALIAS.format("write('FORM')"), ALIAS.format("write(b'FORM')"))
    check_untouched(RULE, ALIAS.replace("write =", "write = key or").format("write('FORM')"))
    check_untouched(RULE, ALIAS.format("g.write('FORM')"))


def test_octets_of_a_list_are_joined_for_a_file_of_octets():
    text = (
        "import zlib\ndef packed(part): return zlib.compress(part)\ndef save(name, parts):\n    values = []\n"
        "    for part in parts:\n        values.append(packed(part))\n    f = open(name, 'wb')\n"
        "    f.write('-'.join(values))\n    f.close()\nsave('x', ['a'])\nn = 1L\n"
    )
    texts = {"p/__init__.py": "", "p/a.py": text, "p/b.py": "x = u'a', unicode(y).encode('utf-8')\n" * 9}
    done = migrate(text, "p/a.py", RepositoryIndex(texts, texts.get)).text
    assert "f.write(b'-'.join(" in done


@pytest.mark.parametrize(
    ("made", "now"),
    [
        ("'-'.join(values)", "b'-'.join("),
        ("'-'.join(v for v in values)", "b'-'.join(as_bytes(v) for v in values)"),
        ("'-'.join([v for v in values if v])", "b'-'.join([as_bytes(v) for v in values if v])"),
    ],
)
def test_items_that_are_gone_through_are_made_octets_one_by_one(made, now):
    text = (
        "import zlib\ndef packed(part): return zlib.compress(part) if part else 'none'\ndef save(name, parts):\n"
        "    values = map(packed, parts)\n    f = open(name, 'wb')\n"
        f"    f.write({made})\n    f.close()\nsave('x', ['a', ''])\nn = 1L\n"
    )
    texts = {"p/__init__.py": "", "p/a.py": text, "p/b.py": "x = u'a', unicode(y).encode('utf-8')\n" * 9}
    done = migrate(text, "p/a.py", RepositoryIndex(texts, texts.get)).text
    assert f"f.write({now}" in done


TEXTS = (
    "# -*- coding: utf-8 -*-\nimport hashlib\nSEP, END = chr(0), chr(13) + chr(10)\n"
    "def digest(text): return hashlib.md5(text).hexdigest()\n"
    "x = digest('caf\u00e9' + END), digest('gr\u00f6\u00dfe' + SEP)\nn = 1L\n"
)


def test_text_beside_characters_of_ascii_is_utf_8_as_before():
    texts = {"p/__init__.py": "", "p/a.py": TEXTS, "p/b.py": "x = u'a', unicode(y).encode('utf-8')\n" * 9}
    space = {}
    exec(migrate(TEXTS, "p/a.py", RepositoryIndex(texts, texts.get)).text, space)
    spelled = ("caf\u00e9\r\n", "gr\u00f6\u00dfe\0")
    assert space["x"] == tuple(hashlib.md5(text.encode()).hexdigest() for text in spelled)
