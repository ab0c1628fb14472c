"""ParseFile of expat."""

import pytest
from rules.checking import check_untouched, run

RULE = "parsed_files"
START = "from xml.parsers import expat\nparser = expat.ParserCreate()\nn = 1L\n"


@pytest.mark.parametrize(
    "text",
    [
        "parser.ParseFile(open(p, 'rb'))\n",
        "parser.ParseFile(f, 1)\n",
        "parser.Parse(f)\n",
    ],
)
def test_refuses(text):
    assert run(RULE, START + text).text == START.replace("1L", "1") + text


def test_leaves_a_parser_of_the_repository():
    check_untouched(
        RULE, "class P:\n    def ParseFile(self, f): pass\ndef f(p): p.ParseFile(f)\n", python2=True
    )


@pytest.mark.parametrize("made", ["open(path)", "open(path, 'rb')", "io.StringIO(u'<a>x</a>')"])
def test_parses_files_of_either_kind(tmp_path, made):
    (tmp_path / "a.xml").write_bytes(b'<?xml version="1.0" encoding="iso-8859-1"?><a>\xe9</a>')
    text = START + "import io\nfound = []\nparser.StartElementHandler = lambda *a: found.append(a)\n"
    text += f"def parse(source):\n    parser.ParseFile(source)\nparse({made})\n"
    space = {"path": str(tmp_path / "a.xml")}
    exec(run(RULE, text).text, space)
    assert space["found"] == [("a", {})]


def test_what_lxml_parses_step_by_step():
    text = "from lxml import etree\nn = 1L\ndef f(file):\n    return etree.iterparse(file, ('end',))\n"
    assert "etree.iterparse(octet_file(file), ('end',))" in run(RULE, text).text
    for other in (
        text.replace("lxml", "xml"),
        text.replace("(file, (", "(open('a', 'rb'), ("),
        text.replace("    return", "    file = g(file)\n    return"),
    ):
        assert "octet_file" not in run(RULE, other).text
