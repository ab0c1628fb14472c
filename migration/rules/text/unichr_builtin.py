"""unichr(n) → chr(n)."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_old_builtin, spell_builtin
from migration.rule import Findings, Phase, Rule
from migration.view.module import Module


def visit(node: ast.Name, module: Module) -> Findings:
    """Rename at the end, when the rules that ask for calls of chr have seen which ones made bytes."""
    if node.id == "unichr" and is_old_builtin(node, module, "unichr"):
        yield module.replace(node, spell_builtin("chr", node, module))


RULE = Rule(
    id="unichr_builtin",
    family="P8",
    summary="unichr is chr",
    before="a = unichr(955)\n",
    after="a = chr(955)\n",
    triggers=("unichr",),
    phase=Phase.FINISH,
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["unichr"]),
    visit=visit,
)
