"""Special methods: those of comparisons, and what renames one; shared by the rules about them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from migration.analysis.classes import class_of, classes, local_bases, methods
from migration.analysis.names import memory
from migration.source.edits import Part, Span
from migration.view.module import Module

#: Comparisons → the method that each calls, and methods → how they are written.
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "__eq__", ast.NotEq: "__ne__", ast.Lt: "__lt__", ast.LtE: "__le__", ast.Gt: "__gt__", ast.GtE: "__ge__",
}  # fmt: skip
RICH = {"__eq__": "==", "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}
#: Methods → the builtin that asks for them.
_ASKED_BY = {"__bool__": "bool", "__int__": "int"}


def renamed(node: ast.AST, table: Mapping[str, str], module: Module) -> Part | None:
    """The part that renames a definition, an alias in a class's body or an attribute, or None.

    A class (or a base of it here) that defines the new name as well has an answer for both languages and is left
    alone; so are attributes in a file with such a class, and what asks another class for the answer by the new name.
    """
    if isinstance(node, ast.FunctionDef):
        owner = module.parent(node)
        if (
            node.name not in table
            or not isinstance(owner, ast.ClassDef)
            or _has(owner, table[node.name], module)
            or _hands_on(node, table[node.name], module)
        ):
            return None
        found = re.compile(rf"def[ \t]+({node.name})\b").search(module.text, *module.span(node))
        return module.part(Span(*found.span(1)), table[node.name]) if found else None
    if isinstance(node, ast.Name):
        scope = module.parent(module.statement(node))
        if node.id not in table or not isinstance(scope, ast.ClassDef) or _has(scope, table[node.id], module):
            return None
        if module.function(node) is not None:
            return None
        value = getattr(module.statement(node), "value", None)
        if isinstance(value, ast.Lambda) and _hands_on(value, table[node.id], module):
            return None
        return module.part(node, table[node.id])
    if isinstance(node, ast.Attribute):
        if node.attr not in table or any(
            _has(c, table[node.attr], module) for c in may_mean(node.value, module)
        ):
            return None
        end = module.span(node).end
        return module.part(Span(end - len(node.attr), end), table[node.attr])
    return None


def may_mean(node: ast.expr, module: Module) -> list[ast.ClassDef]:
    """The classes whose attribute is read of `node`: the one it names or is an object of, or any of the file."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    named = [b.node for b in bindings if isinstance(b.node, ast.ClassDef)]
    if named and len(named) == len(bindings):
        return named
    owner = class_of(node, module)
    return [owner] if owner is not None else [c for several in classes(module).values() for c in several]


def set_by_name(node: ast.Call, table: Mapping[str, str], module: Module) -> Part | None:
    """The part that renames what `setattr(cls, "__nonzero__", …)` gives a class, or None."""
    named = node.args[1] if len(node.args) == 3 else None
    old = str(named.value) if isinstance(named, ast.Constant) else ""
    if named is None or old not in table or not module.is_builtin(node.func, "setattr"):
        return None
    if any(_has(c, table[old], module) for c in may_mean(node.args[0], module)):
        return None
    return module.part(named, module.quoted(table[old], named))


def _has(owner: ast.ClassDef, name: str, module: Module) -> bool:
    """Whether a class or a base of it here defines `name`, in its body or afterwards (`Owner.name = …`)."""
    later = _given_later(module)
    return any(
        name in methods(c) or (c.name, name) in later or name in module.scope(c.body[0]).bindings
        for c in local_bases(owner, module)
    )


def _hands_on(method: ast.FunctionDef | ast.Lambda, new: str, module: Module) -> bool:
    """Whether a method gives what the new one says, of its object or of a class above: that is another class's."""
    own = method.args.args[0].arg if method.args.args else ""
    for node in module.below(method):
        if isinstance(node, ast.Attribute) and node.attr == new:
            return True
        asks = isinstance(node, ast.Call) and module.is_builtin(node.func, _ASKED_BY.get(new, ""))
        if asks and [getattr(a, "id", "") for a in node.args] == [own]:  # type: ignore[attr-defined]
            return True
    return False


def _given_later(module: Module) -> frozenset[tuple[str, str]]:
    known = memory(module)
    if "given later" not in known:
        known["given later"] = frozenset(
            (node.value.id, node.attr) for node in module.nodes_of(ast.Attribute)
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name)
        )  # fmt: skip
    return known["given later"]  # type: ignore[no-any-return]
