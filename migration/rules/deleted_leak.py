"""del i, behind a list comprehension over i → pass: in Python 3 the variable does not stay, and can't be deleted."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._reads import only_deleted


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
    return isinstance(target, ast.Name) and only_deleted(target.id, module.scope(target), module)


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
