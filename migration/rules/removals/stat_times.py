"""os.stat_float_times(False) → nothing: times of files have fractions, and int() takes them off where they are read."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.names import in_repository, stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

_SWITCH = "os.stat_float_times"
_FIELDS = frozenset(["st_atime", "st_ctime", "st_mtime"])
_FUNCTIONS = frozenset(["os.path.getatime", "os.path.getctime", "os.path.getmtime"])
_CALLED = re.compile(r"stat_float_times\(")
#: Calls that turn fractions off, and all those of which that can't be said.
_OFF = re.compile(r"\bstat_float_times\(\s*(?:False|0)\s*\)")
_OTHERWISE = re.compile(r"\bstat_float_times\(\s*(?!\)|False\s*\)|0\s*\))")


def visit(node: ast.Call | ast.Attribute, module: Module) -> Findings:
    """Take the switch out; where the program turned fractions off, and never on, take them off what is read."""
    whole, changing = in_repository(_OFF, module), in_repository(_OTHERWISE, module)
    if isinstance(node, ast.Call) and stdlib_name(node.func, module) == _SWITCH:
        statement = module.parent(node)
        is_known = not (whole and changing) and all(isinstance(a, ast.Constant) for a in node.args)
        if is_known and isinstance(statement, ast.Expr):
            yield module.delete_statement(statement)
        elif is_known and not node.args:
            yield module.replace(node, str(not whole))
        else:
            yield module.open(node, f"{_SWITCH}: removed; times of files are floats, .st_mtime_ns are whole")
    elif whole and not changing and _is_time(node, module):
        outer = module.parent(node)
        if not (isinstance(outer, ast.Call) and module.is_builtin(outer.func, "int", "long")):
            yield module.wrap(node, spell_builtin("int", node, module) + "(")


def _is_time(node: ast.Call | ast.Attribute, module: Module) -> bool:
    if isinstance(node, ast.Call):
        return stdlib_name(node.func, module) in _FUNCTIONS
    return node.attr in _FIELDS and isinstance(node.ctx, ast.Load)


RULE = Rule(
    id="stat_times",
    family="P19",
    summary="times of files have fractions: nothing turns them off",
    before="import os\nos.stat_float_times(False)\na = os.stat(b).st_mtime\n",
    after="import os\na = int(os.stat(b).st_mtime)\n",
    caveats="What the program reads from libraries has fractions.",
    triggers=("stat_float_times", *sorted(_FIELDS), "getatime", "getctime", "getmtime"),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call, ast.Attribute),
    when=lambda module: in_repository(_CALLED, module),
    visit=visit,
)
