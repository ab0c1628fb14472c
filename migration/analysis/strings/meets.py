"""What native literals meet: shared by rules that ask whether a value is text."""

from __future__ import annotations

import ast

from migration.analysis.literals import has_high_escapes, literal
from migration.analysis.made import made_by
from migration.analysis.strings.kinds import TEXT, kind
from migration.analysis.values import assigned, places_of
from migration.view.module import Module

#: Methods that put something into a collection.
_ADDING = frozenset(["add", "append", "extend", "insert", "setdefault", "update"])
#: Files in memory that text is written to.
_TEXT_FILES = frozenset(["StringIO.StringIO", "cStringIO.StringIO", "io.StringIO"])

#: Methods of native strings whose arguments are native strings.
_METHODS = frozenset(
    [
        "startswith", "endswith", "find", "rfind", "index", "rindex", "count", "replace", "split", "rsplit",
        "partition", "rpartition", "strip", "lstrip", "rstrip",
    ]
)  # fmt: skip


def meets_literal(value: ast.expr, module: Module) -> bool:
    """Whether a value is compared with a native literal, added to one, or asked about one, by an assertion too."""
    parent = module.parent(value)
    if isinstance(parent, ast.Attribute):
        call = module.parent(parent)
        given = call.args if isinstance(call, ast.Call) and call.func is parent else []
        return parent.attr in _METHODS and any(literal(a, module) for a in given)
    if isinstance(parent, ast.Compare):
        return any(literal(s, module) for s in (parent.left, *parent.comparators))
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add):
        return literal(parent.left, module) or literal(parent.right, module)
    if isinstance(parent, ast.Call) and value in parent.args and isinstance(parent.func, ast.Attribute):
        beside = any(literal(a, module) for a in parent.args if a is not value)
        return beside and parent.func.attr.startswith(("assert", "fail"))
    return False


def meets_text(node: ast.expr, module: Module) -> bool:
    """Whether the place of `node` takes text: beside it, as a key among text keys, written to a buffer of text; or
    takes a native string apart.
    """
    parent = module.parent(node)
    if isinstance(parent, ast.BinOp):
        other = parent.right if parent.left is node else parent.left
        return isinstance(parent.op, ast.Add) and kind(other, module) == TEXT
    if isinstance(parent, ast.Compare) and len(parent.ops) == 1:
        other = parent.comparators[0] if parent.left is node else parent.left
        if isinstance(parent.ops[0], (ast.In, ast.NotIn)):
            return parent.left is node and (
                kind(other, module) == TEXT
                or _has_text_keys(other, module)
                or _lists_text(other, module)
                or holds_native(other, module)
            )
        return kind(other, module) == TEXT
    if isinstance(parent, ast.Subscript):
        if parent.value is node:
            return not isinstance(parent.slice, ast.Slice)
        return _has_text_keys(parent.value, module)
    if isinstance(parent, (ast.For, ast.comprehension)):
        return parent.iter is node
    if isinstance(parent, ast.Attribute):
        call = module.parent(parent)
        alike = parent.attr not in ("decode", "encode")
        return alike and isinstance(call, ast.Call) and any(literal(a, module) for a in call.args)
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.args[:1] == [node]:
        if parent.func.attr in ("get", "pop", "has_key", "setdefault"):
            return _has_text_keys(parent.func.value, module)
        return parent.func.attr == "write" and made_by(parent.func.value, module, _TEXT_FILES) is not None
    if isinstance(parent, ast.Call) and module.is_builtin(parent.func, "isinstance", "ord"):
        return parent.args[0] is node
    return isinstance(parent, (ast.List, ast.Tuple)) and any(
        literal(e, module) for e in parent.elts if e is not node
    )


def holds_native(node: ast.expr, module: Module) -> bool:
    """Whether a collection has nothing but native text for items or keys: literals that spell no octets, or what one
    is split into, there or by the one name that it has, to which nothing else is added.
    """
    if isinstance(node, ast.Name):
        made = assigned(node, module)
        return made is not None and holds_native(made, module) and not _is_changed(node, module)
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        return bool(node.elts) and all(_is_native(e, module) for e in node.elts)
    if isinstance(node, ast.Dict):
        return bool(node.keys) and all(k is not None and _is_native(k, module) for k in node.keys)
    if not isinstance(node, ast.Call) or node.keywords or len(node.args) > 1:
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr == "split":
        return _is_native(node.func.value, module) and all(_is_native(a, module) for a in node.args)
    copies = module.is_builtin(node.func, "set", "frozenset", "list", "tuple", "sorted")
    return copies and bool(node.args) and holds_native(node.args[0], module)


def _is_changed(name: ast.Name, module: Module) -> bool:
    """Whether anything but native text may come into a collection by this name."""
    for place in places_of(name, module):
        outer = module.parent(place)
        stored = (
            outer.slice if isinstance(outer, ast.Subscript) and isinstance(outer.ctx, ast.Store) else None
        )
        if stored is not None and not _is_native(stored, module):
            return True
        call = module.parent(outer) if isinstance(outer, ast.Attribute) and outer.attr in _ADDING else None
        if isinstance(call, ast.Call) and not (call.args and _is_native(call.args[0], module)):
            return True
    return False


def _is_native(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a literal of text that was a native string, or the same as one."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return False
    return not has_high_escapes(node, module) and (node.kind != "u" or node.value.isascii())


def has_native_keys(node: ast.expr, module: Module) -> bool:
    """Whether the dictionary that a name stands for is asked for native literals, or holds nothing else."""
    if not isinstance(node, ast.Name):
        return holds_native(node, module)
    same = places_of(node, module)
    asked = [module.parent(name) for name in same]
    return any(
        isinstance(p, ast.Subscript) and p.value in same and literal(p.slice, module) for p in asked
    ) or holds_native(node, module)


def _lists_text(node: ast.expr, module: Module) -> bool:
    return isinstance(node, (ast.List, ast.Tuple, ast.Set)) and any(literal(e, module) for e in node.elts)


def _has_text_keys(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a dictionary written out with native text for keys."""
    if isinstance(node, ast.Name):
        values = [b.value for b in module.bindings(node)]
        return len(values) == 1 and isinstance(values[0], ast.Dict) and _has_text_keys(values[0], module)
    keys = node.keys if isinstance(node, ast.Dict) else []
    return bool(keys) and all(k is not None and literal(k, module) for k in keys)
