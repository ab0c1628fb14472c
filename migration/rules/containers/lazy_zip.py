"""zip(…) → list(zip(…)) where a list is needed."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_old_builtin, spell_builtin
from migration.analysis.laziness.lazy import needs_list
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Wrap where the place needs a list or can't be seen."""
    if not is_old_builtin(node.func, module, "zip") or node.keywords:
        return
    needed = needs_list(node, module)
    if needed is False:
        return
    certain = bool(needed)
    yield module.edit(
        module.in_call(node, spell_builtin("list", node, module)),
        evidence=certain,
        needs_python2=not certain,
    )


RULE = Rule(
    id="lazy_zip",
    family="P6",
    summary="zip() is lazy: list() where a list is needed",
    before="first = zip(a, b)[0]\nfor x, y in zip(a, b): z = x\n",
    after="first = list(zip(a, b))[0]\nfor x, y in zip(a, b): z = x\n",
    caveats="In a loop the pairs are made one by one, so what the body changes is seen.",
    triggers=("zip",),
    needs_proof=True,
    nodes=(ast.Call,),
    names=frozenset(["zip"]),
    visit=visit,
)
