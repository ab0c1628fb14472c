"""The method of parsers that became a function."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "parser_unescape"


@pytest.mark.parametrize(
    "text",
    [
        "a.unescape(b)\n",
        "import HTMLParser\nclass P(HTMLParser.HTMLParser):\n"
        "    def unescape(self, s): return s\n    def f(self): return self.unescape('&amp;')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import HTMLParser\nHTMLParser.HTMLParser().unescape(a)\n",
            "import html\nimport HTMLParser\nhtml.unescape(a)\n",
        ),
        (
            "import HTMLParser\np = HTMLParser.HTMLParser()\np.unescape(a)\n",
            "import html\nimport HTMLParser\np = HTMLParser.HTMLParser()\nhtml.unescape(a)\n",
        ),
        (
            "from HTMLParser import HTMLParser\nclass F(object):\n    p = HTMLParser()\n"
            "    def f(self, u=None):\n        return u or self.p.unescape\n",
            "import html\nfrom HTMLParser import HTMLParser\nclass F(object):\n    p = HTMLParser()\n"
            "    def f(self, u=None):\n        return u or html.unescape\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_it_is_handed_on():
    text = (
        "import HTMLParser\nclass P(HTMLParser.HTMLParser):\n    def texts(self, *some):\n"
        "        return map(self.unescape, some)\nx = P().texts('&lt;', 'a')\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["x"] == ["<", "a"]


def test_a_parser_that_a_class_keeps():
    text = "from HTMLParser import HTMLParser\nclass A(object):\n    p = HTMLParser()\n    def f(self, s):\n"
    text += "        return self.p.unescape(s)\nn = 1L\n"
    assert "return html.unescape(s)\n" in migrate(text).text
