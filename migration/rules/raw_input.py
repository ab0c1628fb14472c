"""raw_input() → input()."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Phase, Rule
from migration.rules._builtins import is_old_builtin, spell_builtin


def visit(node: ast.Name, module: Module) -> Findings:
    """Rename the builtin, after `input_call` has seen which calls of input evaluate."""
    if node.id == "raw_input" and is_old_builtin(node, module, "raw_input"):
        yield module.replace(node, spell_builtin("input", node, module))


RULE = Rule(
    id="raw_input",
    family="P12",
    summary="raw_input is input",
    before="name = raw_input('? ')\n",
    after="name = input('? ')\n",
    triggers=("raw_input",),
    phase=Phase.FINISH,
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["raw_input"]),
    visit=visit,
)
