"""'%#o' % n → '0%o' % n: the sign of an octal number was its 0."""

from __future__ import annotations

import ast
import re

from migration.edits import Part, Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._literals import literal

_FIELD = re.compile(r"(%%)|(%(?:\(\w+\))?)#(o)")


def visit(node: ast.BinOp, module: Module) -> Findings:
    """Write the 0 before the number, where it has no width, in a literal that is formatted in place."""
    if not isinstance(node.op, ast.Mod) or not literal(node.left, module):
        return
    span = module.span(node.left)
    found = [m for m in _FIELD.finditer(module.source(span)) if m[3]]
    if found:
        places = (Span(span.start + m.start(), span.start + m.end()) for m in found)
        yield module.edit(*(Part(p, (f"0{m[2]}o",)) for p, m in zip(places, found, strict=True)))


RULE = Rule(
    id="octal_format",
    family="P3",
    summary="%#o wrote 0777, now 0o777",
    before="print '%#o' % 0755\n",
    after="print('0%o' % 0o755)\n",
    caveats="Not where the field has a width; of zero it wrote '0'.",
    triggers=(re.compile(r"%(?:\(\w+\))?#o"),),
    needs_python2=True,
    nodes=(ast.BinOp,),
    visit=visit,
)
