"""parser.expr(text).compile() → compile(text, "<syntax-tree>", "eval")."""

import pytest
from rules.checking import check_open, check_rule, check_untouched

RULE = "parser_module"


@pytest.mark.parametrize(
    "text",
    [
        "import parsers as parser\nparser.expr(a).compile()\n",
        "parser = make()\nparser.suite(a)\nparser.expr(b).compile()\n",
        "from . import parser\nparser.suite(a)\n",
        "import re\nre.compile(a)\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import parser\nparser.suite(a)\n", "import ast\nast.parse(a)\n"),
        (
            "import parser as p\na = eval(p.expr(b).compile())\n",
            'a = eval(compile(b, "<syntax-tree>", "eval"))\n',
        ),
        (
            "from parser import suite\nsuite(a).compile(name)\nsuite(b)\n",
            'from ast import parse\ncompile(a, name, "exec")\nparse(b)\n',
        ),
        (
            "import parser\ntry:\n    parser.suite(a)\nexcept parser.ParserError:\n    b\n",
            "import ast\ntry:\n    ast.parse(a)\nexcept SyntaxError:\n    b\n",
        ),
    ],
)
def test_rewrites(before, after):
    check_rule(RULE, before, after)


def test_other_uses_are_left_open():
    check_open(RULE, "import parser\nparser.sequence2st(a)\n", 2)


def test_older_targets_have_the_module():
    check_untouched(RULE, "import parser\nparser.suite(a)\n", target=(3, 9))
