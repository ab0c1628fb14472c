"""URLs put together from parts the first of which is None."""

import pytest
from rules.checking import check_rule, check_untouched

RULE = "unset_scheme"
HEAD = "from urllib.parse import urlunparse, urlunsplit\n"


@pytest.mark.parametrize(
    "text",
    [
        "x = urlunsplit(('http', h, p, '', ''))\n",
        "x = urlunsplit(('', h, p, None, None))\n",
        "x = urlunsplit(('' or None, h, p, '', ''))\n",
        "x = urlunsplit((None, b'h', b'/', None, None))\n",
        "x = urlunsplit(parts)\n",
        "parts = (None, h, p, '', '')\nx = urlunsplit(parts)\ny = parts[0] is None\n",
        "x = urlunsplit(parts[1:])\n",
        "x = urlunsplit((c.scheme, h, p, '', ''))\n",
        "def f(s): return urlunsplit((s, h, p, '', ''))\n",
        "def f(s='http', h=None): return urlunsplit((s, h, p, '', ''))\n",
        "def f(p=None):\n    p = None\n    p = ('http', h)\n    return urlunsplit(p)\n",
        "x = other.urlunsplit((None, h, p, '', ''))\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, HEAD + text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, HEAD + "x = urlunsplit((None, h, p, '', ''))\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = urlunsplit((None, h, p, '', ''))\n", "x = urlunsplit(('', h, p, '', ''))\n"),
        ("x = urlunparse([None, h, p, '', '', ''])\n", "x = urlunparse(['', h, p, '', '', ''])\n"),
        (
            "parts = (None, h, p, '', '')\nx = urlunsplit(parts)\n",
            "parts = ('', h, p, '', '')\nx = urlunsplit(parts)\n",
        ),
        (
            "def f(s=None): return urlunsplit((s, h, p, '', ''))\n",
            "def f(s=None): return urlunsplit((s or '', h, p, '', ''))\n",
        ),
        (
            "s = None\nif c: s = 'http'\nx = urlunsplit((s, h, p, '', ''))\n",
            "s = None\nif c: s = 'http'\nx = urlunsplit((s or '', h, p, '', ''))\n",
        ),
        (
            "class C:\n    def f(self, s):\n        self.a = self.s = s.lower() or None\n"
            "    def g(self): return urlunsplit((self.s, h, p, '', ''))\n",
            "class C:\n    def f(self, s):\n        self.a = self.s = s.lower() or None\n"
            "    def g(self): return urlunsplit((self.s or '', h, p, '', ''))\n",
        ),
    ],
)
def test_there_is_no_scheme(before, after):
    check_rule(RULE, HEAD + before, HEAD + after, python2=True)
