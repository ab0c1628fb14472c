"""Visitors of syntax trees."""

import ast

import pytest
from rules.checking import check_untouched

from migration.engine.pipeline import migrate

RULE = "constant_visitors"
VISITOR = (
    "import _ast\n"
    "class Writer:\n"
    "    def __init__(self):\n"
    "        self.seen = []\n"
    "    def visit(self, node):\n"
    "        getattr(self, 'visit_' + node.__class__.__name__)(node)\n"
    "    def visit_Name(self, node):\n"
    "        self.seen.append(('name', node.id))\n"
    "    def visit_Num(self, node):\n"
    "        self.seen.append(('number', node.n))\n"
    "    def visit_Str(self, node):\n"
    "        self.seen.append(('text', node.s))\n"
    "n = 1L\n"
)


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    def visit_Str(self, node): pass\n",
        "class A:\n    def visit_Str(self, node): pass\n    def visit_Num(self, node): pass\n"
        "    def visit_Constant(self, node): pass\n",
        "import ast\nclass A(ast.NodeVisitor):\n"
        "    def visit_Str(self, node): pass\n    def visit_Num(self, node): pass\n",
    ],
)
def test_refuses(text):
    check_untouched(RULE, text, python2=True)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_literals_go_where_those_of_their_kind_went():
    names = {}
    exec(migrate(VISITOR).text, names)
    writer = names["Writer"]()
    for code in ("1", "'a'", "None", "True", "x", "2.5"):
        writer.visit(ast.parse(code, mode="eval").body)
    assert writer.seen == [
        ("number", 1), ("text", "a"), ("name", "None"), ("name", "True"), ("name", "x"), ("number", 2.5),
    ]  # fmt: skip


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_old_names_of_nodes_are_in_ast():
    names = {}
    exec(migrate("import _ast\na = _ast.Str('x')\nb = _ast.Add\nn = 1L\n").text, names)
    assert isinstance(names["a"], ast.Constant) and names["b"] is ast.Add


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_whatever_visits_gives_on_what_it_was_given():
    text = (
        "class Parser:\n"
        "    def walk(this, tree):\n"
        "        return getattr(this, 'process_%s' % type(tree).__name__)(tree, [1])\n"
        "    def process_Str(this, tree, children): return tree.s, children\n"
        "    def process_Num(this, tree, children): return tree.n + 1, children\n"
        "n = 1L\n"
    )
    names = {}
    exec(migrate(text).text, names)
    found = [names["Parser"]().walk(ast.parse(code, mode="eval").body) for code in ("1", "'a'")]
    assert found == [(2, [1]), ("a", [1])]


def test_methods_that_are_given_different_things_are_left():
    text = "class A:\n    def visit_Str(self, node): pass\n    def visit_Num(self, node, more): pass\n"
    check_untouched(RULE, text, python2=True)


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("class A:\n    def visit_Str(self, node): pass\n    def visit_Num(self, n): pass\n", True),
        (
            "class A:\n    def visit_Str(self, n, p=None): pass\n    def visit_Num(self, n, p=None): pass\n",
            True,
        ),
        (
            "class A:\n    @staticmethod\n    def p_Str(n, c): pass\n    @staticmethod\n    def p_Num(n, c): pass\n",
            False,
        ),
    ],
)
def test_methods_may_name_what_they_are_given_as_they_like(text, added):
    assert ("_Constant(self, node)" in migrate(text + "n = 1L\n").text) == added or (
        ("_Constant(self, n)" in migrate(text + "n = 1L\n").text) == added
    )
