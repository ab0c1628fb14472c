"""sys.exc_type → sys.exc_info()[0], and so on; sys.exc_clear() is dropped."""

from __future__ import annotations

import ast

from migration.analysis.names import imported_elsewhere
from migration.rewriting.imports import import_no_more
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module

_POSITION = {"sys.exc_type": 0, "sys.exc_value": 1, "sys.exc_traceback": 2}


_CLEAR = "sys.exc_clear"
_GONE = frozenset([_CLEAR, *_POSITION])


def visit(node: ast.Attribute | ast.Name | ast.Expr | ast.ImportFrom, module: Module) -> Findings:
    """Rewrite reads; an exc_clear() that stands alone is a statement without effect in Python 3."""
    if isinstance(node, ast.ImportFrom):
        yield from _imported(node, module)
        return
    if isinstance(node, ast.Expr):
        if _clears(node, module):
            yield module.delete_statement(node)
        return
    if not isinstance(node.ctx, ast.Load):
        return
    name = module.qualified_name(node)
    if name == _CLEAR and not _clears(module.parent(module.parent(node)), module):
        # Handed on, or asked inside an expression: it gives None, and does nothing else any more.
        yield module.replace(node, "(lambda: None)")
    if name in _POSITION:
        info = (
            f"{module.source(module.span(node.value))}.exc_info" if isinstance(node, ast.Attribute) else None
        )
        yield module.replace(node, info or module.use("sys.exc_info", at=node), f"()[{_POSITION[name]}]")


def _clears(node: ast.AST | None, module: Module) -> bool:
    """Whether a statement is nothing but a call of exc_clear."""
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and not call.args and module.qualified_name(call.func) == _CLEAR


def _imported(node: ast.ImportFrom, module: Module) -> Findings:
    """Import no more what is gone, once no use of it is left."""
    gone = [a for a in node.names if not node.level and f"{node.module}.{a.name}" in _GONE]
    if gone and not any(imported_elsewhere(a.asname or a.name, module) for a in gone):
        yield from import_no_more(node, gone, module)


RULE = Rule(
    id="sys_exc",
    family="P2",
    summary="sys.exc_type, exc_value, exc_traceback come from sys.exc_info()",
    before="import sys\nt = sys.exc_type.__name__\nsys.exc_clear()\n",
    after="import sys\nt = sys.exc_info()[0].__name__\n",
    caveats="Outside a handler Python 3 gives None where Python 2 still gave the last exception.",
    triggers=("exc_type", "exc_value", "exc_traceback", "exc_clear"),
    evidence=True,
    nodes=(ast.Attribute, ast.Name, ast.Expr, ast.ImportFrom),
    names=last_names(*_GONE),
    visit=visit,
)
