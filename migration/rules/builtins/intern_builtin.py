"""intern → sys.intern."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_old_builtin
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Name, module: Module) -> Findings:
    """Take the function from sys."""
    if node.id == "intern" and is_old_builtin(node, module, "intern"):
        yield module.replace(node, module.use("sys.intern", at=node))


RULE = Rule(
    id="intern_builtin",
    family="P12",
    summary="intern lives in sys",
    before="a = intern(b)\n",
    after="import sys\na = sys.intern(b)\n",
    triggers=("intern",),
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["intern"]),
    visit=visit,
)
