"""hasattr(urllib, 'quote') → hasattr(urllib.parse, 'quote'): what is asked about goes by where it is now."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules import later_removals, moved_names, urllib_import
from migration.rules._names import stdlib_name

_TABLES = (urllib_import.MOVES, moved_names.MOVES, later_removals.MOVES)


def visit(node: ast.Call, module: Module) -> Findings:
    """Ask the module that has the name now; where it is a builtin, it is there."""
    if not module.is_builtin(node.func, "hasattr") or len(node.args) != 2 or node.keywords:
        return
    owner, name = node.args
    asked = stdlib_name(owner, module) if isinstance(name, ast.Constant) else None
    if asked is None or not isinstance(name, ast.Constant) or not isinstance(name.value, str):
        return
    for table in _TABLES:
        move = table.move(f"{asked}.{name.value}", module)
        source, _, new = move.new.rpartition(".") if move is not None else ("", "", "")
        if source and source != asked:
            yield module.edit(
                module.part(owner, module.use(source, at=node)), module.part(name, module.quoted(new, name))
            )
            return


RULE = Rule(
    id="asked_names",
    family="P11",
    summary="modules are asked for the names that they have in Python 3",
    before="import urllib\nok = hasattr(urllib, 'quote')\nn = 1L\n",
    after="import urllib.parse\nimport urllib\nok = hasattr(urllib.parse, 'quote')\nn = 1\n",
    caveats="Where a version test around it decides, the question stays as it is.",
    triggers=("hasattr",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["hasattr"]),
    visit=visit,
)
