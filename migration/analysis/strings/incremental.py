"""Objects that encode or decode piece by piece: what they give is octets, or text, whatever the codec."""

from __future__ import annotations

import ast

from migration.analysis.classes import attribute_values
from migration.analysis.values import written_out
from migration.view.module import Module

_MAKERS = frozenset(["codecs.getincrementaldecoder", "codecs.getincrementalencoder"])


def is_incremental(owner: ast.expr, module: Module) -> bool:
    """Whether an object encodes or decodes piece by piece: made of `codecs.getincrementaldecoder(…)`, in place, under
    its name or as an attribute.
    """
    made = written_out(owner, module)
    values = [made]
    if isinstance(owner, ast.Attribute) and (own := module.class_of(owner)) is not None:
        values = list(attribute_values(own, owner.attr))
    return bool(values) and all(_makes_incremental(v, module) for v in values)


def _makes_incremental(value: ast.expr | None, module: Module) -> bool:
    if not isinstance(value, ast.Call):
        return False
    maker = written_out(value.func, module)
    if isinstance(maker, ast.Call):
        return module.qualified_name(maker.func) in _MAKERS
    return isinstance(maker, ast.Attribute) and maker.attr in ("incrementaldecoder", "incrementalencoder")


def encodes_piece(node: ast.expr, module: Module) -> bool:
    """Whether `node` is what such an object makes of a piece of text."""
    method = node.func if isinstance(node, ast.Call) else None
    return (
        isinstance(method, ast.Attribute) and method.attr == "encode" and is_incremental(method.value, module)
    )
