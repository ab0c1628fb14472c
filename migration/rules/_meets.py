"""What native literals meet: shared by rules that ask whether a value is text."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rules._literals import literal

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
