"""buffer → memoryview."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine import migrate
from migration.repository_index import RepositoryIndex

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


def test_a_piece_of_a_buffer_is_a_string():
    text = "import struct\nd = struct.pack('>H', 258) + 'grape\\xff'\nx = buffer(d)[2:5] + '!'\nprint x\n"
    index = RepositoryIndex(["a.py"], {"a.py": text}.get)
    assert index.octets
    spaces = {}
    exec(migrate(text, "a.py", index).text, spaces)
    assert spaces["x"] == "gra!"
