"""pickler.persistent_id = None → lambda value: None: a pickler that asks nobody; Python 3's takes functions only."""

from __future__ import annotations

import ast
import re

from migration.analysis.builtins import is_none
from migration.analysis.classes import attribute_values, class_of
from migration.analysis.names import last_name, stdlib_name
from migration.analysis.values import assigned
from migration.rule import Findings, Rule
from migration.view.module import Module

_CALLED_SO = re.compile(r"(?i)(?<!un)pickler$")
_MADE_BY = frozenset(["pickle.Pickler", "cPickle.Pickler", "_pickle.Pickler"])


def visit(node: ast.Assign, module: Module) -> Findings:
    """Ask a function that knows of no object."""
    target = node.targets[0] if len(node.targets) == 1 else None
    if not (isinstance(target, ast.Attribute) and target.attr == "persistent_id" and is_none(node.value)):
        return
    if _is_pickler(target.value, module):
        yield module.replace(node.value, "lambda value: None")


def _is_pickler(node: ast.expr, module: Module) -> bool:
    """Whether `node` is made by the library's class, or called as one where that does not show."""
    made: list[ast.expr | None] = []
    if isinstance(node, ast.Name):
        made = [assigned(node, module)]
    elif isinstance(node, ast.Attribute) and (owner := class_of(node.value, module)) is not None:
        made = [v for v in attribute_values(owner, node.attr) or () if v is not None and not is_none(v)]
    known = [v for v in made if v is not None]
    if not known:
        return bool(_CALLED_SO.search(last_name(node)))
    return all(isinstance(v, ast.Call) and stdlib_name(v.func, module) in _MADE_BY for v in known)


RULE = Rule(
    id="persistent_ids",
    family="P14",
    summary="a pickler asks a function which objects are kept elsewhere, or one that knows of none",
    before="from cPickle import Pickler\np = Pickler(f, 2)\np.persistent_id = None\n",
    after="from pickle import Pickler\np = Pickler(f, 2)\np.persistent_id = lambda value: None\n",
    triggers=("persistent_id",),
    nodes=(ast.Assign,),
    visit=visit,
)
