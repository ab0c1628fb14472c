"""'%x' % 255.0 → '%x' % int(255.0)."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.edits import Part
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._formats import formatted


def visit(node: ast.BinOp, module: Module) -> Findings:
    """Convert the floats that %x, %X, %o and %c are given."""
    parts: list[Part] = []
    for letter, value in formatted(node):
        if letter in "xXo" and module.type_of(value) == {"float"}:
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
