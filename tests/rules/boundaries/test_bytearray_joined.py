"""Octets that are text, added to what may be a bytearray, or is one."""

import subprocess
import sys

import pytest
from rules.checking import PROOF, PROOF_AFTER, check_settled, check_untouched, octet_repository, run

from migration.engine.pipeline import migrate

RULE = "bytearray_joined"
GIVEN = "def f(a, b):\n    {}\nf('x', 'y')\nf(bytearray(2), 'y')\n"


def joined(text: str) -> str:
    text += PROOF
    index = octet_repository(text)
    outcome = run(RULE, text, key="p/a.py", index=index)
    check_settled(RULE, outcome, key="p/a.py", index=octet_repository(outcome.text))
    return outcome.text


def migrated(text: str) -> str:
    """What all rules make of a file of a repository of octets; the same again."""
    text += PROOF
    outcome = migrate(text, "p/a.py", octet_repository(text))
    again = migrate(outcome.text, "p/a.py", octet_repository(outcome.text))
    assert again.text == outcome.text
    return outcome.text


@pytest.mark.parametrize(
    "text",
    [
        "def f(a, b):\n    a += b\n    return a + b\nf('x', 'y')\n",
        GIVEN.format("return a * 2"),
        GIVEN.format("a -= b"),
        GIVEN.format("a[0].x += b"),
        GIVEN.format("c = []\n    c += a"),
        "def f(a, b):\n    return a + b\nf(1, 2)\nx = bytearray(2)\n",
        GIVEN.format("return a < b"),
        GIVEN.format("return b == 'z'"),
        "def f(a, b):\n    return a == b\nf('x', 'y')\nx = bytearray(2)\n",
        "x = bytearray(2)\ny = x == bytearray(3)\n",
        "x = bytearray(2)\nx += f()\ny = x + f()\n",
    ],
)
def test_refuses(text: str) -> None:
    assert joined(text) == text + PROOF_AFTER


def test_leaves_a_repository_that_is_not_about_octets() -> None:
    check_untouched(RULE, GIVEN.format("return a + b"), python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return a + b", "return joined(a, b)"),
        ("return 'z' + a", "return joined('z', a)"),
        ("return b + b + a", "return joined(b + b, a)"),
        ("return a + b + b", "return joined(joined(a, b), b)"),
        ("a += b", "a = grown(a, b)"),
        ("b += a", "b = grown(b, a)"),
        ("a += b if b else 'z'", "a = grown(a, b if b else 'z')"),
        ("return a == b", "return unarrayed(a) == b"),
        ("return 'z' != a", "return 'z' != unarrayed(a)"),
        ("return a == unknown()", "return unarrayed(a) == unarrayed(unknown())"),
        ("self.assertEqual('z', a)", "self.assertEqual('z', unarrayed(a))"),
    ],
)
def test_a_function_sees_which_it_is(before: str, after: str) -> None:
    assert f"    {after}\n" in joined(GIVEN.format(before))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # What is certain needs no function.
        ("x = bytearray(2)\nx += f()\n", 'x += as_bytes(f(), "latin-1")\n'),
        ("x = bytearray(2)\nx += struct.pack('B', 1)\n", "x += struct.pack('B', 1)\n"),
        ("x = bytearray(2)\nx += y.recv(3)\n", 'x += as_bytes(y.recv(3).decode("latin-1"), "latin-1")\n'),
        ("x = bytearray(2)\nx[2:4] = f()\n", 'x[2:4] = as_bytes(f(), "latin-1")\n'),
        ("x = bytearray(2)\nx[2:4] = [1, 2]\n", "x[2:4] = [1, 2]\n"),
        ("x = bytearray(2)\ny = x + f()\n", 'y = x + as_bytes(f(), "latin-1")\n'),
        ("x = bytearray(2)\ny = f() + x\n", 'y = bytearray(as_bytes(f(), "latin-1")) + x\n'),
        ("x = bytearray(2)\ny = struct.pack('B', 1) + x\n", "y = bytearray(struct.pack('B', 1)) + x\n"),
        ("x = bytearray(2)\nx += bytearray(3)\n", "x += bytearray(3)\n"),
        (
            "def f(b, *a):\n    b += struct.pack('BB', *a)\n    struct.pack_into('B', b, 0, 1)\n",
            "    b += struct.pack('BB', *a)\n",
        ),
        (
            "def f(b, *a):\n    b = ''\n    b += struct.pack('B', 1)\n    struct.pack_into('B', b, 0, 1)\n",
            "    b += struct.pack('B', 1).decode(\"latin-1\")\n",
        ),
    ],
)
def test_what_goes_into_a_bytearray_is_octets(before: str, after: str) -> None:
    assert after in migrated("import struct\n" + before)


def test_they_do_what_they_did() -> None:
    text = migrated(
        "import struct\n"
        "def into(form, buf, *values):\n"
        "    if len(buf) < 2:\n"
        "        buf += bytearray(2 - len(buf))\n"
        "    if len(buf) == 2:\n"
        "        buf += struct.pack(form, *values)\n"
        "        return\n"
        "    struct.pack_into(form, buf, 0, *values)\n"
        "class Message(object):\n"
        "    def __init__(self, data):\n"
        "        self.buf = None\n"
        "        self.data = data\n"
        "    def begin(self):\n"
        "        self.buf = bytearray(1)\n"
        "        same = self.buf\n"
        "        self.add()\n"
        "        return same is self.buf\n"
        "    def add(self):\n"
        "        self.buf += self.data\n"
        "def front(head, payload):\n"
        "    whole = head + payload\n"
        "    whole += '\\x00'\n"
        "    return whole\n"
        "message = Message(struct.pack('B', 200))\n"
        "same = message.begin()\n"
        "into('>H', message.buf, 513)\n"
        "ends = [front('a', 'b'), front('\\xff', bytearray(1)), front(bytearray(1), 'c')]\n"
        "print [map(ord, str(e)) if type(e) is str else list(e) for e in ends], list(message.buf), same\n"
    )
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout == "[[97, 98, 0], [255, 0, 0], [0, 99, 0]] [0, 200, 2, 1] True\n"


def test_sees_attributes_that_are_set_of_what_is_not_known() -> None:
    text = (
        "def f(target):\n    return '\\x01' + target.cmd\n\ndef g(target):\n    target.cmd = bytearray(2)\n"
    )
    assert "return joined('\\x01', target.cmd)" in joined(text)
