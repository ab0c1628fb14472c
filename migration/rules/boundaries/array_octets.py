"""SOF + chr(n), '\\x30' handed to where bytearrays are handed → bytes([n]), b'\\x30'."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.literals import literal
from migration.analysis.strings.as_bytes import literal_parts
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Constant | ast.Call, module: Module) -> Findings:
    """Spell as octets what bytearrays come beside, here or in another file."""
    if not module.meets_arrays(node):
        return
    first = _begins_array(node, module)
    if isinstance(node, ast.Call):
        if len(node.args) == 1 and module.is_builtin(node.func, "chr"):
            made = spell_builtin("bytearray" if first else "bytes", node, module)
            yield module.replace(node, made, "([", *module.sub(node.args[0]), "])", needs_python2=True)
    elif literal(node, module):
        parts = literal_parts(node, module)
        if first:
            parts.insert(0, module.in_call(node, spell_builtin("bytearray", node, module)))
        yield module.edit(*parts, needs_python2=True)


def _begins_array(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the first part of a sum that was a bytearray: the first decides in Python 3."""
    part: ast.AST = node
    whole = module.parent(node)
    while isinstance(whole, ast.BinOp) and isinstance(whole.op, ast.Add) and whole.left is part:
        if module.sums_array(whole):
            return True
        part, whole = whole, module.parent(whole)
    return False


RULE = Rule(
    id="array_octets",
    family="P9",
    summary="native literals, and characters made of numbers, are octets where bytearrays come to the same place",
    before="def packed(n, data):\n    return chr(n) + data\n\npacked(3, bytearray(3))\npacked(4, 'abcd')\n",
    after="def packed(n, data):\n    return chr(n) + data\n\npacked(3, bytearray(3))\npacked(4, 'abcd')\n",
    caveats="Only where the whole repository shows that a bytearray is added to it, held against it or given beside "
    "it, and nothing there is text: a key, what is formatted, or beyond octets. A file alone is not looked at.",
    triggers=("chr", re.compile(r"\\[x0-7]")),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Constant, ast.Call),
    when=lambda module: module.has_arrays_met,
    visit=visit,
)
