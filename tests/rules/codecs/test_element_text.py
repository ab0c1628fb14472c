"""What ElementTree spells out."""

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "element_text"
HEAD = "import xml.etree.cElementTree as ET\n"


@pytest.mark.parametrize(
    "text",
    [
        "ET.tostring(e, encoding='unicode')",
        "ET.tostring(e).decode('ascii')",
        "a.tostring(e)",
        "def f(c): return ET.tostring(e, c)",
        "def __str__(self): f(ET.tostring(e, self.c))",
        "sock.sendall(ET.tostring(e))",
        "import hashlib\nhashlib.md5(ET.tostring(e))",
        "import zlib\nzlib.compress(ET.tostring(e))",
        "f = open('p', 'wb')\nf.write(ET.tostring(e))",
        "ET.fromstring(ET.tostring(e))",
        "unicode(ET.tostring(e, 'utf-8'), 'utf-8')",
    ],
)
def test_refuses(text):
    check_untouched(RULE, "import xml.etree.ElementTree as ET\n" + text + "\n", python2=True)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def __str__(self): return ET.tostring(e, self.c)",
            'def __str__(self): return ET.tostring(e, self.c).decode(self.c or "ascii")',
        ),
        ("ET.tostring(e)", 'ET.tostring(e).decode("ascii")'),
        ("ET.tostring(e, 'utf-8')", "ET.tostring(e, 'utf-8').decode(\"utf-8\")"),
        ("ET.tostring(e, encoding='utf-8')", "ET.tostring(e, encoding='utf-8').decode(\"utf-8\")"),
    ],
)
def test_decodes(before, after):
    check_rule(RULE, HEAD + before + "\n", HEAD + after + "\n", python2=True)


@pytest.mark.parametrize("shown", ["def __str__(self): return self.spell()", "__str__ = spell"])
def test_what_is_shown_by_another_method_is_decoded(shown):
    choice = "try:\n    from xml.etree import cElementTree as ET\nexcept ImportError:\n    import cElementTree as ET\n"
    text = choice + "class A:\n    def spell(self, c='utf-8'): return ET.tostring(self.e, c){}\n    {}\n"
    after = text.format('.decode(c or "ascii")', shown)
    check_rule(RULE, text.format("", shown), after, python2=True)
    check_untouched(RULE, text.format("", "pass"), python2=True)


LXML = "from lxml import etree, html\nfrom cStringIO import StringIO\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("etree.tostring(e)", 'etree.tostring(e).decode("ascii")'),
        ("etree.tostring(e, method=m) + 'a'", "etree.tostring(e, method=m).decode(\"ascii\") + 'a'"),
        ("html.tostring(e, pretty_print=True)", 'html.tostring(e, pretty_print=True).decode("ascii")'),
        ("open('p', 'w').write(etree.tostring(e))", "open('p', 'w').write(etree.tostring(e).decode(\"ascii\"))"),
    ],
)  # fmt: skip
def test_lxml_spells_octets_as_well(before, after):
    check_rule(RULE, f"{LXML}{before}\n", f"{LXML}{after}\n", python2=True)


@pytest.mark.parametrize(
    "text",
    [
        "etree.tostring(e, encoding=unicode)",
        "etree.tounicode(e)",
        "etree.tostring(e, encoding='utf-8')",
        "def f(xml): return xml.strip()\nx = etree.tostring(e, encoding='utf-8')\nf(x)",
        "def f(e, encoding='utf-8'): return etree.tostring(e, encoding=encoding)",
        "def f(e, encoding=None): return etree.tostring(e, encoding=encoding, xml_declaration=True)",
        "def f(e, encoding=None): return etree.tostring(e, encoding=encoding)\nf(x, encoding=unicode)",
        "x = etree.tostring(e, encoding='latin-1')\nx.startswith('<')",
        "def f(e, encoding=None): g(etree.tostring(e, encoding=encoding))",
        "etree.tostring(e, xml_declaration=True)",
        "etree.fromstring(etree.tostring(e))",
        "for a, b in etree.iterparse(StringIO(etree.tostring(e))): pass",
        "f = open('p', 'wb')\nf.write(etree.tostring(e))",
    ],
)
def test_lxml_is_given_octets(text):
    check_untouched(RULE, f"{LXML}{text}\n", python2=True)


def test_a_file_of_bytes_that_one_of_several_modules_has():
    text = (
        "try:\n    from io import BytesIO\nexcept ImportError:\n    from StringIO import StringIO as BytesIO\n"
        "import lxml.etree\ndef f(tree):\n    return BytesIO(lxml.etree.tostring(tree))\nprint 1L\n"
    )
    assert ".decode(" not in migrate(text).text


@pytest.mark.parametrize(
    "handled",
    [
        "x.startswith('<?xml')",
        "lines = x.splitlines()\nlines[0].startswith('<?xml')",
        "for line in x.split(n): line.replace('a', 'b')",
        "def f(xml):\n    lines = xml.splitlines()\n    return lines[0].startswith('<')\nf(x)",
    ],
)
def test_documents_that_are_handled_as_text(handled):
    before = f"{LXML}x = etree.tostring(e, encoding='UTF-8', standalone=True)\n{handled}\n"
    after = before.replace("standalone=True)", 'standalone=True).decode("UTF-8")')
    check_rule(RULE, before, after, python2=True)


def test_text_unless_an_encoding_is_told():
    before = f"{LXML}def f(e, encoding=None): return etree.tostring(e, encoding=encoding)\n"
    after = before.replace("encoding=encoding)", 'encoding=encoding).decode(encoding or "ascii")')
    check_rule(RULE, before, after, python2=True)


def test_property_lists_are_text():
    text = (
        "import plistlib\nt = plistlib.writePlistToString({'name': 'x'})\nok = '<key>name</key>' in t\n"
        "def parse(s):\n    return plistlib.readPlistFromString(s)\nn = 1L\n"
    )
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["ok"] and spaces["parse"](spaces["t"]) == {"name": "x"}
