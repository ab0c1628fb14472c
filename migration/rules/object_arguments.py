"""object.__new__(cls, *args) → object.__new__(cls)."""

from __future__ import annotations

import ast

from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import foreign_bases, local_bases, methods


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop the arguments that Python 2's object.__new__ ignored, inside a class's own __new__."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "__new__":
        return
    if len(node.args) + len(node.keywords) < 2 or isinstance(node.args[0], ast.Starred):
        return
    inside = module.function(node)
    owner = module.class_of(node)
    if owner is None or not isinstance(inside, ast.FunctionDef) or inside.name != "__new__":
        return
    if not (module.is_builtin(function.value, "object") or _leads_to_object(function.value, owner, module)):
        return
    end = module.span(node).end - 1
    yield module.replace_span(Span(module.outer_span(node.args[0]).end, end))


def _leads_to_object(node: ast.expr, owner: ast.ClassDef, module: Module) -> bool:
    """Whether `node` is super(…) in a class whose bases all are object or classes here without a __new__."""
    if not (isinstance(node, ast.Call) and module.is_builtin(node.func, "super")):
        return False
    others = local_bases(owner, module)[1:]
    return set(foreign_bases(owner, module)) <= {"builtins.object"} and not any(
        "__new__" in methods(c) for c in others
    )


RULE = Rule(
    id="object_arguments",
    family="P14",
    summary="object.__new__ takes the class only",
    before="class A(object):\n    def __new__(cls, *a): return object.__new__(cls, *a)\n",
    after="class A(object):\n    def __new__(cls, *a): return object.__new__(cls)\n",
    caveats="A subclass of several classes may have another __new__ behind super(): not seen.",
    triggers=("__new__",),
    nodes=(ast.Call,),
    names=frozenset(["__new__"]),
    visit=visit,
)
