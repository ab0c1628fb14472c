"""Bytearrays that octets are added to, in a repository that keeps octets as text: for sure, and as far as is known."""

from __future__ import annotations

import ast
from typing import TypeGuard

from migration.analysis.made import is_bytearray
from migration.analysis.names import stdlib_name
from migration.view.module import Module

_PACKING = frozenset(["pack_into"])
#: How a name is bound that is what a caller gives, and grows.
_GIVEN = frozenset(["parameter", "augmented"])


def is_array(node: ast.expr, module: Module) -> bool:
    """Whether `node` is certainly a bytearray: a sum is one if any part is, as in Python 2."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return is_array(node.left, module) or is_array(node.right, module)
    return is_bytearray(node, module) or _is_packed_into(node, module)


def may_be_array(node: ast.expr, module: Module) -> bool:
    """Whether it is known that `node` can be a bytearray."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return may_be_array(node.left, module) or may_be_array(node.right, module)
    return "bytearray" in module.may_hold(node) or is_array(node, module) or module.may_be_array(node)


def goes_into_array(node: ast.expr, module: Module) -> bool:
    """Whether `node` is added to a bytearray, or takes the place of a part of one."""
    parent = module.parent(node)
    if isinstance(parent, ast.AugAssign):
        return parent.value is node and isinstance(parent.op, ast.Add) and is_array(parent.target, module)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add):
        return is_array(parent.left if parent.right is node else parent.right, module)
    target = parent.targets[0] if isinstance(parent, ast.Assign) else None
    return is_slice(target) and is_array(target.value, module)


def is_slice(target: ast.expr | None) -> TypeGuard[ast.Subscript]:
    """Whether `target` is a slice."""
    return isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)


def _is_packed_into(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what a function is given, and packs something into: a string can't be changed."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) and "pack_into" in module.text else []
    if not bindings or any(b.kind not in _GIVEN for b in bindings):
        return False
    return any(
        isinstance(call, ast.Call)
        and len(call.args) > 1
        and isinstance(call.args[1], ast.Name)
        and call.args[1].id == node.id  # type: ignore[attr-defined]
        and module.bindings(call.args[1]) == bindings
        and stdlib_name(call.func, module) == "struct.pack_into"
        for call in module.nodes_named(ast.Call, _PACKING)
    )
