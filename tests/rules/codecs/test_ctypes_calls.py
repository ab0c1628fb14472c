"""Functions of C libraries that are given native strings."""

import pytest
from rules.checking import check_rule, check_untouched, run

RULE = "ctypes_calls"
HEAD = "import ctypes\nlibc = ctypes.CDLL(None)\n"


@pytest.mark.parametrize(
    "use",
    [
        "libc.wcslen(u'x')\n",
        "libc.MessageBoxW(0, u'x', u'y', 0)\n",
        "libc.abs(-5)\n",
        "libc.strlen(x)\n",
        "libc.strlen(b'x')\n",
        "other.strlen('x')\n",
    ],
)
def test_refuses(use):
    check_untouched(RULE, HEAD + use, python2=True)


def test_not_without_a_sign_of_python_2():
    check_untouched(RULE, HEAD + "libc.strlen('x')\n")


def test_gives_octets():
    check_rule(RULE, HEAD + "libc.puts('a', n)\n", HEAD + "libc.puts(b'a', n)\n", python2=True)
    loaded = "from ctypes import cdll\nm = cdll.LoadLibrary('libm.so')\n"
    check_rule(RULE, loaded + "m.f('a')\n", loaded + "m.f(b'a')\n", python2=True)


def test_what_functions_of_characters_are_given():
    text = "import ctypes\nc = ctypes.CDLL(None)\ndef f(s): return c.strlen(s), c.abs(s)\nn = 1L\n"
    assert "c.strlen(as_bytes(s)), c.abs(s)" in run("ctypes_calls", text).text
