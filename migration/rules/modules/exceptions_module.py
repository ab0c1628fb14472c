"""The module exceptions is gone: what it held are builtins."""

import ast

from environment.traces import Exactness
from migration.analysis.exceptions import EXCEPTIONS
from migration.analysis.names import is_local
from migration.rewriting.moves import Move, Moves
from migration.rule import Findings, Rule
from migration.view.module import Module

MOVES = Moves(
    {f"exceptions.{n}": f"builtins.{n}" for n in sorted(EXCEPTIONS)}
    | {
        "exceptions.StandardError": "builtins.Exception",
        "exceptions.__name__": Move(text='"exceptions"'),
        # With everything else that is built in.
        "exceptions.__dict__": Move(
            text="vars(builtins)", imports=("import builtins",), exactness=Exactness.SEMANTIC
        ),
    },
    {"exceptions": ""},
    {"exceptions": "builtins"},
)


def visit(node: ast.AST, module: Module) -> Findings:
    """Move what is named; a star took nothing but builtins."""
    if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
        if node.module == "exceptions" and not node.level and not is_local("exceptions", module):
            yield module.delete_statement(node)
        return
    yield from MOVES.visit(node, module)


RULE = Rule(
    id="exceptions_module",
    family="P11",
    summary="exceptions.ValueError is the builtin ValueError",
    before="import exceptions\nclass E(exceptions.ValueError): pass\n",
    after="class E(ValueError): pass\n",
    triggers=("exceptions",),
    evidence=True,
    nodes=MOVES.nodes,
    imports=MOVES.heads,
    visit=visit,
)
