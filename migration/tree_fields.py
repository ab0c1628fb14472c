"""Which fields of a tree node hold other nodes worth visiting: fewer than `ast` itself looks at."""

from __future__ import annotations

import ast

_FIELDS: dict[type, tuple[str, ...]] = {}
_LEAVES = frozenset(
    ["ctx", "id", "attr", "asname", "lineno", "type_comment", "kind", "level", "module", "op", "ops", "name"]
)


def child_fields(node: ast.AST) -> tuple[str, ...]:
    """The names of the fields of `node` that can hold nodes (operators and contexts left out), in
    source order.
    """
    fields = _FIELDS.get(node.__class__)
    if fields is None:
        skip = _LEAVES | ({"value"} if isinstance(node, ast.Constant) else set())
        fields = _FIELDS[node.__class__] = tuple(f for f in node._fields if f not in skip)
    return fields
