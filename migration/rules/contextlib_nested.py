"""with contextlib.nested(a, b) as (x, y): → with a as x, b as y:"""

from __future__ import annotations

import ast

from migration.edits import Piece
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._imports import from_import, replace_import
from migration.rules._names import alias_text, binding_scope, stdlib_name, uses


def visit(node: ast.With | ast.ImportFrom, module: Module) -> Findings:
    """Write the managers side by side; a list made at run time needs an ExitStack. Then import the name no more."""
    if isinstance(node, ast.ImportFrom):
        gone = [a for a in node.names if a.name == "nested" and not _is_used(a, node, module)]
        if node.module == "contextlib" and not node.level and gone:
            keep = [alias_text(a) for a in node.names if a not in gone]
            lines = [from_import("contextlib", keep)] if keep else []
            yield module.edit(*replace_import(node, lines, module))
        return
    for item in node.items:
        call = item.context_expr
        if not isinstance(call, ast.Call) or stdlib_name(call.func, module) != "contextlib.nested":
            continue
        names = item.optional_vars
        listed = names.elts if isinstance(names, (ast.Tuple, ast.List)) else []
        fits = names is None or len(listed) == len(call.args)
        if not call.args or call.keywords or any(isinstance(a, ast.Starred) for a in call.args) or not fits:
            yield module.open(call, "contextlib.nested is gone; enter the managers of an ExitStack")
            continue
        pieces: list[Piece] = []
        for number, manager in enumerate(call.args):
            pieces += [", "] if pieces else []
            pieces += module.sub(manager)
            if listed:
                pieces += [" as ", *module.sub(listed[number])]
        start = module.span(call).start
        end = module.outer_span(names).end if names is not None else module.span(call).end
        yield module.replace_span((start, end), *pieces)


def _is_used(alias: ast.alias, node: ast.ImportFrom, module: Module) -> bool:
    name = alias.asname or alias.name
    return any(isinstance(n.ctx, ast.Load) for n in uses(name, binding_scope(node, name, module), module))


RULE = Rule(
    id="contextlib_nested",
    family="P11",
    summary="contextlib.nested is a with statement of several managers",
    before="import contextlib\nwith contextlib.nested(a(), b()) as (x, y): f(x, y)\n",
    after="import contextlib\nwith a() as x, b() as y: f(x, y)\n",
    caveats="The second manager is made after the first was entered.",
    triggers=("nested",),
    evidence=True,
    nodes=(ast.With, ast.ImportFrom),
    follows=frozenset(["contextlib_nested"]),
    visit=visit,
)
