"""del i, behind a list comprehension over i → pass: in Python 3 the variable does not stay, and can't be deleted."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import uses


def visit(node: ast.Delete, module: Module) -> Findings:
    """Delete only what is still there."""
    kept = [target for target in _targets(node) if not _is_leak(target, module)]
    if len(kept) == len(_targets(node)):
        return
    if not kept:
        yield module.replace(node, "pass", evidence=True)
        return
    first, *others = kept
    more = (piece for target in others for piece in (", ", module.span(target)))
    yield module.replace(node, "del ", module.span(first), *more, evidence=True)


def _targets(node: ast.Delete) -> list[ast.expr]:
    return [
        t for target in node.targets for t in (target.elts if isinstance(target, ast.Tuple) else [target])
    ]


def _is_leak(target: ast.expr, module: Module) -> bool:
    """Whether only a list comprehension gives the name a value, and nothing but `del` wants it."""
    if not isinstance(target, ast.Name):
        return False
    scope = module.scope(target)
    bound = [b.node for b in scope.bindings.get(target.id, ()) if b.kind != "delete"]
    lists = [_list_of(node, module) for node in bound]
    if not bound or None in lists or target.id in scope.globals:
        return False
    reads = (n for n in uses(target.id, scope, module) if isinstance(n.ctx, ast.Load))
    return all(any(outer in lists for outer in module.ancestors(n)) for n in reads)


def _list_of(node: ast.AST, module: Module) -> ast.ListComp | None:
    """The list comprehension whose variable `node` is, alone or as one of several."""
    parent = module.parent(node)
    while isinstance(parent, (ast.Tuple, ast.List)):
        parent = module.parent(parent)
    owner = module.parent(parent) if isinstance(parent, ast.comprehension) else None
    return owner if isinstance(owner, ast.ListComp) else None


RULE = Rule(
    id="deleted_leak",
    family="P17",
    summary="a list comprehension's variable does not stay, so that there is nothing to delete",
    before="x = [f(q) for q in y]\ndel q\n",
    after="x = [f(q) for q in y]\npass\n",
    caveats="Left alone where the name is read as well, or bound by anything else.",
    triggers=("del",),
    nodes=(ast.Delete,),
    visit=visit,
)
