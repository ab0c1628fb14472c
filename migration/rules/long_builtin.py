"""long → int."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import is_isinstance_argument, is_old_builtin, spell_builtin


def visit(node: ast.Name, module: Module) -> Findings:
    """Rename; the pair (int, long) shrinks to int."""
    if node.id != "long" or not is_old_builtin(node, module, "long"):
        return
    parent, name = module.parent(node), spell_builtin("int", node, module)
    if (
        isinstance(parent, ast.Tuple)
        and is_isinstance_argument(node, module)
        and len(parent.elts) == 2
        and any(module.is_builtin(e, "int") for e in parent.elts)
    ):
        yield module.replace(parent, name)
        return
    called = isinstance(parent, ast.Call) and parent.func is node
    paired = isinstance(parent, (ast.Tuple, ast.List)) and any(
        module.is_builtin(e, "int") for e in parent.elts
    )
    exactness = Exactness.EXACT if called or paired else Exactness.SEMANTIC
    yield module.replace(node, name, exactness=exactness)


RULE = Rule(
    id="long_builtin",
    family="P8",
    summary="long is int",
    before="a = long(b), isinstance(b, (int, long))\n",
    after="a = int(b), isinstance(b, int)\n",
    caveats="Code that treats long and int apart meets one type.",
    triggers=("long",),
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["long"]),
    visit=visit,
)
