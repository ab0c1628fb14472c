"""What `text % values` puts where, as far as the text is written out."""

from __future__ import annotations

import ast
import re

_CONVERSION = re.compile(
    r"%(?:(?P<key>\(\w*\))?[-+ #0]*(?P<star>\*?)\d*(?:\.(?P<more>\*?)\d*)?[hlL]?(?P<kind>[a-zA-Z%]))"
)


def conversions(node: ast.BinOp, octets: bool = False) -> list[str]:
    """The letter of each conversion; [] where keys, stars or a variable hide what they are given. With `octets` of a
    literal of bytes alone, else of text.
    """
    if not isinstance(node.op, ast.Mod) or not isinstance(node.left, ast.Constant):
        return []
    text: object = node.left.value
    if octets:
        text = text.decode("latin-1") if isinstance(text, bytes) else None
    if not isinstance(text, str):
        return []
    found = [m for m in _CONVERSION.finditer(text) if m["kind"] != "%"]
    if any(m["key"] or m["star"] or m["more"] for m in found):
        return []
    return [match["kind"] for match in found]


def formatted(node: ast.BinOp, octets: bool = False) -> list[tuple[str, ast.expr]]:
    """The letter of each conversion with the value it is given; [] where that is hidden (see `conversions`)."""
    letters = conversions(node, octets)
    values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    return list(zip(letters, values, strict=True)) if len(letters) == len(values) else []
