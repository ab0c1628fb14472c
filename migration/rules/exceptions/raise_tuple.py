"""raise (E, 'x', tb) → raise E: of a tuple in brackets Python 2 raised the first, and forgot the rest."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Raise, module: Module) -> Findings:
    """Raise what the tuple begins with; what is in it besides is not computed."""
    first = node.exc
    while isinstance(first, ast.Tuple) and first.elts:
        first = first.elts[0]
    if node.exc is None or first is None or first is node.exc or isinstance(first, (ast.Starred, ast.Tuple)):
        return
    text = first
    while isinstance(text, ast.BinOp):
        text = text.left
    if isinstance(text, ast.Constant):
        return  # no exception, and neither is the tuple
    yield module.edit(module.part(module.outer_span(node.exc), *module.sub(first)))


RULE = Rule(
    id="raise_tuple",
    family="P2",
    summary="of a tuple the first item is raised",
    before="raise (ValueError('x'), None, tb)\nn = 1L\n",
    after="raise ValueError('x')\nn = 1\n",
    caveats="The other items are left out, with what they would do when they are computed.",
    triggers=("raise",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Raise,),
    visit=visit,
)
