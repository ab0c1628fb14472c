"""What a parser of XML is reading."""

import re
from xml.parsers import expat

import pytest
from rules.checking import check_rule, check_untouched

from migration.engine.pipeline import migrate

RULE = "parser_context"


@pytest.mark.parametrize(
    "text",
    [
        "x = p.GetInputContext\n",
        "x = p.GetInputContext().decode('ascii')\n",
        "x = p.GetInputContext(1)\n",
        "x = GetInputContext()\n",
        "class P:\n    def GetInputContext(self): return ''\nx = p.GetInputContext()\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


def test_leaves_a_file_that_may_be_python_3():
    check_untouched(RULE, "x = p.GetInputContext()\n")


def test_is_decoded():
    text = "x = self.parser.GetInputContext(){}[1:]\n"
    check_rule(RULE, text.format(""), text.format('.decode("utf-8", "replace")'), python2=True)


def test_patterns_find_what_they_found():
    program = "def found(parser, pattern):\n    return pattern.search(parser.GetInputContext()) is not None\nn = 1L\n"
    names: dict = {}
    exec(migrate(program).text, names)
    seen = []
    parser = expat.ParserCreate()
    parser.CharacterDataHandler = lambda data: seen.append(names["found"](parser, re.compile("é|b")))
    parser.Parse("<a>é</a>", True)
    assert seen == [True]
