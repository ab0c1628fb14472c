"""s.makefile("r+b")."""

import socket

import pytest
from rules.checking import check_rule, check_untouched, octet_repository

from migration.engine.pipeline import migrate

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


@pytest.mark.parametrize("size", ["0", "bufsize=0"])
def test_text_without_a_buffer_is_there_at_once(size):
    text = f"import socket\na, b = socket.socketpair()\nf = a.makefile('w', {size})\nf.write('GET\\r\\n')\n"
    text += "g = b.makefile('r', 0)\nx = g.readline()\nn = 1L\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"].strip() == "GET"


@pytest.mark.parametrize("text", ["s.makefile('w', 1)\n", "s.makefile('wb', 0)\n", "s.makefile('w', n)\n"])
def test_leaves_files_that_have_a_buffer_or_none_of_text(text):
    check_untouched(RULE, text, python2=True)


def test_what_is_read_beside_the_file_has_to_stay_there():
    text = "f = s.makefile('r', 0)\nx = s.recv(1)\nn = 1L\n"
    outcome = migrate(text)
    assert "makefile('r', 0)" in outcome.text
    assert [o.line for o in outcome.open_sites] == [1]
