"""class A: get = B.get → get = staticmethod(B.get): a function taken from another class would be given an A."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.classes import classes, foreign_bases, local_bases
from migration.rule import Findings, Rule
from migration.view.module import Module

_TAKEN = re.compile(r"=[ \t]*[A-Z]\w*\.\w+[ \t]*$", re.MULTILINE)


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Keep what the attribute was: a method of the other class, to be called with one of its objects."""
    for statement in node.body:
        value = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(value, ast.Attribute) and _is_unbound(value, node, module):
            yield module.wrap(value, f"{spell_builtin('staticmethod', value, module)}(")


def _is_unbound(value: ast.Attribute, owner: ast.ClassDef, module: Module) -> bool:
    """Whether `value` is a plain method of a class of this file that `owner` does not derive from."""
    bindings = module.bindings(value.value) if isinstance(value.value, ast.Name) else []
    other = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(other, ast.ClassDef) or other in local_bases(owner, module):
        return False
    if any(not base.startswith("builtins.") for base in foreign_bases(owner, module)):
        return False
    if classes(module).get(other.name) != [other]:
        return False
    defined = [n for n in other.body if isinstance(n, ast.FunctionDef) and n.name == value.attr]
    rebound = [
        n
        for n in ast.walk(other)
        if isinstance(n, ast.Name) and n.id == value.attr and isinstance(n.ctx, ast.Store)
    ]
    return len(defined) == 1 and not defined[0].decorator_list and not rebound


RULE = Rule(
    id="unbound_attribute",
    family="P14",
    summary="a method of another class is no method of the class that keeps it",
    before="class B(object):\n    def get(self): return 1L\nclass A(object):\n    get = B.get\n",
    after="class B(object):\n    def get(self): return 1\nclass A(object):\n    get = staticmethod(B.get)\n",
    caveats="Only between classes of one file whose names begin with a capital.",
    triggers=(_TAKEN,),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
