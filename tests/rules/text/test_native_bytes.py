"""In a program of octets, bytes is what native strings were called."""

import pytest
from rules.checking import check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate

RULE = "native_bytes"
PROOF = "import struct\n"


def check(before, after):
    check_rule(
        RULE,
        before + PROOF,
        after + PROOF,
        python2=True,
        key="p/a.py",
        index=octet_repository(before + PROOF),
    )


@pytest.mark.parametrize(
    "text",
    [
        "x = isinstance(y, (bytes, str))\n",
        "x = isinstance(y, (bytes, unicode))\n",
        "x = isinstance(y, (bytearray, bytes))\n",
        "x = {bytes: f, unicode: g}\n",
        "bytes = str\nx = isinstance(y, bytes)\n",
        "def f(bytes): return isinstance(y, bytes)\n",
        "x = map(bytes, y)\n",
        "x = bytes(y)\n",
        "x = y is bytes\n",
        "x = register(bytes, y)\n",
    ],
)
def test_refuses(text):
    text += PROOF
    check_untouched(RULE, text, python2=True, key="p/a.py", index=octet_repository(text))


def test_leaves_programs_that_tell_octets_from_text_and_files_of_python_3():
    check_untouched(RULE, "x = isinstance(y, bytes)\n", python2=True)
    text = "x = isinstance(y, bytes)\n"
    check_untouched(RULE, text, key="p/a.py", index=octet_repository(text))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = isinstance(y, bytes)\n", "x = isinstance(y, (bytes, str))\n"),
        ("x = isinstance(y, (int, bytes))\n", "x = isinstance(y, (int, bytes, str))\n"),
        ("x = type(y) is bytes\n", "x = type(y) is str\n"),
        ("x = y.__class__ == bytes\n", "x = y.__class__ == str\n"),
        ("x = {bytes: f, int: g}\n", "x = {str: f, int: g}\n"),
        ("x = [bytes, int]\n", "x = [str, int]\n"),
        ("Abstract.register(bytes)\n", "Abstract.register(str)\n"),
        ("class A:\n    def f(self): return bytes(self)\n", "class A:\n    def f(self): return str(self)\n"),
    ],
)
def test_native_strings_are_of_the_type(before, after):
    check(before, after)


def test_what_rules_write_is_left():
    text = (
        "import socket\ndef f(s, d):\n    s.sendall(d)\n    return s.recv(3), isinstance(d, bytes)\n"
        + PROOF
        + "n = 1L\n"
    )
    made = migrate(text, "p/a.py", octet_repository(text)).text
    assert made.count("isinstance(d, (bytes, str))") == 1
    assert migrate(made, "p/a.py", octet_repository(made)).text == made
