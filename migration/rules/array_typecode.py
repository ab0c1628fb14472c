"""array.array('c', 'x') → array.array('B', b'x')."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._as_bytes import literal_parts
from migration.rules._literals import literal
from migration.rules._names import stdlib_name


def visit(node: ast.Call, module: Module) -> Findings:
    """An array of characters is one of bytes."""
    if stdlib_name(node.func, module) != "array.array" or not node.args:
        return
    code = node.args[0]
    if not isinstance(code, ast.Constant) or not isinstance(code.value, str):
        return
    parts = []
    if code.value == "c":
        quote = module.source(module.span(code))[-1]
        parts.append(module.part(code, f"{quote}B{quote}"))
    if len(node.args) > 1 and code.value in ("c", "b", "B") and literal(node.args[1], module):
        parts += literal_parts(node.args[1], module)
    if parts:
        yield module.edit(*parts)


RULE = Rule(
    id="array_typecode",
    family="P10",
    summary="arrays of characters are arrays of bytes",
    before="import array\na = array.array('c', 'x')\n",
    after="import array\na = array.array('B', b'x')\n",
    caveats="Its items are numbers, not characters.",
    triggers=("array",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Call,),
    names=frozenset(["array"]),
    visit=visit,
)
