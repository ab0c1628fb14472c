"""del i, behind a list comprehension over i → pass: in Python 3 the variable does not stay, and can't be deleted."""

from __future__ import annotations

import ast

from migration.rule import Findings, Rule
from migration.rules.scope._reads import list_of, only_deleted
from migration.rules.scope.class_comprehension import names_of_class
from migration.view.module import Module


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
    """Whether only comprehensions bind a name, none of which becomes a loop again, in which it stays."""
    if not isinstance(target, ast.Name):
        return False
    scope = module.scope(target)
    lists = (list_of(b.node, module) for b in scope.bindings.get(target.id, ()))
    return only_deleted(target.id, scope, module) and not any(
        made is not None and names_of_class(made, module) for made in lists
    )


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
