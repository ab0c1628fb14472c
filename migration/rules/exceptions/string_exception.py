"""raise 'text': no Python of today can raise a string; reported, for only its author knows the class."""

from __future__ import annotations

import ast

from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Raise, module: Module) -> Findings:
    """Leave a string that is raised, formatted or put together, or with what it is to tell, to a person."""
    raised = node.exc
    if isinstance(raised, ast.Tuple) and raised.elts:
        raised = raised.elts[0]
    while isinstance(raised, ast.BinOp):
        raised = raised.left
    if isinstance(raised, ast.Constant) and isinstance(raised.value, str):
        yield module.open(node, "a string can't be raised; raise an exception class")


RULE = Rule(
    id="string_exception",
    family="P2",
    summary="a string that is raised is reported",
    before="def f(x):\n    raise 'no %s' % x\n",
    after="def f(x):\n    raise 'no %s' % x\n",
    caveats="Strings that are raised by a name are not seen.",
    triggers=("raise",),
    nodes=(ast.Raise,),
    visit=visit,
)
