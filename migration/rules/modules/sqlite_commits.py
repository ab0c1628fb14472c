"""cursor.execute('VACUUM') → committed(cursor).execute('VACUUM'): sqlite3 ended a transaction before it by itself."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.values import constants_held
from migration.rule import Findings, Rule
from migration.trees.bodies import own_nodes
from migration.view.module import Module

HELPER = '''
def committed(database):
    """A connection or a cursor, its transaction ended, as sqlite3 did before a statement that defines data."""
    connection = getattr(database, "connection", database)
    if getattr(connection, "in_transaction", False):
        connection.commit()
    return database
'''
#: What must not stand inside a transaction; what may, but was kept at once; what begins one.
_OUTSIDE = re.compile(r"\s*(?:VACUUM|ATTACH|DETACH)\b", re.IGNORECASE)
_DEFINING = re.compile(r"\s*(?:ALTER|CREATE|DROP|PRAGMA|REINDEX)\b", re.IGNORECASE)
_CHANGING = re.compile(r"\s*(?:DELETE|INSERT|REPLACE|UPDATE)\b", re.IGNORECASE)


def visit(node: ast.Call, module: Module) -> Findings:
    """End what the function has begun before a statement that defines data."""
    begun = _says(node, _DEFINING, module) and _has_begun(node, module)
    if not isinstance(node.func, ast.Attribute) or not (begun or _says(node, _OUTSIDE, module)):
        return
    name = module.helper("committed", HELPER)
    yield module.replace(node.func.value, name, "(", *module.sub(node.func.value), ")", needs_python2=True)


def _says(node: ast.AST, statement: re.Pattern[str], module: Module) -> bool:
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
        return False
    if node.func.attr != "execute" or isinstance(node.func.value, ast.Call):
        return False
    first = node.args[0]
    while isinstance(first, ast.BinOp):
        first = first.left
    held = constants_held(first, module) if isinstance(first, (ast.Constant, ast.Name)) else []
    return bool(held) and all(isinstance(c.value, str) and statement.match(c.value) for c in held)


def _has_begun(node: ast.Call, module: Module) -> bool:
    """Whether the function around changes rows before `node`."""
    function = module.function(node)
    inside = own_nodes(function.body) if isinstance(function, ast.FunctionDef) else ast.walk(module.tree)
    place = module.start(node)
    return any(_says(n, _CHANGING, module) and module.start(n) < place for n in inside)


RULE = Rule(
    id="sqlite_commits",
    family="P11",
    summary="a statement that defines data ends a transaction of sqlite3",
    before="import sqlite3\ndef clean(cursor):\n    cursor.execute('VACUUM')\nn = 1L\n",
    after="import sqlite3\n\n"
    + HELPER
    + "\n\ndef clean(cursor):\n    committed(cursor).execute('VACUUM')\nn = 1\n",
    caveats="Statements that are written out; those that define data only behind one that changes rows in the same "
    "function.",
    triggers=("execute",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["execute"]),
    when=lambda module: "sqlite" in module.text,
    visit=visit,
)
