"""Text that a parser's class tells itself."""

import pytest
from rules.checking import PROOF, check_untouched, run

RULE = "handled_text"
CLASS = (
    "import sgmllib\nclass P(sgmllib.SGMLParser):\n    def handle_data(self, data):\n        self.rows += data\n"
    "    def handle_charref(self, ref):\n        self.handle_data(unichr(int(ref)).encode('utf-8'))\n"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sgmllib.SGMLParser", "object"),
        ("self.rows += data", "self.rows += data.decode('utf-8')"),
        ("self.rows += data", "self.rows += unicode(data, 'utf-8')"),
        (".encode('utf-8')", ".encode('hex')"),
        (".encode('utf-8')", ".encode(self.codec)"),
        ("self.handle_data(u", "self.take(u"),
        ("self.handle_data(u", "other.handle_data(u"),
    ],
)
def test_refuses(old, new):
    after = run(RULE, CLASS.replace(old, new) + PROOF).text
    assert after == run("print_statement", CLASS.replace(old, new) + PROOF).text


def test_what_may_be_python_3_is_left():
    check_untouched(RULE, CLASS)


@pytest.mark.parametrize(
    ("encoded", "left"),
    [
        ("unichr(int(ref)).encode('utf-8')", "unichr(int(ref))"),
        ("ref.encode('ascii', 'replace')", "ref.encode('ascii', 'replace').decode('ascii')"),
    ],
)
def test_is_text(encoded, left):
    after = run(RULE, CLASS.replace("unichr(int(ref)).encode('utf-8')", encoded) + PROOF).text
    assert f"self.handle_data({left})\n" in after


def test_what_is_made_of_xml():
    text = CLASS.replace("sgmllib.SGMLParser", "xml.sax.ContentHandler").replace("handle_data", "characters")
    after = run(RULE, text.replace("import sgmllib", "import xml.sax") + PROOF).text
    assert "self.characters(unichr(int(ref)))\n" in after
