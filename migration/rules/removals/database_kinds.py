"""whichdb.whichdb(p) == 'dumbdbm' → old_database_kind(dbm.whichdb(p)): kinds of databases have other names now."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.analysis.names import in_repository, stdlib_name
from migration.analysis.values import reads_of
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def old_database_kind(kind):
    """The kind of a database, called as Python 2 called the module for it."""
    return {"dbm.dumb": "dumbdbm", "dbm.gnu": "gdbm", "dbm.ndbm": "dbm"}.get(kind, kind)
'''
#: What imports a module by its name: that has to be the one it has now.
_IMPORTS = re.compile(
    r"__import__\b(?!\([\"'])|import_module\b(?!\([\"'])|load_module\b|find_module\b"
    r"|exec[ (]+[\"'][ \t]*(?:import|from)\b"
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Give it the name it had, unless it is only asked whether there is any, or names what is imported."""
    if stdlib_name(node.func, module) != "whichdb.whichdb":
        return
    if in_repository(_IMPORTS, module):
        return
    if not all(_is_only_asked(read, module) for read in reads_of(node, module) or [node]):
        yield module.edit(module.in_call(node, helper("old_database_kind", HELPER, module)))


def _is_only_asked(place: ast.expr, module: Module) -> bool:
    """Whether a condition asks whether there is something."""
    outer = module.parent(place)
    if isinstance(outer, ast.Compare):
        return any(is_none(side) for side in (outer.left, *outer.comparators) if side is not place)
    if isinstance(outer, (ast.If, ast.While, ast.Assert, ast.IfExp)):
        return outer.test is place
    return isinstance(outer, ast.Expr) or (isinstance(outer, ast.UnaryOp) and isinstance(outer.op, ast.Not))


RULE = Rule(
    id="database_kinds",
    family="P19",
    summary="the kinds that whichdb tells are called as they were",
    before="import whichdb\nif whichdb.whichdb(p) == 'dumbdbm':\n    f()\n",
    after="import dbm\n\n" + HELPER + "\n\nif old_database_kind(dbm.whichdb(p)) == 'dumbdbm':\n    f()\n",
    caveats="Not where any file imports modules by names that it does not spell out: those have to be the new ones.",
    triggers=("whichdb",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    order=5,
    nodes=(ast.Call,),
    names=frozenset(["whichdb"]),
    visit=visit,
)
