"""SOF + chr(n), '\\x30' handed to where bytearrays are handed → bytes([n]), b'\\x30'."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.analysis.literals import literal
from migration.analysis.made import is_bytearray
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.values import places_of
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Methods that change a bytearray.
_CHANGING = frozenset(["append", "extend", "insert", "pop", "remove", "reverse"])


def visit(node: ast.Assign | ast.Constant | ast.Call, module: Module) -> Findings:
    """Spell as octets what bytearrays come beside, here or in another file."""
    if isinstance(node, ast.Assign):
        target = node.targets[0]
        named = isinstance(target, ast.Name) and len(node.targets) == 1 and module.sums_array(node.value)
        if named and not _begins_with_array(node.value, module) and _is_changed(target, module):  # type: ignore[arg-type]
            made = spell_builtin("bytearray", node.value, module)
            yield module.edit(module.in_call(node.value, made), needs_python2=True)
        return
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


def _begins_with_array(node: ast.expr, module: Module) -> bool:
    """Whether the first part of a sum is a bytearray, or is made one here."""
    while isinstance(node, ast.BinOp):
        node = node.left
    return is_bytearray(node, module) or module.meets_arrays(node)


def _is_changed(target: ast.Name, module: Module) -> bool:
    """Whether what a variable holds is changed in place, as no octets but a bytearray are."""
    for name in places_of(target, module):
        outer = module.parent(name)
        if isinstance(outer, ast.Attribute) and outer.attr in _CHANGING:
            return True
        if isinstance(outer, ast.Subscript) and outer.value is name and not isinstance(outer.ctx, ast.Load):
            return True
    return False


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
    nodes=(ast.Assign, ast.Constant, ast.Call),
    when=lambda module: module.has_arrays_met,
    visit=visit,
)
