"""`global x` after x was used → at the top of the function."""

from __future__ import annotations

import ast

from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Global, module: Module) -> Findings:
    """Move the declaration when a name of it is used before in the same function (or module)."""
    owner = next(
        (a for a in module.ancestors(node) if isinstance(a, (ast.FunctionDef, ast.ClassDef, ast.Module))),
        None,
    )
    if owner is None or not _used_before(node, owner):
        return
    if isinstance(owner, ast.Module):
        yield module.delete_statement(node)
        return
    first = owner.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if documented and len(owner.body) > 1:
        first = owner.body[1]
    if first is node or first.lineno == owner.lineno:
        return
    start = module.line_span(first).start
    removal = module.delete_statement(node)
    text = f"{module.indentation(first)}global {', '.join(node.names)}\n"
    yield module.edit(*removal.parts, *module.insert(start, text).parts)


def _used_before(node: ast.Global, owner: ast.FunctionDef | ast.ClassDef | ast.Module) -> bool:
    pending: list[ast.AST] = list(owner.body)
    while pending:
        other = pending.pop()
        if isinstance(other, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            continue
        named = isinstance(other, ast.Name) and other.id in node.names
        if named and (other.lineno, other.col_offset) < (node.lineno, node.col_offset):  # type: ignore[attr-defined]
            return True
        pending.extend(ast.iter_child_nodes(other))
    return False


RULE = Rule(
    id="late_global",
    family="P17",
    summary="a global declaration comes before the name's first use",
    before="def f():\n    x = 1\n    global x\n",
    after="def f():\n    global x\n    x = 1\n",
    triggers=("global",),
    evidence=True,
    nodes=(ast.Global,),
    visit=visit,
)
