"""{'__builtins__': None} → {'__builtins__': {}}: code that is run so finds no name, and says so by a NameError."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.rule import Findings, Rule
from migration.view.module import Module

_NAME = "__builtins__"


def visit(node: ast.Constant, module: Module) -> Findings:
    """Give an empty table: Python 3 looks a name up in what is there, and None can't be looked up in."""
    if node.value != _NAME:
        return
    outer = module.parent(node)
    value: ast.expr | None = None
    if isinstance(outer, ast.Dict) and node in outer.keys:
        value = outer.values[outer.keys.index(node)]
    elif isinstance(outer, ast.Subscript) and isinstance(outer.ctx, ast.Store):
        statement = module.parent(outer)
        value = (
            statement.value if isinstance(statement, ast.Assign) and statement.targets == [outer] else None
        )
    if value is not None and is_none(value) and not _is_read(module):
        yield module.replace(value, "{}")


def _is_read(module: Module) -> bool:
    """Whether the file asks a table for what it has there."""
    named = (n for n in module.nodes_of(ast.Constant) if isinstance(n, ast.Constant) and n.value == _NAME)
    places = [module.parent(n) for n in named]
    return any(
        (isinstance(p, ast.Subscript) and isinstance(p.ctx, ast.Load))
        or isinstance(p, (ast.Call, ast.Compare))
        for p in places
    )


RULE = Rule(
    id="no_builtins",
    family="P4",
    summary="code that is run without builtins has an empty table of them",
    before="x = eval(y, {'__builtins__': None})\nn = 1L\n",
    after="x = eval(y, {'__builtins__': {}})\nn = 1\n",
    caveats="A name that is not found raises NameError in either; None raised TypeError in Python 3.",
    triggers=(_NAME,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Constant,),
    visit=visit,
)
