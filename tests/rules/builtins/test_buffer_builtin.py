"""buffer → memoryview."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "buffer_builtin"


@pytest.mark.parametrize(
    "text",
    [
        "buffer = []\nbuffer.append(1)\n",
        "def f(buffer): return buffer\n",
        "sys.stdout.buffer\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("buffer('abc')\n", "memoryview(b'abc')\n"),
        ("buffer(a, 2)\n", "memoryview(a)[2:]\n"),
        ("buffer(a, 2, n)\n", "memoryview(a)[2:][:n]\n"),
        ("buffer('abc', 1)\n", "'abc'[1:]\n"),
        ("def f(a, n):\n    return buffer(a, n, 2)\n", "def f(a, n):\n    return a[n:][:2]\n"),
        ("def f(a, n):\n    return buffer(a)\n", "def f(a, n):\n    return memoryview(a)\n"),
        (
            "import array\ndef f(a, n):\n    return buffer(a, n)\n",
            "import array\ndef f(a, n):\n    return memoryview(a)[n:]\n",
        ),
        ("buffer(buffer('abc', 1), 1)\n", "memoryview(memoryview(b'abc')[1:])[1:]\n"),
        ("isinstance(a, buffer)\n", "isinstance(a, memoryview)\n"),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "if isinstance(a, str):\n    f(buffer(a))\nelse:\n    f(a)\n",
            "if isinstance(a, bytes):\n    f(memoryview(a))\nelse:\n    f(a)\n",
        ),
        (
            "if isinstance(a, str):\n    a = g(a)\n    f(buffer(a))\n",
            "if isinstance(a, str):\n    a = g(a)\n    f(memoryview(a))\n",
        ),
        (
            "if isinstance(a, str):\n    pass\nelse:\n    f(buffer(a))\n",
            "if isinstance(a, str):\n    pass\nelse:\n    f(memoryview(a))\n",
        ),
        (
            "if isinstance(b, str):\n    f(buffer(a))\n",
            "if isinstance(b, str):\n    f(memoryview(a))\n",
        ),
    ],
)
def test_only_octets_are_taken_where_native_strings_were(before, after):
    check_rule(RULE, before, after, python2=True)


@pytest.mark.parametrize(
    ("asked", "now"), [("buffer", "(bytes, memoryview)"), ("(str, buffer)", "(str, bytes, memoryview)")]
)
def test_what_a_database_kept_is_asked_for(asked, now):
    text = "import sqlite3\nx = isinstance(y, {})\n"
    check_rule("buffer_builtin", text.format(asked), text.format(now))
    assert "bytes" not in run("buffer_builtin", text.format(asked).replace("sqlite3", "os")).text


def test_what_a_database_keeps_may_be_text():
    text = "import sqlite3\ndef stored(v): return buffer(v)\ndef other(v): x = buffer(v)\n"
    done = run("buffer_builtin", text).text
    assert 'return memoryview(as_bytes(v, "latin-1"))' in done
    assert "x = memoryview(v)" in done


USED = "b = buffer('some bytes')\ncs = [c for c in b]\nprint b[0], str(b[5:]), b[:4] == 'some', b + '!', len(b), b\n"


def test_a_buffer_that_is_only_read_as_a_string_is_the_string():
    code = migrate(USED).text
    assert code.startswith("b = 'some bytes'\n") and migrate(code).text == code
    shown: list = []
    exec(code, {"print": lambda *a, **k: shown.append(a)})
    assert shown[-1] == ("s", "bytes", True, "some bytes!", 10, "some bytes")


@pytest.mark.parametrize(
    "used",
    [
        "x = isinstance(b, buffer)\n",  # what it is
        "x = b == 'some bytes'\n",  # a buffer equals no string
        "keep(b)\n",
        "b = None\n",
        "def f():\n    return b\n",
        "x = repr(b)\n",
    ],
)
def test_a_buffer_of_which_more_is_asked_stays_a_view(used):
    assert "b = memoryview(b'some bytes')" in run(RULE, USED + used).text


def test_a_buffer_that_other_files_import_stays_a_view():
    files = {"a.py": "b = buffer('some')\nprint b[0]\n", "m.py": "from a import b\nprint type(b)\n"}
    assert "memoryview(b'some')" in run(RULE, files["a.py"], index=RepositoryIndex(files, files.get)).text


def test_a_buffer_of_what_may_be_no_text_stays_a_view():
    for source in ("data", "'\\xff'", "bytearray(4)"):
        assert "b = memoryview(" in run(RULE, f"b = buffer({source})\nprint b[0]\n").text


def test_a_piece_of_a_buffer_is_a_string():
    text = "import struct\nd = struct.pack('>H', 258) + 'grape\\xff'\nx = buffer(d)[2:5] + '!'\nprint x\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets
    spaces = {}
    exec(migrate(text, "a.py", index).text, spaces)
    assert spaces["x"] == "gra!"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = type(b) is buffer", "x = type(b) in (bytes, memoryview)"),
        ("x = type(b) != buffer or y", "x = type(b) not in (bytes, memoryview) or y"),
        ("x = b is buffer", "x = b is memoryview"),
        ("x = type(b) < buffer", "x = type(b) < memoryview"),
    ],
)
def test_the_type_of_what_a_database_gives(before, after):
    head = "import sqlite3\n"
    check_rule(RULE, head + before + "\n", head + after + "\n")
    plain = before.replace("buffer", "memoryview")
    check_rule(RULE, before + "\n", plain + "\n")


def test_pieces_of_an_array_in_a_program_of_octets():
    text = "import array\na = array.array('c', 'abcdef')\nb = buffer(a)\n"
    text += "x = buffer(a, 2, 3)[:], str(buffer(a, 1, 2)), buffer(a)[0], len(buffer(a, 4))\n"
    made = migrate(text, "p/a.py", octet_repository(text)).text
    space = {}
    exec(made, space)
    assert space["x"] == ("cde", "bc", "a", 2)
    assert "b = memoryview(" in made


STRUCTURE = (
    "import ctypes\nclass S(ctypes.Structure):\n    _fields_ = [('n', ctypes.c_uint8), ('m', ctypes.c_uint8)]\n"
    "    def raw(self): return buffer(self)[:]\n    def head(self): return str(buffer(self))[:1]\n"
    "s = S(65, 233)\nx = buffer(s)[:]\nkept = buffer(s)\nf = open('o', 'wb')\n"
    "f.write(s.raw()); f.write(buffer(s)); f.write(x)\nf.close()\ns.n = 66\n"
    "print len(s.raw()), s.head(), buffer(s)[0], buffer(s, 0, 1)[:], len(buffer(s)), x == 'A\\xe9', len(kept)\n"
)


@pytest.mark.parametrize("octets", [False, True])
def test_structures_of_c(octets, capsys, tmp_path, monkeypatch):
    """What is printed is what CPython 2.7.18 prints."""
    monkeypatch.chdir(tmp_path)
    index = octet_repository(STRUCTURE).taken_for(octets)
    once = migrate(STRUCTURE, "p/a.py", index).text
    exec(once, {})
    assert capsys.readouterr().out == "2 B B B 2 True 2\n"
    assert (tmp_path / "o").read_bytes() == b"A\xe9" * 3
    assert migrate(once, "p/a.py", index).text == once


OTHER_STRUCTURES = (
    "import ctypes\nclass B(ctypes.Structure): pass\nclass S(B):\n"
    "    _fields_ = [('n', ctypes.c_uint8), ('m', ctypes.c_uint8)]\n"
    "    @classmethod\n    def of(cls, data):\n        s = cls()\n"
    "        ctypes.memmove(ctypes.addressof(s), data, ctypes.sizeof(s))\n        return s\n"
    "def shown(s): return buffer(s)[:]\n"
    "s = S.of('A\\xe9')\na = (ctypes.c_uint8 * 3)(65, 66, 67)\nn = ctypes.c_uint16(65)\n"
    "print len(shown(s)), s.m, buffer(s)[0], buffer(a)[1:], len(buffer(n)), str(buffer(a))\n"
)


def test_structures_that_are_handed_on_arrays_and_numbers(capsys):
    """What is printed is what CPython 2.7.18 prints."""
    text = OTHER_STRUCTURES
    index = RepositoryIndex({"a.py": text}, {"a.py": text}.get).taken_for(True)
    once = migrate(text, "a.py", index).text
    exec(once, {})
    assert capsys.readouterr().out == "2 233 A BC 2 ABC\n"
    assert migrate(once, "a.py", index).text == once


def test_other_objects_are_no_structures():
    text = "import ctypes\nclass S(str): pass\ndef f(a):\n    return buffer(S(a))[:]\n"
    assert "tobytes" not in run(RULE, text).text


@pytest.mark.parametrize(
    "text",
    [
        "made = {'b': buffer}\nx = made['b']('hello', 1, 3)\n",
        "made = dict(b=buffer, n=len)\nx = made[key]('hello', 1, 3)\n",
        "class A(object):\n    made = {'b': buffer}\n    def f(self, s): return self.made['b'](s, 1, 3)\n"
        "x = A().f('hello')\n",
        "made = buffer\nx = made('hello', 1, 3)\n",
        "def f(s, made=buffer): return made(s, 1, 3)\nx = f('hello')\n",
        "def f(made, s): return made(s, 1, 3)\nx = f(buffer, 'hello')\n",
        "def f(made, s): return made(s, 1, 3)\nx = f(s='hello', made=buffer)\n",
        "for made in (buffer, buffer): x = made('hello', 1, 3)\n",
    ],
)
def test_what_is_kept_to_be_called_cuts(text):
    outcome = run(RULE, text)
    assert "memoryview" not in outcome.text.partition("return view")[2]
    space = {"key": "b"}
    exec(outcome.text, space)
    assert space["x"] == "ell"


@pytest.mark.parametrize(
    "text",
    [
        "kinds = {'b': buffer}\nx = isinstance(y, kinds['b'])\n",
        "kinds = {'b': buffer}\nx = kinds['b'](y), list(kinds.values())\n",
        "kinds = {'b': buffer}\n",
        "class A(object):\n    made = buffer\n",
        "made = buffer\nx = made(y), isinstance(y, made)\n",
        "made = buffer\n",
        "def f(s, made=buffer): return isinstance(s, made)\n",
        "x = f(buffer, 'hello')\n",
    ],
)
def test_a_type_that_is_asked_for_stays_one(text):
    check_rule(RULE, text, text.replace("buffer", "memoryview"))


def test_a_view_of_octets_is_cut_as_text_is():
    space = {}
    exec(
        run(RULE, "made = buffer\na = made(b'hello', 1)\nb = made(b'hello', 1, 3)\nc = made(b'')\n").text,
        space,
    )
    assert [bytes(space[name]) for name in "abc"] == [b"ello", b"ell", b""]


@pytest.mark.parametrize(
    "text",
    [
        "casts = {'blob': buffer}\ndb.execute(q, (casts['blob'](v),))\n",
        "import sqlite3\ndef store(v, wrap=buffer):\n    keep(wrap(v))\n",
    ],
)
def test_what_a_database_may_keep_is_no_text(text):
    check_rule(RULE, text, text.replace("buffer", "memoryview"))
    files = {"a.py": text, "b.py": "made = buffer\nx = made(v)\n"}
    outcome = run(RULE, files["b.py"], key="b.py", index=RepositoryIndex(files, files.get))
    assert outcome.text == "made = memoryview\nx = made(v)\n"


OCTETS = "PROOF = 1L\n"


def of_octets(text: str, other: str = "") -> str:
    return run(RULE, text + OCTETS, key="p/a.py", index=octet_repository(text + OCTETS, other)).text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(x):\n    g.buf = buffer(x)\n", "    g.buf = buffered(x)\n"),
        ("def f(x):\n    show(buffer(x), 1)\n", "    show(buffered(x), 1)\n"),
        ("def f():\n    show(buffer('ab'))\n", "    show('ab')\n"),
        ("import struct\ndef f(x):\n    return struct.unpack('B', buffer(x))\n", "struct.unpack('B', x)\n"),
    ],
)
def test_a_buffer_is_text_in_a_program_of_octets(before: str, after: str) -> None:
    assert after in of_octets(before)


@pytest.mark.parametrize(
    ("before", "other"),
    [
        ("def f(x):\n    g.buf = buffer(x)\n", "if isinstance(x, (str, buffer)): pass\n"),
        ("def f(x):\n    g.buf = buffer(x)\n", "if type(x) is buffer: pass\n"),
        ("def f(x):\n    g.buf = buffer(x)\n", "TYPES = {str: 1, buffer: 2}\n"),
        ("def f(x):\n    g.buf = buffer(x)\n", "import sqlite3\n"),
        ("import mmap\ndef f(x):\n    g.buf = buffer(x)\n", ""),
        ("from array import array\ndef f(x):\n    g.buf = buffer(x)\n", ""),
    ],
)
def test_it_stays_a_view_where_it_is_told_from_text_or_shared(before: str, other: str) -> None:
    assert "buffered" not in of_octets(before, other)
    assert "memoryview(" in of_octets(before, other)


def test_the_content_of_one_is_text_in_a_program_of_octets() -> None:
    before = "def f(x):\n    if isinstance(x, buffer):\n        x = str(x)\n    return x\n"
    assert 'x = str(x, "latin-1")\n' in of_octets(before)
