"""BytesWarning: Comparison between bytes and string → the literal is bytes, or the data is taken for text."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import decoded, encoded, is_bytes, octets
from migration.source.edits import Edit

_COMPARING = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Where a literal stands on one side, give it the other kind; else take one side for text, or both."""
    for node in scene.crashed(ast.Compare):
        if not any(isinstance(op, _COMPARING) for op in node.ops):
            continue
        sides = [node.left, *node.comparators]
        others = [s for s in sides if not _is_literal(s)]
        parts = [edit for s in sides if _is_literal(s) and (edit := _other_kind(scene, s))]
        if parts:
            yield Candidate(tuple(parts), 10, "literals")
        for position, side in enumerate(others):
            edit = decoded(scene, side, safely=True) if _is_one(side, node, sides) else None
            if edit is not None:
                yield Candidate((edit,), 20 + position, f"side {position}")
        both = [edit for s in others if _is_one(s, node, sides) and (edit := decoded(scene, s, safely=True))]
        if len(both) > 1:
            yield Candidate(tuple(both), 26, "either")
    for place in scene.crashed(ast.Subscript):
        # Text and bytes of the same characters have the same hash, so that a key of the other kind is compared.
        if isinstance(place.slice, ast.Name | ast.Attribute | ast.Call | ast.Subscript):
            edit = decoded(scene, place.slice, safely=True)
            if edit is not None:
                yield Candidate((edit,), 40, "key")
            edit = encoded(scene, place.slice, safely=True)
            if edit is not None:
                yield Candidate((edit,), 42, "key of bytes")


def _is_literal(node: ast.expr) -> bool:
    """Whether `node` is spelled out: a literal, or a display of nothing but literals."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return bool(node.elts) and all(map(_is_literal, node.elts))
    return octets(node) or is_bytes(node)


def _other_kind(scene: Scene, node: ast.expr) -> Edit | None:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        edits = [_other_kind(scene, e) for e in node.elts]
        parts = [part for edit in edits if edit for part in edit.parts]
        return scene.module.edit(*parts) if parts else None
    return decoded(scene, node) if is_bytes(node) else encoded(scene, node)


def _is_one(side: ast.expr, node: ast.Compare, sides: list[ast.expr]) -> bool:
    """Whether `side` is a single value: what another is looked for in may be a collection."""
    position = sides.index(side)
    looked_in = position > 0 and isinstance(node.ops[position - 1], ast.In | ast.NotIn)
    return not looked_in and not isinstance(side, ast.Constant)


REPAIR = Repair(
    id="mixed_comparison",
    summary="text and bytes that are compared become the same kind",
    failure=Failure("BytesWarning", "Comparison between bytes and string", line=2),
    before="def ends(data):\n    return data == ''\n",
    after="def ends(data):\n    return data == b''\n",
    caveats="Where a value is text in one call and bytes in another, helpers take either for text.",
    pattern=re.compile(r"^BytesWarning: Comparison between bytes and string"),
    offer=offer,
)
