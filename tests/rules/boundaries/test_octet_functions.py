"""Functions of octets that are handed on."""

import pytest
from rules.checking import PROOF, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex


def migrated(text: str) -> str:
    text += "print 1\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets
    once = migrate(text, "a.py", index).text
    assert migrate(once, "a.py", RepositoryIndex(["a.py"], {"a.py": once}.get)).text == once
    return once


@pytest.mark.parametrize(
    "use",
    [
        "x = zlib.compress('a')\n",
        "def f():\n    pack = zlib.compress\n    return pack('a')\n",
        "import hmac, hashlib\nx = hmac.new('k', 'm', hashlib.sha1)\n",
        "import hashlib\nMAKERS = {'md5': hashlib.md5}\n",
        "x = hasattr(zlib.compress, '__doc__')\n",
        "from array import array\nx = isinstance(y, (list, tuple, array))\nz = zlib.compress(y)\n",
        "import array\nx = isinstance(y, array.array) or type(y) in (int, array.array)\nzlib.crc32(y)\n",
        "from array import array\ntry: f()\nexcept (zlib.error, array): pass\nz = zlib.compress('a')\n",
        "from array import array\nx = isinstance(y, (list, (tuple, array)))\nz = zlib.compress('a')\n",
        "from array import array\nKINDS = (list, array)\nx = isinstance(y, KINDS)\nz = zlib.compress('a')\n",
    ],
)
def test_leaves(use):
    assert "of_octets" not in migrated("import zlib\n" + use)


@pytest.mark.parametrize(
    ("use", "after"),
    [
        ("pack = zlib.compress\n", "pack = of_octets(zlib.compress)\n"),
        ("C = {'z': (zlib.compress, len)}\n", "C = {'z': (of_octets(zlib.compress), len)}\n"),
        ("x = map(zlib.compress, y)\n", "x = list(map(of_octets(zlib.compress), y))\n"),
        ("import struct\npack = struct.pack\n", "pack = of_octets(struct.pack, 1)\n"),
        ("def f(p=zlib.compress): return p('a')\n", "def f(p=of_octets(zlib.compress)): return p('a')\n"),
        (
            "def f(p): return p('a')\nf(zlib.compress)\n",
            "def f(p): return p('a')\nf(of_octets(zlib.compress))\n",
        ),
    ],
)
def test_wraps(use, after):
    assert migrated("import zlib\n" + use).endswith(after + "print(1)\n")


def test_not_in_other_repositories():
    check_untouched("octet_functions", "import zlib\npack = zlib.compress\n", python2=True)


def test_not_where_bytes_are_known():
    text = "import zlib\nx = b'a'\npack = zlib.compress\nprint 1\n"
    assert "of_octets" not in migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text


def test_a_name_by_which_a_function_is_called_is_no_handing_on():
    text = (
        "import binascii, struct\nunhex = binascii.a2b_hex\n"
        "def f(): return unhex('00') + struct.pack('>I', 1L) + chr(200)\n"
    )
    made = migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text)).text
    assert "unhex = binascii.a2b_hex\n" in made and '.decode("latin-1")' in made


def test_functions_that_objects_are_made_with():
    text = (
        "import binascii, struct\nclass Codec(object):\n    def __init__(self, name, enc): self.enc = enc\n"
        "    def go(self, s): return self.enc(s)\n"
        "def f(): return Codec('hex', binascii.hexlify).go('z') + struct.pack('>I', 1L) + chr(200)\n"
    )
    made = migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text)).text
    assert "Codec('hex', of_octets(binascii.hexlify))" in made


def test_a_type_of_c_stays_one():
    assert "of_octets" not in migrated(
        "import ctypes, zlib\nx = zlib.compress('a')\n"
        "class S(ctypes.Structure):\n    _fields_ = [('name', ctypes.c_char_p)]\n"
    )


def test_functions_that_a_class_of_the_file_is_given():
    text = (
        "import binascii, struct\nclass Codecs:\n    def add(cls, name, enc): cls.enc = enc\n"
        "    add = classmethod(add)\n"
        "Codecs.add('hex', binascii.hexlify)\ndef f(s): return struct.pack('>I', 1L) + chr(200)\n"
    )
    made = migrate(text, "a.py", RepositoryIndex(["a.py"], lambda key: text)).text
    assert "Codecs.add('hex', of_octets(binascii.hexlify))" in made


def test_a_type_of_ctypes_stays_one():
    text = "import ctypes\nclass S(ctypes.Structure):\n    _fields_ = [('x', ctypes.c_char)]\n" + PROOF
    assert (
        "[('x', ctypes.c_char)]"
        in run("octet_functions", text, key="p/a.py", index=octet_repository(text)).text
    )
