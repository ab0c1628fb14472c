"""reduce → functools.reduce."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_old_builtin
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Name, module: Module) -> Findings:
    """Take the function from functools."""
    if node.id == "reduce" and is_old_builtin(node, module, "reduce"):
        yield module.replace(node, module.use("functools.reduce", at=node))


RULE = Rule(
    id="reduce_builtin",
    family="P12",
    summary="reduce lives in functools",
    before="a = reduce(f, b)\n",
    after="import functools\na = functools.reduce(f, b)\n",
    triggers=("reduce",),
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["reduce"]),
    visit=visit,
)
