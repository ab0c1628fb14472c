"""parser.returns_unicode = True → pass: an expat parser gives text now, and does not let itself be asked."""

from __future__ import annotations

import ast

from migration.analysis.names import defined_in_repository, is_of_self
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module

_NAME = "returns_unicode"


def visit(node: ast.Assign, module: Module) -> Findings:
    """Drop what asks for text; what asks for octets is open."""
    target = node.targets[0]
    if len(node.targets) != 1 or not isinstance(target, ast.Attribute) or target.attr != _NAME:
        return
    if defined_in_repository(_NAME, module) or is_of_self(target):
        return
    if isinstance(node.value, ast.Constant) and node.value.value:
        yield module.delete_statement(node)
    else:
        yield module.open(node, "an expat parser gives text in Python 3, and can't be told otherwise")


RULE = Rule(
    id="parser_attributes",
    family="P19",
    summary="an expat parser always returns text",
    before="p = expat.ParserCreate()\np.returns_unicode = True\n",
    after="p = expat.ParserCreate()\n",
    triggers=("returns_unicode",),
    exactness=Exactness.EXACT,
    evidence=True,
    nodes=(ast.Assign,),
    visit=visit,
)
