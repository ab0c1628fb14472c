"""What handlers catch: classes, tuples of those, and, which Python 2 took as well, tuples that hold tuples."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.classes import attribute_values, methods
from migration.analysis.exceptions import local_class
from migration.view.module import Module

_DEPTH = 6


def tuple_named(node: ast.expr, module: Module) -> ast.Tuple | None:
    """The tuple that a name holds, or an attribute of a class of this file, where it is given once, in one piece."""
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        held = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
        return held if isinstance(held, ast.Tuple) and isinstance(module.parent(held), ast.Assign) else None
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return None
    owner = local_class(node.value, module)
    if owner is None and node.value.id in ("self", "cls"):
        owner = module.class_of(node)
    if owner is None or node.attr not in methods(owner):
        return None
    given = attribute_values(owner, node.attr)
    return given[0] if len(given) == 1 and isinstance(given[0], ast.Tuple) else None


def holds_tuples(kinds: ast.Tuple, module: Module) -> bool:
    """Whether a tuple holds others, written there or named."""
    return any(isinstance(kind, ast.Tuple) or tuple_named(kind, module) is not None for kind in kinds.elts)


def kinds_caught(handled: ast.expr | None, module: Module, depth: int = _DEPTH) -> Iterator[ast.expr]:
    """All that a handler catches, out of tuples at any depth."""
    if handled is None or not depth:
        return
    kind = handled.value if isinstance(handled, ast.Starred) else handled
    held = kind if isinstance(kind, ast.Tuple) else tuple_named(kind, module)
    if held is None:
        yield kind
        return
    for one in held.elts:
        yield from kinds_caught(one, module, depth - 1)
