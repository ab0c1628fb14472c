"""Documents of XML in a program of octets: parsers are given octets, which say themselves what they mean."""

import contextlib
import io

import pytest
from rules.checking import PROOF, octet_repository, run

from migration.engine.pipeline import migrate

HEAD = (
    "import xml.sax, xml.dom.minidom\nimport xml.etree.ElementTree as ET\nfrom xml.parsers import expat\n"
    "from StringIO import StringIO\n"
)


def migrated(text):
    return migrate(text, "p/a.py", octet_repository(text)).text


@pytest.mark.parametrize(
    "use",
    [
        "ET.fromstring(u'<a/>')",
        "ET.XML(d.decode('cp1252'))",
        "ET.fromstring(unicode(d))",
        "ET.tostring(d)",
        "other.fromstring(d)",
        "other.feed(d)",
        "other.Parse(d)",
        "xml.dom.minidom.parse(d)",
        "ET.fromstring()",
    ],
)
def test_refuses(use):
    text = f"{HEAD}{use}\n{PROOF}"
    assert '(as_bytes(d, "latin-1"))' not in run("octet_text", text, "p/a.py", octet_repository(text)).text
    assert "b'<a/>'" not in run("octet_text", text, "p/a.py", octet_repository(text)).text


def test_functions_of_those_names():
    text = (
        "def fromstring(x): return x\ndef parseString(x): return x\nfromstring(d), parseString(d)\n" + PROOF
    )
    assert "fromstring(d), parseString(d)" in migrated(text)
    text = "class ET:\n    def fromstring(self, x): return x\nET().fromstring(d)\n" + PROOF
    assert "ET().fromstring(d)" in migrated(text)


def test_a_program_that_holds_text_hands_over_text():
    text = HEAD + "def f(d): return ET.fromstring(d), ET.parse(StringIO(d))\n" + PROOF
    after = migrate(text).text
    assert "ET.fromstring(d), ET.parse(StringIO(d))" in after


@pytest.mark.parametrize(
    ("use", "after"),
    [
        ("ET.fromstring(d)", 'ET.fromstring(as_bytes(d, "latin-1"))'),
        ("ET.XML('<a>\\xc3\\xa9</a>')", "ET.XML(b'<a>\\xc3\\xa9</a>')"),
        ("xml.sax.parseString(d, h)", 'xml.sax.parseString(as_bytes(d, "latin-1"), h)'),
        ("xml.dom.minidom.parseString(d)", 'xml.dom.minidom.parseString(as_bytes(d, "latin-1"))'),
        ("p = expat.ParserCreate()\np.Parse(d, 1)", 'p.Parse(as_bytes(d, "latin-1"), 1)'),
        ("p = xml.sax.make_parser()\np.feed(d)", 'p.feed(as_bytes(d, "latin-1"))'),
        ("p = ET.XMLParser()\np.feed(d)", 'p.feed(as_bytes(d, "latin-1"))'),
        ("ET.parse(StringIO(d))", 'ET.parse(BytesIO(as_bytes(d, "latin-1")))'),
        ("f = StringIO(d)\nET.ElementTree(file=f)", 'f = BytesIO(as_bytes(d, "latin-1"))'),
        ("p = xml.sax.make_parser()\np.parse(StringIO(d))", 'p.parse(BytesIO(as_bytes(d, "latin-1")))'),
        ("t = ET.ElementTree()\nt.parse(StringIO(d))", 't.parse(BytesIO(as_bytes(d, "latin-1")))'),
        ("xml.sax.parse(open(n), h)", 'xml.sax.parse(open(n, "rb"), h)'),
    ],
)
def test_what_is_parsed_is_octets(use, after):
    text = f"{HEAD}{use}\n{PROOF}"
    done = migrated(text)
    assert f"{after}\n" in done
    assert migrate(done, "p/a.py", octet_repository(done)).text == done


def test_parsers_read_what_python_2_read():
    text = HEAD + (
        "import struct\nn = [ord(c) for c in struct.pack('>H', 65535) + '\\xff\\x00\\xfe']\n"
        "class H(xml.sax.ContentHandler):\n    def characters(self, data): print repr(data.encode('utf-8'))\n"
        "for d in ['<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a>caf\\xe9</a>', '<a>caf\\xc3\\xa9</a>']:\n"
        "    print repr(ET.fromstring(d).text.encode('utf-8'))\n"
        "    print repr(ET.parse(StringIO(d)).getroot().text.encode('utf-8'))\n"
        "    print repr(xml.dom.minidom.parseString(d).documentElement.firstChild.data.encode('utf-8'))\n"
        "    xml.sax.parseString(d, H())\n    xml.sax.parse(StringIO(d), H())\n"
        "    p = ET.XMLParser()\n    p.feed(d)\n    print repr(p.close().text.encode('utf-8'))\n"
    )
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(migrated(text), {})
    assert shown.getvalue() == "'caf\\xc3\\xa9'\n" * 12
