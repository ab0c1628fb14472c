"""parser.expr(text).compile() → compile(text, "<syntax-tree>", "eval")."""

import pytest
from rules.checking import check_open, check_rule, check_untouched, run

from migration.engine.pipeline import migrate

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


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "a = parser.expr(b)\nc = eval(a.compile())\n",
            'a = ParsedCode(compile(b, "<syntax-tree>", "eval"), True)\nc = eval(a.compile())\n',
        ),
        (
            "a = parser.suite(b).issuite()\n",
            'a = ParsedCode(compile(b, "<syntax-tree>", "exec"), False).issuite()\n',
        ),
        (
            "def f(a, b):\n    return parser.isexpr(a), parser.compilest(a, b)\n",
            "def f(a, b):\n    return a.isexpr(), a.compile(b)\n",
        ),
        (
            "a = parser.expr(b).compile()\nc = parser.expr(d).isexpr()\n",
            'a = compile(b, "<syntax-tree>", "eval")\n'
            'c = ParsedCode(compile(d, "<syntax-tree>", "eval"), True).isexpr()\n',
        ),
        ("a = parser.compilest(parser.expr(b))\n", 'a = compile(b, "<syntax-tree>", "eval")\n'),
    ],
)
def test_what_trees_are_asked_for(before, after):
    outcome = run(RULE, f"import parser\n{before}")
    assert outcome.text.endswith(after)
    assert "import parser" not in outcome.text
    assert run(RULE, outcome.text).text == outcome.text


def test_names_that_are_imported_by_themselves():
    text = "from parser import expr, compilest\na = expr('2*21')\nb = eval(compilest(a)), a.isexpr(), a.issuite()\n"
    spaces = {}
    outcome = run(RULE, text)
    exec(outcome.text, spaces)
    assert spaces["b"] == (42, True, False)
    assert "from parser" not in outcome.text


def test_what_is_parsed_is_migrated():
    text = "import parser\na = parser.expr('7/2 + `1`.find(\"1\")')\nb = eval(a.compile())\n"
    spaces = {}
    exec(migrate(text).text, spaces)
    assert spaces["b"] == 3
