"""What is read and compared with an empty literal."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "empty_read"
READ = "def f(s):\n    while 1:\n        data = s.read(9)\n        if {}: break\n        use(data)\n"


@pytest.mark.parametrize(
    "text",
    [
        READ.format("data == 'a'"),
        READ.format("data == b''"),
        READ.format("data == u''"),
        READ.format("data == '' == x"),
        READ.format("data is None or data == ''"),
        READ.format("data == ''").replace("s.read(9)", "s.pop()"),
        "def f(data):\n    return data == ''\n",
        "def f():\n    data = open('x').read()\n    return data == ''\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, READ.format("data == ''"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (READ.format("data == ''"), READ.format("not data")),
        (READ.format('data == ""'), READ.format("not data")),
        (READ.format("(data == '') != x"), READ.format("(not data) != x")),
        (READ.format("data != ''"), READ.format("data")),
        (READ.format("data != '' and x"), READ.format("bool(data) and x")),
        (
            "def f(s):\n    read = s.conn.recv\n    data = read(9)\n    return data == ''\n",
            "def f(s):\n    read = s.conn.recv\n    data = read(9)\n    return not data\n",
        ),
    ],
)
def test_asks_for_its_length(before, after):
    check_rule(RULE, before, after, python2=True)
