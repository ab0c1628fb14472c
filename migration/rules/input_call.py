"""input() → eval(input()), which is what it did."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import is_old_builtin
from migration.rules._names import names_by_id


def visit(node: ast.Call, module: Module) -> Findings:
    """Say the evaluation aloud, in a file known to be Python 2."""
    if not (isinstance(node.func, ast.Name) and is_old_builtin(node.func, module, "input")):
        return
    parent = module.parent(node)
    if isinstance(parent, ast.Call) and module.is_builtin(parent.func, "eval"):
        return
    proof = any(is_old_builtin(n, module, "raw_input") for n in names_by_id(module).get("raw_input", ()))
    yield module.wrap(node, "eval(", needs_python2=not proof, evidence=proof)


RULE = Rule(
    id="input_call",
    family="P12",
    summary="input evaluated what was typed",
    before="a = raw_input()\nn = input('? ')\n",
    after="a = input()\nn = eval(input('? '))\n",
    caveats="eval runs what a user types; ast.literal_eval is enough where only values are meant.",
    triggers=("input",),
    needs_python2=True,
    nodes=(ast.Call,),
    visit=visit,
)
