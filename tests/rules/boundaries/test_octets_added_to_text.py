"""Octets that are added to text."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "octets_added_to_text"
CLASS = (
    "import socket\nclass A(object):\n    def __init__(self):\n        self.s, self.b = socket.socket(), {}\n"
)
READ = CLASS + "    def f(self):\n        data = self.s.recv(3)\n        self.b += {}\n"


@pytest.mark.parametrize(
    "text",
    [
        READ.format("b''", "data"),
        READ.format("None", "data"),
        READ.format("''", "'x'"),
        READ.format("''", "data") + "    def g(self):\n        self.b = self.s.recv(1)\n",
        READ.format("''", "data.decode('ascii')"),
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_python_3():
    check_untouched(RULE, READ.format("''", "data"))


def test_each_octet_is_a_character():
    check_rule(RULE, READ.format("''", "data"), READ.format("''", 'data.decode("latin-1")'), python2=True)
