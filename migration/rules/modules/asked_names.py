"""hasattr(urllib, 'quote') → True: what 2.7 had is found where it is now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.rules.modules import itertools_names, moved_names, string_module, urllib_import
from migration.rules.removals import later_removals
from migration.view.module import Module

_TABLES = (urllib_import.MOVES, moved_names.MOVES, later_removals.MOVES)
#: Modules whose moved names have a place in Python 3 each, be it one in the same module, or a method.
_WHOLE = (itertools_names.MOVES, string_module.MOVES)


def visit(node: ast.Call, module: Module) -> Findings:
    """Answer as Python 2.7 did, where the uses of the name are moved."""
    if not module.is_builtin(node.func, "hasattr") or len(node.args) != 2 or node.keywords:
        return
    owner, name = node.args
    asked = stdlib_name(owner, module) if isinstance(name, ast.Constant) else None
    if asked is None or not isinstance(name, ast.Constant) or not isinstance(name.value, str):
        return
    for table in _TABLES:
        move = table.move(f"{asked}.{name.value}", module)
        source, _, _ = move.new.rpartition(".") if move is not None else ("", "", "")
        if source and source != asked:
            yield module.replace(node, "True")
            return
    if any(f"{asked}.{name.value}" in table.table for table in _WHOLE):
        yield module.replace(node, "True")


RULE = Rule(
    id="asked_names",
    family="P11",
    summary="a module that is asked for a name that has moved had it",
    before="import urllib\nok = hasattr(urllib, 'quote')\nn = 1L\n",
    after="ok = True\nn = 1\n",
    caveats="Where a version test around it decides, the question stays as it is.",
    triggers=("hasattr",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["hasattr"]),
    visit=visit,
)
