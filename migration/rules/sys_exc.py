"""sys.exc_type → sys.exc_info()[0], and so on; sys.exc_clear() is dropped."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule

_POSITION = {"sys.exc_type": 0, "sys.exc_value": 1, "sys.exc_traceback": 2}


def visit(node: ast.Attribute | ast.Name | ast.Expr, module: Module) -> Findings:
    """Rewrite reads; an exc_clear() that stands alone is a statement without effect in Python 3."""
    if isinstance(node, ast.Expr):
        if isinstance(node.value, ast.Call) and module.qualified_name(node.value.func) == "sys.exc_clear":
            yield module.delete_statement(node)
        return
    if not isinstance(node.ctx, ast.Load):
        return
    name = module.qualified_name(node)
    if name in _POSITION:
        info = (
            f"{module.source(module.span(node.value))}.exc_info" if isinstance(node, ast.Attribute) else None
        )
        yield module.replace(node, info or module.use("sys.exc_info", at=node), f"()[{_POSITION[name]}]")


RULE = Rule(
    id="sys_exc",
    family="P2",
    summary="sys.exc_type, exc_value, exc_traceback come from sys.exc_info()",
    before="import sys\nt = sys.exc_type.__name__\nsys.exc_clear()\n",
    after="import sys\nt = sys.exc_info()[0].__name__\n",
    caveats="Outside a handler Python 3 gives None where Python 2 still gave the last exception.",
    triggers=("exc_type", "exc_value", "exc_traceback", "exc_clear"),
    evidence=True,
    nodes=(ast.Attribute, ast.Name, ast.Expr),
    names=frozenset(["exc_type", "exc_value", "exc_traceback"]),
    visit=visit,
)
