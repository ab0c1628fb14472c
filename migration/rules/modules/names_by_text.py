"""getattr(itertools, 'izip') → itertools.izip: a name that has moved is asked for as other uses of it are."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.exceptions import is_awaited
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.rules.introspection import operator_names, types_names
from migration.rules.modules import (
    commands_module,
    itertools_names,
    library_names,
    moved_names,
    string_module,
    urllib_import,
)
from migration.rules.removals import later_removals
from migration.view.module import Module

TABLES = (
    commands_module.MOVES,
    itertools_names.MOVES,
    later_removals.MOVES,
    library_names.MOVES,
    moved_names.MOVES,
    operator_names.MOVES,
    string_module.MOVES,
    types_names.MOVES,
    urllib_import.MOVES,
)


def visit(node: ast.Call, module: Module) -> Findings:
    """Write the attribute, which the rule of its name moves; what is asked for with another value beside it stays."""
    if not module.is_builtin(node.func, "getattr") or node.keywords or len(node.args) not in (2, 3):
        return
    owner, name = node.args[:2]
    if not (isinstance(name, ast.Constant) and isinstance(name.value, str) and name.value.isidentifier()):
        return
    if len(node.args) == 3 and not (isinstance(node.args[2], ast.Constant) and node.args[2].value is None):
        return  # What stands in for the name serves.
    asked = stdlib_name(owner, module)
    if asked is None or (len(node.args) == 3 and asked == "sys"):
        return  # By what `sys` has not, programs tell which language it is.
    if is_awaited(node, module, "AttributeError"):
        return
    for table in TABLES:
        dotted = f"{asked}.{name.value}"
        move = table.move(dotted, module) if dotted in table.table else None
        if move is not None and not move.reason:
            yield module.replace(node, *module.atom(owner), f".{name.value}")
            return


RULE = Rule(
    id="names_by_text",
    family="P11",
    summary="a name of a module that has moved is asked for by a text",
    before="import os\nf = getattr(os, 'getcwdu')\nn = 1L\n",
    after="import os\nf = os.getcwd\nn = 1\n",
    caveats="A name that is asked for with something else to take its place, but None, stays.",
    triggers=(re.compile(r"getattr\(\s*[\w.]+\s*,\s*['\"]"),),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["getattr"]),
    unsettles=True,
    visit=visit,
)
