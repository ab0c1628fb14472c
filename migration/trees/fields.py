"""Which fields of a tree node hold other nodes worth visiting: fewer than `ast` itself looks at."""

from __future__ import annotations

import ast
from collections.abc import Iterator

#: What `child_fields` and `reversed_child_fields` gave, by type: who looks at very many nodes looks here first.
FIELDS: dict[type, tuple[str, ...]] = {}
REVERSED_FIELDS: dict[type, tuple[str, ...]] = {}
_LEAVES = frozenset(
    ["ctx", "id", "attr", "asname", "lineno", "type_comment", "kind", "level", "module", "op", "ops", "name"]
)
#: Fields that hold text in these nodes, though other nodes have nodes under the same name.
_TEXT: dict[type, frozenset[str]] = {
    ast.Constant: frozenset(["value"]),
    ast.Global: frozenset(["names"]),
    ast.Nonlocal: frozenset(["names"]),
    ast.arg: frozenset(["arg"]),
    ast.keyword: frozenset(["arg"]),
    ast.FormattedValue: frozenset(["conversion"]),
    ast.comprehension: frozenset(["is_async"]),
    ast.AnnAssign: frozenset(["simple"]),
    ast.MatchClass: frozenset(["kwd_attrs"]),
    ast.MatchMapping: frozenset(["rest"]),
    ast.MatchSingleton: frozenset(["value"]),
    ast.TypeIgnore: frozenset(["tag"]),
}


def child_fields(node: ast.AST) -> tuple[str, ...]:
    """The fields of `node` that can hold nodes or lists of nodes (None among them), in source order.

    Operators and contexts are left out.
    """
    fields = FIELDS.get(node.__class__)
    if fields is None:
        skip = _LEAVES | _TEXT.get(node.__class__, frozenset())
        fields = FIELDS[node.__class__] = tuple(f for f in node._fields if f not in skip)
    return fields


def reversed_child_fields(node: ast.AST) -> tuple[str, ...]:
    """The same, last first: for a walk with a stack."""
    fields = REVERSED_FIELDS.get(node.__class__)
    if fields is None:
        fields = REVERSED_FIELDS[node.__class__] = child_fields(node)[::-1]
    return fields


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes directly below `node`, in source order, without operators and contexts."""
    found: list[ast.AST] = []
    for name in child_fields(node):
        value = getattr(node, name)
        if value.__class__ is list:
            found += value if None not in value else filter(None, value)
        elif value is not None:
            found.append(value)
    return found


def last_child(node: ast.AST) -> ast.AST | None:
    """The last of the nodes directly below `node`, or None."""
    for name in reversed_child_fields(node):
        value = getattr(node, name)
        if value.__class__ is list:
            value = next((child for child in reversed(value) if child is not None), None)
        if value is not None:
            return value  # type: ignore[no-any-return]
    return None


def walk(*nodes: ast.AST) -> Iterator[ast.AST]:
    """`nodes` and all below them, in no particular order, without operators and contexts: faster than `ast.walk`."""
    stack = list(nodes)
    while stack:
        node = stack.pop()
        yield node
        if node.__class__ is not ast.Constant and node.__class__ is not ast.Name:
            stack += children(node)


def displayed(node: ast.expr) -> Iterator[ast.expr]:
    """What a display holds, and the displays in it; anything else itself."""
    inner = node.values if isinstance(node, ast.Dict) else getattr(node, "elts", None)
    if inner is None:
        yield node
        return
    for part in inner:
        yield from displayed(part)
