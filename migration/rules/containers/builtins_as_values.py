"""m = map, f(zip), apply(map, rows) → a function that gives a list: builtins that are handed on instead of called."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.rules.containers.lazy_filter import HELPER as FILTER
from migration.rules.numbers.round_builtin import HELPER as ROUND
from migration.view.module import Module

MAP = '''
def listed_map(function, *values):
    """Python 2's map(): a list, filled up with None to the longest of the values."""
    rows = zip(values[0]) if len(values) == 1 else itertools.zip_longest(*values)
    if function is None:
        return [row if len(values) > 1 else row[0] for row in rows]
    return [function(*row) for row in rows]
'''
ZIP = '''
def listed_zip(*values):
    """Python 2's zip(): a list."""
    return list(zip(*values))
'''
RANGE = '''
def listed_range(*limits):
    """Python 2's range(): a list."""
    return list(range(*limits))
'''
APPLY = '''
def call_with(function, values=(), names={}):
    """Python 2's apply()."""
    return function(*values, **names)
'''
#: Builtin → the helper's name, its text and what it imports.
_HELPERS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "map": ("listed_map", MAP, ("import itertools",)),
    "filter": ("filter_alike", FILTER, ()),
    "zip": ("listed_zip", ZIP, ()),
    "range": ("listed_range", RANGE, ()),
    "round": ("round_half_up", ROUND, ("import decimal",)),
    "apply": ("call_with", APPLY, ()),
}
_NAMES = frozenset(_HELPERS)
_LOOKERS = ("isinstance", "issubclass", "getattr", "hasattr", "type", "id", "map", "repr", "str")


def visit(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Put the helper where the builtin goes out of sight: its call stands somewhere else, under another name."""
    name = node.id if isinstance(node, ast.Name) else node.attr
    if name not in _NAMES or not is_old_builtin(node, module, name) or not _is_handed_on(node, name, module):
        return
    wanted, source, imports = _HELPERS[name]
    gone = name == "apply"
    text = helper(wanted, source, module, imports)
    yield module.replace(node, text, evidence=gone, needs_python2=not gone)


def _is_handed_on(node: ast.Name | ast.Attribute, name: str, module: Module) -> bool:
    parent = module.parent(node)
    if isinstance(parent, ast.Call):
        if parent.func is node:
            # map(*arguments): which of them is the function, and how many there are, shows when it runs.
            return name in ("map", "filter") and bool(parent.args) and isinstance(parent.args[0], ast.Starred)
        if node not in parent.args:
            return False
        if module.is_builtin(parent.func, "map") and parent.args[0] is node:
            return name != "map"
        # What looks at the function itself, or goes through it, is not what calls it.
        return not module.is_builtin(parent.func, *_LOOKERS)
    if isinstance(parent, (ast.Assign, ast.AnnAssign)):
        targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
        return not any(isinstance(t, ast.Name) and t.id == name for t in targets)
    if isinstance(parent, ast.Dict):
        return node in parent.values
    return isinstance(
        parent,
        (ast.keyword, ast.List, ast.Tuple, ast.Return, ast.IfExp, ast.BoolOp, ast.arguments, ast.Lambda),
    )


RULE = Rule(
    id="builtins_as_values",
    family="P6",
    summary="map, filter, zip, range, round and apply that are handed on: functions that do what Python 2's did",
    before="first = zip\nn = 1L\n",
    after=f"{ZIP.strip()}\n\n\nfirst = listed_zip\nn = 1\n",
    caveats="What asks a function for its name, or compares it, sees the helper.",
    triggers=tuple(sorted(_NAMES)),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Name, ast.Attribute),
    names=_NAMES,
    visit=visit,
)
