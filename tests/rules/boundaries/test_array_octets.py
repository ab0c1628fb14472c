r"""chr(n) + data, '\x30' given to what is given bytearrays: over all files of a repository."""

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_settled, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "array_octets"
#: A program that knows unicode.
HEAD = "name = u'\\xe9'\n"


def index_of(text: str, others: dict[str, str]) -> RepositoryIndex:
    files = {"a.py": text, "b.py": HEAD, **others}
    return RepositoryIndex(files, files.get).taken_for(octets=False)


def applied(text: str, others: dict[str, str] | None = None) -> str:
    text = HEAD + text + PROOF
    outcome = run(RULE, text, index=index_of(text, others or {}))
    check_settled(RULE, outcome, index=index_of(outcome.text, others or {}))
    return outcome.text.removeprefix(HEAD)


def migrated(text: str, others: dict[str, str] | None = None) -> str:
    """What all rules make of a file; the same again."""
    text = HEAD + text + PROOF
    outcome = migrate(text, "a.py", index_of(text, others or {}))
    assert migrate(outcome.text, "a.py", index_of(outcome.text, others or {})).text == outcome.text
    return outcome.text


@pytest.mark.parametrize(
    "text",
    [
        "x = '\\x01' + chr(n)\n",
        "a = bytearray(3)\nx = '\\x01' + y\n",
        # What is text by all that comes there stays, and so does what meets it.
        "def f(a):\n    return a == '\\x01'\nf('name')\nf(bytearray(2))\n",
        "def f(a):\n    show(a)\nf('\\x1b[0m')\nf('red')\nf(bytearray(2))\n",
        "def f(a):\n    return a\nf(u'x')\nf('\\x01')\nf(bytearray(2))\n",
        # A key, and what is formatted.
        "d = {'\\x01': 1}\nd[bytearray(2)[0]]\n",
        "def f(a):\n    return a % 3\nf('\\x01%d')\nf(bytearray(2))\n",
        # A list of numbers is no string.
        "a = bytearray(3)\nx = [1] + list(a)\n",
        # Nothing but a method of the library's is known by that name.
        "class A:\n    def append(self, x):\n        self.x = bytearray(2) + x\ndef f(l):\n    l.append('\\x01')\n",
    ],
)
def test_refuses(text: str) -> None:
    assert applied(text) == text + PROOF_AFTER


def test_leaves_a_repository_of_octets() -> None:
    text = "def f(a, n):\n    return chr(n) + a\nf(bytearray(2), 1)\n" + PROOF_AFTER
    check_untouched(RULE, text, key="p/a.py", index=octet_repository(text))


@pytest.mark.parametrize(
    ("text", "after"),
    [
        # Attributes of the class, and what a method gives.
        (
            "class A:\n    S = bytearray.fromhex('00ff')\n    def f(self, n):\n        return self.S + chr(n)\n",
            "class A:\n    S = bytearray.fromhex('00ff')\n    def f(self, n):\n        return self.S + bytes([n])\n",
        ),
        # What is given by some call; others have to be octets then.
        (
            "def f(a, n):\n    return a + chr(n)\nf(bytearray(2), 1)\nf('\\x07', 2)\nf('', 2)\n",
            "def f(a, n):\n    return a + bytes([n])\nf(bytearray(2), 1)\nf(b'\\x07', 2)\nf(b'', 2)\n",
        ),
        # The first part decides what a sum is in Python 3.
        (
            "def f(a, n):\n    return '\\xa2' + chr(n) + a\nf(bytearray(2), 1)\n",
            "def f(a, n):\n    return bytearray(b'\\xa2') + bytes([n]) + a\nf(bytearray(2), 1)\n",
        ),
        (
            "def f(a, n):\n    return chr(n) + a\nf(bytearray(2), 1)\n",
            "def f(a, n):\n    return bytearray([n]) + a\nf(bytearray(2), 1)\n",
        ),
        # Equal in Python 2, and never in Python 3.
        (
            "class A:\n    def __init__(self, a):\n        self.a = a[0:2]\n    def f(self):\n"
            "        return self.a == '\\x11\\x48'\nA(bytearray(2))\n",
            "class A:\n    def __init__(self, a):\n        self.a = a[0:2]\n    def f(self):\n"
            "        return self.a == b'\\x11\\x48'\nA(bytearray(2))\n",
        ),
        # What is changed in place has to be one.
        (
            "def f(c, a):\n    x = c + a\n    x.append(1)\n    return x\nf(b'\\x93', bytearray(2))\n",
            "def f(c, a):\n    x = bytearray(c + a)\n    x.append(1)\n    return x\nf(b'\\x93', bytearray(2))\n",
        ),
        # A choice of two, by its name.
        (
            "def f(a, on):\n    c = '\\x54' if on else '\\x1b'\n    c = c + a\n    return c\nf(bytearray(2), 1)\n",
            "def f(a, on):\n    c = b'\\x54' if on else b'\\x1b'\n    c = c + a\n    return c\nf(bytearray(2), 1)\n",
        ),
        # Spelled as octets, beside bytearrays.
        (
            "def send(a):\n    out(a)\nsend(bytearray(2))\nsend('\\x30' + chr(n % 256))\n",
            "def send(a):\n    out(a)\nsend(bytearray(2))\nsend(b'\\x30' + bytes([n % 256]))\n",
        ),
    ],
)
def test_makes_octets(text: str, after: str) -> None:
    assert applied(text) == after + PROOF_AFTER


def test_sees_what_other_files_give() -> None:
    text = (
        "class Tag:\n    def write(self, page, data):\n        return self.send('\\xa2' + chr(page) + data)\n"
    )
    other = "import a\n\ndef test(tag):\n    tag.write(1, bytearray.fromhex('0102'))\n"
    assert "bytearray(b'\\xa2') + bytes([page]) + data" in applied(text, {"test_a.py": other})


def test_sees_attributes_that_other_files_set() -> None:
    text = "def f(target):\n    return chr(len(target.cmd) + 1) + target.cmd\n"
    other = "def test(target):\n    target.cmd = bytearray.fromhex('0102')\n"
    assert "bytearray([len(target.cmd) + 1]) + target.cmd" in applied(text, {"test_a.py": other})


def test_items_of_a_sum_are_numbers() -> None:
    text = "def f(a, n):\n    c = chr(n) + a\n    return '{0:02x}'.format(c[0])\nf(bytearray(2), 1)\n"
    assert "format(c[0])" in migrated(text)


def test_an_item_of_octets_in_several_loops_is_one_octet() -> None:
    text = (
        "def f(a):\n    for c in b'\\x93\\x95':\n        send(c + '\\x20')\n"
        "    for n, c in zip(range(2), b'\\x93\\x95'):\n        send(c + '\\x70' + a)\nf(bytearray(2))\nf(b'\\x01')\n"
    )
    made = migrated(text)
    assert "send(bytes([c]) + b'\\x20')" in made
    assert "bytes([c]) + b'\\x70' + a" in made
