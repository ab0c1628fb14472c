"""'%x' % 255.0 → '%x' % int(255.0)."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.edits import Part
from migration.module import Module
from migration.rule import Findings, Rule

_CONVERSION = re.compile(
    r"%(?:(?P<key>\(\w*\))?[-+ #0]*(?P<star>\*?)\d*(?:\.(?P<more>\*?)\d*)?[hlL]?(?P<kind>[a-zA-Z%]))"
)


def visit(node: ast.BinOp, module: Module) -> Findings:
    """Convert the floats that %x, %X, %o and %c are given."""
    if not isinstance(node.op, ast.Mod) or not isinstance(node.left, ast.Constant):
        return
    text = node.left.value
    if not isinstance(text, str):
        return
    found = [m for m in _CONVERSION.finditer(text) if m["kind"] != "%"]
    if any(m["key"] or m["star"] or m["more"] for m in found):
        return
    values = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
    if len(found) != len(values):
        return
    parts: list[Part] = []
    for match, value in zip(found, values, strict=True):
        if match["kind"] in "xXo" and module.type_of(value) == {"float"}:
            span = module.span(value)
            parts.append(module.part(span, "int(", span, ")"))
    if parts:
        yield module.edit(*parts)


RULE = Rule(
    id="integer_format",
    family="P7",
    summary="%x and %o take integers only",
    before="x = '%x' % 255.0\n",
    after="x = '%x' % int(255.0)\n",
    caveats="Only floats whose type is seen are converted.",
    triggers=(re.compile(r"%[-+ #0-9.]*[xXo]"),),
    exactness=Exactness.EXACT,
    nodes=(ast.BinOp,),
    visit=visit,
)
