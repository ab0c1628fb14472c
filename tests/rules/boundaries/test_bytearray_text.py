"""Native literals that meet a bytearray."""

import pytest
from rules.checking import PROOF, check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "bytearray_text"


@pytest.mark.parametrize(
    "text",
    [
        "b = bytearray(3)\nb[0] = 5\nb.append(x)\nb += x\nb.find(u'x')\n",
        "def f(b):\n    b.append('d')\n    return bytearray(b)\n",
        "b = bytearray(3)\nb = []\nb.append('d')\n",
        "b = bytearray(3)\nb[0] = 'ab'\n",
        "b = bytearray(3)\nb[0] = b[1]\nb.translate(None, t)\n",
        "b = 'x'\nc = b.strip()\nb = c.strip()\nd = b == 'z'\n",
        "b = x\nb = b.ljust(9)\nb.append('z')\n",
        "b = '%s' % x + y\nb = b[2:]\nc = b + 'z' == 'z'\n",
        "def f(b):\n    b = b.strip()\n    return b == 'z'\n",
        "m = view(b)\nm[0] = 'a'\nx = m[0:2] == 'ab'\n",
        "x = s.split('a')[0] == 'b'\n",
        "b = [bytearray(3)]\nb[0] = 'a'\n",
        "b = bytearray(3)\ntry:\n    b += ''\nexcept TypeError:\n    pass\nelse:\n    fail()\n",
        "b = bytearray(3)\nself.assertRaises(TypeError, lambda: b.append('o'))\n",
        "b = bytearray(3)\nwith self.assertRaises(TypeError):\n    b.append('o')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("b.append('d')", "b.append(ord('d'))"),
        ("b.insert(0, 'd')", "b.insert(0, ord('d'))"),
        ("b[0] = 'z'", "b[0] = ord('z')"),
        ("b[0:2] = 'xyz'", "b[0:2] = b'xyz'"),
        ("b += 'x'", "b += b'x'"),
        ("x = b + 'x' == b", "x = b + b'x' == b"),
        ("x = 'a' == b", "x = b'a' == b"),
        ("x = 'a' in b", "x = b'a' in b"),
        ("x = b.replace('a', 'b')", "x = b.replace(b'a', b'b')"),
        ("b.extend('ab')", "b.extend(b'ab')"),
    ],
)
def test_spells_octets(before, after):
    head = "b = bytearray(3)\n"
    check_rule(RULE, head + before + "\n", head + after + "\n")


def test_items_of_a_file_in_memory():
    head = "import mmap\nm = mmap.mmap(1, 0)\n"
    check_rule(RULE, head + "m[0] = 'J'\nm[0:2] = 'Jo'\n", head + "m[0] = ord('J')\nm[0:2] = b'Jo'\n")


def test_items_of_a_view():
    head = "b = bytearray(3)\nm = memoryview(b)\n"
    for before, after in (
        ("m[0] = 'J'", "m[0] = ord('J')"),
        ("m[0:2] = 'Jo'", "m[0:2] = b'Jo'"),
        ("x = m[0:2] == 'Jo'", "x = m[0:2] == b'Jo'"),
    ):
        check_rule(RULE, head + before + "\n", head + after + "\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = b.split('a')[0] == 'b'", "x = b.split(b'a')[0] == b'b'"),
        ("x = b.strip() == 'b'", "x = b.strip() == b'b'"),
        ("x = b.translate(None, 'ab')", "x = b.translate(None, b'ab')"),
        ("x = b.translate(string.maketrans('a', 'b'))", "x = b.translate(bytes.maketrans(b'a', b'b'))"),
    ],
)
def test_what_a_bytearray_gives(before, after):
    head = "import string\nb = bytearray(3)\n"
    check_rule(RULE, head + before + "\n", head + after + "\n")


def test_octets_that_are_given_to_a_place():
    head = "import struct\nb = bytearray(3)\n"
    check_rule(
        RULE,
        head + "b[0] = struct.pack('B', 65)\n",
        head + "b[0] = ord(struct.pack('B', 65))\n",
        python2=True,
    )


def run_all(text):
    files, space = {"a.py": text}, {}
    made = migrate(text, "a.py", RepositoryIndex(files, files.get)).text
    exec(made, space)
    return space["x"]


def test_an_array_that_is_given_to_a_function():
    text = "def put(data, s):\n    for at, c in enumerate(s):\n        data[at] = c\n    return data\n"
    text += "x = bytes(put(bytearray(4), 'ab')), bytes(put(bytearray(2), u'\xe9'.encode('utf-8')))\nn = 1L\n"
    made = migrate(text, "a.py", RepositoryIndex(["a.py"], {"a.py": text}.get)).text
    space = {}
    exec(made, space)
    assert [list(v) if isinstance(v, bytes) else [ord(c) for c in v] for v in space["x"]] == [
        [97, 98, 0, 0],
        [195, 169],
    ]


def test_pieces_of_an_array():
    text = "b = bytearray('ab3cd')\nx = [w == 'cd' for w in b.split('3')]\ny, z = b.split('3')\n"
    text += "x += [y == 'ab', y + z == 'abcd', 'x' + z == 'xcd', z.upper() * 2 == 'CDCD']\nn = 1L\n"
    assert run_all(text) == [False, True, True, True, True, True]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("self.out.append(chr(n))", "self.out.append(n)"),
        ("self.out.append('x')", "self.out.append(ord('x'))"),
        ("self.out.append(pack(n))", "self.out.extend(pack(n))"),
        ("self.out.append(struct.pack('B', n))", "self.out.extend(struct.pack('B', n))"),
    ],
)
def test_octets_appended_to_an_attribute(before, after):
    head = (
        "import struct\nclass W:\n    def __init__(self, out=None):\n        self.out = bytearray()\n"
        "        if out: self.out = out\n    def write(self, n, pack=struct.Struct('B').pack):\n        "
    )
    check_rule(RULE, head + before + "\n", head + after + "\n", python2=True)


def test_refuses_what_another_list_gets():
    head = "class W:\n    def __init__(self):\n        self.out = {}\n    def write(self, n):\n        "
    for made in ("[]", "bytearray() if a else []"):
        check_untouched(RULE, head.format(made) + "self.out.append(chr(n))\n", python2=True)


FRAME = "class F:\n    def __init__(self, n):\n        self.data = bytearray(n)\n"
FRAME += "    def put(self, p, t):\n        {}\nf = F(3)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f.data[5] = ':'\n", "f.data[5] = ord(':')\n"),
        ("f.data.append('!')\n", "f.data.append(ord('!'))\n"),
        ("x = f.data[-4:] == '!end'\n", "x = f.data[-4:] == b'!end'\n"),
    ],
)
def test_an_attribute_of_an_object_of_the_file(before, after):
    head = FRAME.format("pass")
    check_rule(RULE, head + before, head + after, python2=True)


def test_refuses_what_may_be_of_another_class():
    check_untouched(RULE, FRAME.format("pass") + "x = g.data == '!end'\n", python2=True)
    check_untouched(RULE, FRAME.format("self.data = t") + "x = f.data == '!end'\n", python2=True)


def test_what_a_caller_gives_goes_into_octets_as_such():
    outcome = run(RULE, FRAME.format("self.data[p:p + len(t)] = t") + PROOF)
    assert "        self.data[p:p + len(t)] = as_bytes(t)\n" in outcome.text
    check_untouched(RULE, FRAME.format("self.data[p:p + len(t)] = t"))


def test_an_array_that_an_object_keeps_grows_by_what_it_is_given():
    text = "class A:\n    def __init__(self): self.b = bytearray()\n    def put(self, s):\n"
    text += "        self.b.extend(s)\n        self.b += 'z'\n        self.b += s\n        return self.b == 'xyzxy'\n"
    spaces = {}
    exec(migrate(text + "a = A().put('xy')\nn = 1L\n").text, spaces)
    assert spaces["a"]


def test_what_is_looked_for_is_kept_by_the_object():
    text = "class A(object):\n    def __init__(self, end='x'):\n        self.b = bytearray()\n        self.end = end\n"
    text += "    def f(self): return self.b.find(self.end)\nA()\nn = 1L\n"
    files = {"a.py": text}
    made = migrate(text, "a.py", RepositoryIndex(files, files.get)).text
    assert "self.b.find(as_bytes(self.end" in made


def test_characters_that_flow_to_one_place():
    text = "class A(object):\n    def __init__(self): self.b = bytearray(4)\n"
    text += "    def put(self, text):\n        for n, c in enumerate(text):\n            self.b[n] = c\n"
    text += "    def add(self, text):\n        for c in text: self.b.append(c)\n        return self.b\n"
    text += "a = A()\na.put('abcd')\nx = list(a.add(u'ef'))\nn = 1L\n"
    files, space = {"a.py": text}, {}
    made = migrate(text, "a.py", RepositoryIndex(files, files.get)).text
    assert "self.b[n] = ord(c)" in made and "self.b.append(ord(c))" in made
    exec(made, space)
    assert space["x"] == list(b"abcdef")
    octets = text.replace("a.put('abcd')", "a.put(open('x', 'rb').read())")
    made = migrate(octets, "a.py", RepositoryIndex(["a.py"], {"a.py": octets}.get)).text
    assert "self.b[n] = c" in made


def test_an_array_that_is_cut_in_a_loop():
    text = "b = bytearray('abc')\nwhile len(b) > 1:\n    b.append('z')\n    b = b[2:]\nn = 1L\n"
    outcome = migrate(text)
    assert "b.append(ord('z'))" in outcome.text and not outcome.notes


def test_texts_that_are_cut_from_each_other():
    text = "def f(x, y):\n    while x:\n        x = y[1:]\n        y = x[1:]\n"
    text += "        x.append('z')\n    return x\nn = 1L\n"
    assert not migrate(text).notes
