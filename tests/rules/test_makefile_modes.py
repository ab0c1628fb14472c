"""s.makefile("r+b")."""

import socket

import pytest
from rules.checking import check_rule, check_untouched, octet_repository

from migration.engine import migrate

RULE = "makefile_modes"


@pytest.mark.parametrize(
    "text",
    [
        "s.makefile('rb')\n",
        "s.makefile()\n",
        "s.makefile(mode)\n",
        "makefile('r+')\n",
        "open('f', 'r+')\n",
        "s.makefile('-O2 -g++')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_method_of_the_program():
    text = "class Project:\n    def makefile(self, flags): print(flags)\nProject().makefile('r+')\n"
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("mode", "new"), [("'r+b'", '"rwb"'), ("'rb+'", '"rwb"'), ("'w+'", '"rw"'), ("mode='r+'", 'mode="rw"')]
)
def test_reads_and_writes(mode, new):
    check_rule(RULE, f"f = s.makefile({mode})\n", f"f = s.makefile({new})\n", python2=True)


@pytest.mark.parametrize("mode", ["'r+b', 0", "'r+'", "'w+b'"])
def test_lines_go_both_ways_where_strings_are_octets(mode):
    text = (
        f"def answer(s):\n    f = s.makefile({mode})\n    f.write(f.readline().upper() + chr(255))\n"
        "    f.flush()\nprint 1\n"
    )
    spaces = {}
    exec(compile(migrate(text, "a.py", index=octet_repository(text)).text, "a.py", "exec"), spaces)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(b"hello\n")
        spaces["answer"](theirs)
        assert ours.recv(100) == b"HELLO\n\xff"
