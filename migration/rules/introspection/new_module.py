"""new.instancemethod(f, o, c) → types.MethodType(f, o), and the others of the module new."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import arguments
from migration.analysis.names import stdlib_name
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module

_INSTANCE = '''
def new_instance(kind, state=None):
    """An instance of `kind` with the given attributes, made without calling __init__."""
    made = kind.__new__(kind)
    made.__dict__.update(state or {})
    return made
'''
MOVES = Moves(
    {
        "new.instancemethod": "types.MethodType",
        "new.function": "types.FunctionType",
        "new.module": "types.ModuleType",
        "new.classobj": "builtins.type",
        "new.code": Move("types.CodeType", Exactness.SEMANTIC),
        "new.instance": Move(helper=("new_instance", _INSTANCE), exactness=Exactness.SEMANTIC),
    },
    {"new": ""},
)
_METHODS = frozenset(["types.MethodType", "new.instancemethod"])


def visit(node: ast.AST, module: Module) -> Findings:
    """Move the names; a method is made of a function and an object, no class."""
    if not isinstance(node, ast.Call):
        yield from MOVES.visit(node, module)
    elif stdlib_name(node.func, module) in _METHODS:
        if arguments(node, 3, 2) and isinstance(node.args[1], ast.Constant) and node.args[1].value is None:
            yield module.replace(node, *module.sub(node.args[0]), exactness=Exactness.SEMANTIC)
        elif arguments(node, 3, 3):
            function, owner, _ = node.args
            pieces = (module.span(node.func), "(", *module.sub(function), ", ", *module.sub(owner), ")")
            yield module.replace(node, *pieces)


RULE = Rule(
    id="new_module",
    family="P15",
    summary="the module new is gone; methods are made without a class",
    before="import new\na.m = new.instancemethod(f, a, A)\n",
    after="import types\na.m = types.MethodType(f, a)\n",
    caveats="A method bound to None is the function itself now.",
    triggers=("new", "MethodType"),
    evidence=True,
    nodes=(*MOVES.nodes, ast.Call),
    names=last_names(*_METHODS),
    imports=MOVES.heads,
    visit=visit,
)
