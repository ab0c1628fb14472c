"""Attributes of files in memory."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "buffer_places"
HEAD = "import StringIO\ns = StringIO.StringIO()\n"


@pytest.mark.parametrize(
    "use", ["x = t.pos\n", "s.pos = 3\n", "x = s.buf\n", "def f(s):\n    return s.len\n"]
)
def test_refuses(use):
    check_untouched(RULE, HEAD + use)


def test_asks_the_methods():
    check_rule(RULE, HEAD + "x = s.pos + s.len\n", HEAD + "x = s.tell() + len(s.getvalue())\n")
