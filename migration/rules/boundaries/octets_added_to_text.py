"""self.buffer += self.sock.recv(n) → with .decode("latin-1"), where the attribute begins as native text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of, values_given
from migration.analysis.literals import literal
from migration.analysis.strings.byte_sources import keeps_bytes
from migration.analysis.strings.kinds import BYTES, kind
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.AugAssign, module: Module) -> Findings:
    """Decode octet by octet what is added: that text and octets can't be added is certain."""
    target = node.target
    if not (isinstance(node.op, ast.Add) and isinstance(target, ast.Attribute)):
        return
    owner = class_of(target.value, module)
    if owner is None or kind(node.value, module) != BYTES or module.decoded_again(node.value):
        return
    given = values_given(owner, target.attr, module)
    begun = [v for v in given if isinstance(v, ast.Constant) and literal(v, module)]
    others = any(isinstance(v, ast.Constant) and v not in begun for v in given)
    if begun and not others and not any(kind(v, module) == BYTES for v in given):
        yield module.wrap(node.value, "", '.decode("latin-1")', needs_python2=True)


RULE = Rule(
    id="octets_added_to_text",
    family="P9",
    summary="octets that are added to an attribute of text are read as its characters",
    before="import struct\nclass A:\n    x = ''\n    def f(self):\n        self.x += struct.pack('B', 1)\nn = 1L\n",
    after="import struct\nclass A:\n    x = ''\n    def f(self):\n"
    "        self.x += struct.pack('B', 1).decode(\"latin-1\")\nn = 1\n",
    caveats="Only attributes that begin as a native literal and are given no octets elsewhere.",
    triggers=("+=",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=75,
    nodes=(ast.AugAssign,),
    when=keeps_bytes,
    visit=visit,
)
