"""What lxml parses."""

import pytest
from rules.checking import check_untouched, run

RULE = "lxml_sources"
IMPORTS = "import lxml.html\nfrom lxml import etree, objectify\n"


@pytest.mark.parametrize(
    "call",
    [
        "etree.fromstring('<a/>')",
        "etree.fromstring(b'<a/>')",
        "etree.fromstring(x.encode('utf-8'))",
        "etree.fromstring(as_bytes(x))",
        "etree.fromstring(x, etree.XMLParser(encoding='cp1252'))",
        "etree.fromstring(*x)",
        "etree.parse(x)",
        "etree.HTML(x)",
        "lxml.html.fromstring(x)",
        "other.fromstring(x)",
    ],
)
def test_refuses(call):
    check_untouched(RULE, f"{IMPORTS}x = {call}\n", python2=True)


def test_refuses_what_may_be_python_3():
    check_untouched(RULE, f"{IMPORTS}etree.fromstring(x)\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("etree.fromstring(x)", "etree.fromstring(as_bytes(x))"),
        ("etree.XML(x, parser)", "etree.XML(as_bytes(x), parser)"),
        ("objectify.fromstring(a + b)", "objectify.fromstring(as_bytes(a + b))"),
        (
            'etree.XML(\'<?xml version="1.0" encoding="utf-8"?><a/>\')',
            'etree.XML(as_bytes(\'<?xml version="1.0" encoding="utf-8"?><a/>\'))',
        ),
    ],
)
def test_gives_it_octets(before, after):
    outcome = run(RULE, f"{IMPORTS}x = {before}\nn = 1L\n")
    assert f"x = {after}\n" in outcome.text and run(RULE, outcome.text).text == outcome.text
