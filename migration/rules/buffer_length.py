"""buffer.len → len(buffer.getvalue()): what io.StringIO has no attribute for."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._made import made_by
from migration.rules._names import stdlib_name
from migration.rules._values import given_to_attributes
from migration.rules.string_io import CLASSES


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Where nothing but StringIO() gave the owner its value."""
    if node.attr != "len" or not isinstance(node.ctx, ast.Load) or not _is_buffer(node.value, module):
        return
    yield module.replace(node, "len(", *module.atom(node.value), ".getvalue())")


def _is_buffer(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.Attribute):
        values = given_to_attributes(module).get(node.attr, [])
        return bool(values) and all(
            isinstance(v, ast.Call) and stdlib_name(v.func, module) in CLASSES for v in values
        )
    return made_by(node, module, CLASSES) is not None


RULE = Rule(
    id="buffer_length",
    family="P11",
    summary="a StringIO has no len",
    before="import StringIO\ns = StringIO.StringIO()\nn = s.len\n",
    after="import io\ns = io.StringIO()\nn = len(s.getvalue())\n",
    caveats="Only a buffer that is made in the same file.",
    triggers=(".len",),
    evidence=True,
    nodes=(ast.Attribute,),
    names=frozenset(["len"]),
    visit=visit,
)
