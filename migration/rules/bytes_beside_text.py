"""A native literal that meets bytes: data == 'x' → data == b'x'; ord(data[0]) → data[0]."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._as_bytes import literal_parts
from migration.rules._kinds import BYTES, is_encoded, kind, literal

#: Methods of bytes whose arguments are bytes.
_METHODS = frozenset(
    [
        "count",
        "endswith",
        "find",
        "index",
        "lstrip",
        "partition",
        "replace",
        "rfind",
        "rindex",
        "rpartition",
        "rsplit",
        "rstrip",
        "split",
        "startswith",
        "strip",
    ]
)


def visit(node: ast.Compare | ast.BinOp | ast.Call, module: Module) -> Findings:
    """Put a b before the literal, where the other side is bytes for certain."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        if any(_is_bytes(s, module) for s in sides):
            for side in sides:
                yield from _literals(side, module)
    elif isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Add):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if literal(one, module) and _is_bytes(other, module):
                    yield module.edit(*literal_parts(one, module))
    elif isinstance(node.func, ast.Attribute):
        if node.func.attr in _METHODS and _is_bytes(node.func.value, module):
            for argument in node.args:
                yield from _literals(argument, module)
    elif module.is_builtin(node.func, "ord") and len(node.args) == 1:
        item = node.args[0]
        if (
            isinstance(item, ast.Subscript)
            and not isinstance(item.slice, ast.Slice)
            and _is_bytes(item.value, module)
        ):
            yield module.replace(node, *module.sub(item))


def _is_bytes(node: ast.expr, module: Module) -> bool:
    return kind(node, module) == BYTES and not is_encoded(node, module)


def _literals(node: ast.expr, module: Module) -> Findings:
    for one in node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]:
        if literal(one, module):
            yield module.edit(*literal_parts(one, module))


RULE = Rule(
    id="bytes_beside_text",
    family="P9",
    summary="literals that meet bytes are bytes",
    before="a = open(p, 'rb').read()\nb = a == 'x' or a.startswith('y') or ord(a[0])\n",
    after="a = open(p, 'rb').read()\nb = a == b'x' or a.startswith(b'y') or a[0]\n",
    caveats="A value that was encoded from text is left alone: only its use tells whether bytes are meant.",
    order=70,
    nodes=(ast.Compare, ast.BinOp, ast.Call),
    visit=visit,
)
