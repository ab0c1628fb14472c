"""Escapes in the text of elements."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "element_escapes"
HEAD = "from xml.etree import ElementTree\n"
BODY = "    t = t.decode('unicode_escape')\n"


@pytest.mark.parametrize(
    "text",
    [
        "t = e.text\nif not isinstance(t, unicode):\n" + BODY,
        HEAD + "t = e.text\nif isinstance(t, unicode):\n" + BODY,
        HEAD + "t = e.text\nif not isinstance(t, str):\n" + BODY,
        HEAD + "t = e.text\nt = f(t)\nif not isinstance(t, unicode):\n" + BODY,
        HEAD + "t = f(e.text)\nif not isinstance(t, unicode):\n" + BODY,
        HEAD + "t = e.text\nif not isinstance(t, unicode):\n    t = t.decode('utf-8')\n",
        HEAD + "t = e.text\nif not isinstance(t, unicode):\n    t = u.decode('unicode_escape')\n",
        HEAD + "def f(t):\n    if not isinstance(t, unicode):\n        t = t.decode('unicode_escape')\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize("given", ["e.text", "e.tail", "r.findtext('a')", "saxutils.unescape(e.text)"])
def test_what_is_ascii_was_no_unicode(given):
    text = HEAD + f"t = {given}\nif not isinstance(t, unicode):\n" + BODY
    check_rule(RULE, text, text.replace("not isinstance(t, unicode)", "t.isascii()"), python2=True)


@pytest.mark.parametrize(
    ("document", "read"), [("<a>\\u00e9</a>", "\u00e9"), ("<a>\u00e9\\n</a>", "\u00e9\\n"), ("<a>b</a>", "b")]
)
def test_what_is_read(document, read):
    text = HEAD + "t = ElementTree.fromstring(d).text\nif not isinstance(t, unicode):\n" + BODY + "n = 1L\n"
    found: dict = {"d": document}
    exec(migrate(text, "a.py").text, found)
    assert found["t"] == read
