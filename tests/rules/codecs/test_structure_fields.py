# ruff: noqa: E501
"""Characters in structures of ctypes."""

import pytest
from rules.checking import check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

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


PAIR = (
    "import ctypes\nclass Head(ctypes.Structure):\n"
    "    _fields_ = [('kind', ctypes.c_char), ('name', ctypes.c_char_p), ('size', ctypes.c_int)]\n"
    "class Pair(ctypes.Structure):\n    _fields_ = [('kind', ctypes.c_char), ('head', Head)]\n"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("p = Head('a'); q = Head('c')\np.kind = q.kind\nx = p.kind\n", "c"),
        ("h = Head('a', 'b')\np = Pair(h.kind, h)\nx = p.kind\n", "a"),
        ("def clone(x): return Head(x.kind, size=2, name=x.name)\nx = clone(Head('a', 'b')).name\n", "b"),
        (
            "p = Head('a')\ndef same(q): return p.kind == q.kind\nx = same(Head('a')), same(Pair('b'))\n",
            (True, False),
        ),
        (
            "import pickle\np = Head('a')\nclass T(object):\n    kind = 'a'\n"
            "def same(q): return q.kind == p.kind, p.kind in ('a', q.kind)\nx = same(eval('T()'))\n",
            (True, True),
        ),
        ("p = Head('a')\np.kind = p.kind = 'b'\nx = p.kind\n", "b"),
        ("p = Head('a')\nclass T(object): pass\nt = T()\nt.kind = p.kind\nx = t.kind + 'b'\n", "ab"),
    ],
)
@pytest.mark.parametrize("octets", [False, True])
def test_fields_given_to_others_or_compared(text, expected, octets):
    text = PAIR + text + "n = 1L\n"
    if octets:
        text += "import struct\nm = struct.pack('>H', 1)\n"
    files = {"main.py": text}
    index = RepositoryIndex(files, files.get).taken_for(octets)
    once = migrate(text, "main.py", index).text
    spaces: dict[str, object] = {}
    exec(once, spaces)
    assert spaces["x"] == expected, once
    assert migrate(once, "main.py", index).text == once


@pytest.mark.parametrize("octets", [False, True])
def test_a_structure_of_what_was_read(octets, tmp_path):
    path = tmp_path / "in"
    path.write_bytes(b"\xff\x02")
    text = (
        "import ctypes\nclass Head(ctypes.Structure):\n    _fields_ = [('kind', ctypes.c_ubyte), ('n', ctypes.c_ubyte)]\n"
        f"def read(path):\n    data = open(path, 'rb').read()\n    return Head.from_buffer_copy(data)\n"
        f"h = read({str(path)!r})\nx = h.kind, h.n, ctypes.c_ubyte.from_buffer_copy('\\xe9').value\nn = 1L\n"
    )
    files = {"main.py": text}
    index = RepositoryIndex(files, files.get).taken_for(octets)
    once = migrate(text, "main.py", index).text
    spaces: dict[str, object] = {}
    exec(once, spaces)
    assert spaces["x"] == (255, 2, 233), once
    assert migrate(once, "main.py", index).text == once


def test_a_method_of_that_name_is_another():
    text = "class Head(object):\n    def from_buffer_copy(self, data): return data + 'a'\nx = Head().from_buffer_copy('b')\n"
    check_untouched(RULE, text, python2=True)


def test_a_structure_made_of_octets_has_such_fields():
    text = (
        "import ctypes\nclass Header(ctypes.LittleEndianStructure):\n"
        "    _fields_ = [('magic', ctypes.c_char * 4), ('size', ctypes.c_uint32)]\n"
        "def parse(data):\n    h = Header.from_buffer_copy(data)\n    if h.magic != 'RIFF':\n        raise ValueError(h.magic)\n"
        "    return h\nfound = parse('RIFF\\x10\\0\\0\\0')\nx = found.magic + '!', found.size\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ("RIFF!", 16)
