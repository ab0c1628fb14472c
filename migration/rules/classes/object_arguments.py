"""object.__new__(cls, *args) → object.__new__(cls), and object.__init__ likewise."""

from __future__ import annotations

import ast

from migration.analysis.classes import foreign_bases, local_bases, methods
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

#: Types that take their arguments in __new__ and have no __init__ but that of object.
_MADE_AT_ONCE = frozenset(
    f"builtins.{n}" for n in ("complex", "float", "frozenset", "int", "long", "str", "tuple", "unicode")
) | frozenset(f"datetime.{n}" for n in ("date", "datetime", "time", "timedelta", "tzinfo"))


def visit(node: ast.Call, module: Module) -> Findings:
    """Drop the arguments that Python 2's object ignored, inside a class's own method of that name."""
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else ""
    inside, owner = module.function(node), module.class_of(node)
    if owner is None or not isinstance(inside, ast.FunctionDef) or inside.name != name:
        return
    if not isinstance(function, ast.Attribute):
        return
    above = function.value if isinstance(function.value, ast.Call) else None
    bound = above is not None and name == "__init__"
    if len(node.args) + len(node.keywords) < (1 if bound else 2):
        return
    if not bound and (not node.args or isinstance(node.args[0], ast.Starred)):
        return
    if above is not None:
        if not _leads_to_object(above, name, owner, module):
            return
    elif not (
        module.is_builtin(function.value, "object")
        or (name == "__init__" and _is_made_at_once(function, module))
    ):
        return
    if name == "__init__" and not _ignores(owner, module):
        return
    start = module.span(function).end + 1 if bound else module.outer_span(node.args[0]).end
    yield module.replace_span(Span(start, module.span(node).end - 1))


def _is_made_at_once(method: ast.Attribute, module: Module) -> bool:
    return module.qualified_name(method.value) in _MADE_AT_ONCE


def _ignores(owner: ast.ClassDef, module: Module) -> bool:
    """Whether objects of a class are made by another __new__ than that of object: then its __init__ took anything."""
    made = any("__new__" in methods(c) for c in local_bases(owner, module))
    return made or not _MADE_AT_ONCE.isdisjoint(foreign_bases(owner, module))


def _leads_to_object(node: ast.Call, name: str, owner: ast.ClassDef, module: Module) -> bool:
    """Whether `node` is super(…) in a class whose bases have no method `name` but that of object."""
    if not module.is_builtin(node.func, "super"):
        return False
    known = {"builtins.object"} | (_MADE_AT_ONCE if name == "__init__" else frozenset())
    return set(foreign_bases(owner, module)) <= known and not any(
        name in methods(c) for c in local_bases(owner, module)[1:]
    )


RULE = Rule(
    id="object_arguments",
    family="P14",
    summary="object.__new__ takes the class only, object.__init__ the instance",
    before="class A(object):\n    def __new__(cls, *a): return object.__new__(cls, *a)\n",
    after="class A(object):\n    def __new__(cls, *a): return object.__new__(cls)\n",
    caveats="A subclass of several classes may have another method behind super(): not seen.",
    triggers=("__new__", "__init__"),
    nodes=(ast.Call,),
    names=frozenset(["__new__", "__init__"]),
    visit=visit,
)
