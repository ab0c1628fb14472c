"""Characters in structures of ctypes."""

import pytest
from rules.checking import check_untouched, run

from migration.engine import migrate

RULE = "structure_fields"
REC = (
    "import ctypes\nclass Rec(ctypes.Structure):\n"
    "    _fields_ = [('name', ctypes.c_char_p), ('tag', ctypes.c_char * 4), ('n', ctypes.c_int)]\n"
)


@pytest.mark.parametrize(
    "text",
    [
        REC + "x = r.name\n",
        REC + "r = Rec(n=1)\nx = r.n\n",
        REC + "r = Rec()\nx = r.name.decode('ascii')\n",
        REC.replace("ctypes.Structure", "Base") + "r = Rec('a')\nx = r.name\n",
        REC.replace("c_char", "c_wchar") + "r = Rec('a')\nx = r.name\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    "used",
    [
        "struct.unpack('<I', r.name)",
        "r.name in (b'a', b'b')",
        "hashlib.md5(r.name)",
        "r.name.encode('hex')",
        "libc.puts(r.name)",
    ],
)
def test_leaves_octets_where_they_are_wanted(used):
    text = "import struct, hashlib\n" + REC + f"libc = ctypes.CDLL(None)\nr = Rec()\nx = {used}\nn = 1L\n"
    assert "latin-1" not in run(RULE, text).text


def test_a_pointer_may_be_null():
    text = "import ctypes\nclass Rec(ctypes.Structure):\n    _fields_ = [('name', ctypes.c_char_p)]\n"
    text += "r = Rec()\nx = r.name is None, r.name or 'nobody'\nr.name = 'eve'\nr.name += 's'\ny = r.name\nn = 1L\n"
    spaces: dict[str, object] = {}
    exec(migrate(text).text, spaces)
    assert (spaces["x"], spaces["y"]) == ((True, "nobody"), "eves")


def test_leaves_what_may_be_python_3():
    text = "import asyncio\n" + REC + "r = Rec(b'a')\nx = r.name\n"
    check_untouched(RULE, text)


def test_what_is_put_in_comes_out():
    text = REC + "r = Rec('bob', tag='ab', n=3)\nx = r.name.upper() + r.tag, r.n\n"
    text += "r.name = 'eve'\nr.tag = r.tag.upper()\ny = r.name, r.tag\nn = 1L\n"
    spaces: dict[str, object] = {}
    exec(migrate(text).text, spaces)
    assert (spaces["x"], spaces["y"]) == (("BOBab", 3), ("eve", "AB"))
    assert "b'bob'" in run(RULE, text).text


def test_one_character():
    text = "import ctypes\nclass R(ctypes.Structure):\n    _fields_ = [('kind', ctypes.c_char)]\n"
    text += "r = R('a')\nx = r.kind == 'a', r.kind + 'b'\nr.kind = 'z'\ny = r.kind\nn = 1L\n"
    spaces: dict[str, object] = {}
    exec(migrate(text).text, spaces)
    assert (spaces["x"], spaces["y"]) == ((True, "ab"), "z")
