"""socket._fileobject."""

import pytest
from rules.checking import check_rule, check_untouched, run

from migration.engine.pipeline import migrate
from migration.repository.index import RepositoryIndex

RULE = "socket_files"
HEAD = "import socket\ns = socket.socket()\n"


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "def _fileobject(s): pass\nf = _fileobject(s)\n",
        HEAD + "f = s._fileobject(s)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    "text",
    [
        "import socket\nf = socket._fileobject(s, 'rb')\n",
        HEAD + "f = socket._fileobject(s._sock, 'rb')\n",
        HEAD + "f = socket._fileobject(s, 'rb', close=True)\n",
        HEAD + "f = socket._fileobject(s, 'rb', 0, True)\n",
        HEAD + "f = socket._fileobject(s, *more)\n",
    ],
)
def test_a_helper_asks_what_may_be_something_else(text):
    last = text.splitlines()[-1].replace("socket._fileobject", "socket_file")
    assert run(RULE, text).text.endswith(f"\n{last}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f = socket._fileobject(s)\n", 'f = s.makefile("rb")\n'),
        ("f = socket._fileobject(s, 'wb', 0)\n", "f = s.makefile('wb', 0)\n"),
        (
            "f = socket._fileobject(socket.create_connection(a), m)\n",
            "f = socket.create_connection(a).makefile(m)\n",
        ),
    ],
)
def test_the_socket_makes_it(before, after):
    check_rule(RULE, HEAD + before, HEAD + after)


def test_lines_are_native_strings():
    text = (
        "import socket\na, b = socket.socketpair()\na.sendall('l1\\nl2\\n')\na.close()\n"
        "f = socket._fileobject(b, 'rb')\nx = f.readline().strip() + '!', f.next() == 'l2\\n', f.read() == ''\n"
    )
    space = {}
    files = {"a.py": text}
    exec(migrate(text, "a.py", RepositoryIndex(files, files.get)).text, space)
    assert space["x"] == ("l1!", True, True)


def test_a_file_over_a_socket_and_over_what_is_a_file():
    outcome = run(RULE, "import socket\nmake = socket._fileobject\n")
    space = {}
    exec(outcome.text, space)
    assert space["make"]("file", close=True) == "file"
