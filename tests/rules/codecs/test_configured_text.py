"""Text that is encoded for a ConfigParser."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.repository.index import RepositoryIndex

RULE = "configured_text"
MADE = "from ConfigParser import ConfigParser\nclass C(object):\n    def __init__(self): self.parser = ConfigParser()\n"
GIVEN = "def _utf8(x):\n    return text(x).encode('utf-8')\n"


@pytest.mark.parametrize(
    "text",
    [
        "def f(p, x):\n    p.set('a', 'b', x.encode('utf-8'))\n",
        MADE + "    def f(self, x): self.store.set('a', 'b', x.encode('utf-8'))\n",
        MADE + "    def f(self, x): self.parser.write(x.encode('utf-8'))\n",
        MADE + "    def f(self, x): self.parser.set('a', 'b', x.encode('utf-7'))\n",
        MADE + "    def f(self, x):\n        n = x.encode('utf-8')\n"
        "        self.sock.send(n)\n        self.parser.set('a', 'b', n)\n",
        MADE + GIVEN + "def f(c, s, x):\n    c.parser.set('a', 'b', _utf8(x))\n    s.sendall(_utf8(x))\n",
        MADE + GIVEN + "def f(c, x):\n    c.parser.set('a', 'b', _utf8(x))\n    map(_utf8, x)\n",
        MADE + GIVEN + "def f(c, x): return _utf8(x)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, MADE + "    def f(self, x): self.parser.set('a', 'b', x.encode('utf-8'))\n")


def test_leaves_a_function_that_others_import():
    text = MADE + GIVEN + "def f(c, x): c.parser.set('a', 'b', _utf8(x))\n"
    texts = {"m.py": text, "b.py": "from m import _utf8\n"}
    index = RepositoryIndex(list(texts), texts.__getitem__)
    check_untouched(RULE, text, python2=True, key="m.py", index=index)


@pytest.mark.parametrize(
    "text",
    [
        MADE + "    def f(self, x): self.parser.has_section(x{})\n",
        MADE
        + "    def f(self, x):\n        n = x{}\n        self.parser.set('a', 'b', n)\n        return n != x\n",
        MADE
        + "def _utf8(x):\n    return text(x){}\ndef f(c, x):\n    n = _utf8(x)\n"
        + "    if c.config.parser.has_section(n): c.config.parser.set(n, _utf8(x), 'a')\n",
    ],
)
def test_stays_text(text):
    check_rule(RULE, text.format(".encode('utf-8')"), text.format(""), python2=True)
