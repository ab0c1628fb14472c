"""'%s' % name.encode('ascii', 'replace') → the same with .decode('ascii'): bytes inside text are spelled b'…'."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._kinds import literal

_TEXT_CODECS = frozenset(
    [
        "ascii",
        "us-ascii",
        "latin-1",
        "latin1",
        "iso-8859-1",
        "iso-8859-15",
        "utf-8",
        "utf8",
        "cp1252",
        "cp437",
        "utf-16",
    ]
)


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Decode what was encoded only to be put into native text."""
    for value in _inserted(node, module):
        codec = _codec(value, module)
        if codec is not None:
            yield module.wrap(value, "", f".decode({codec})")


def _inserted(node: ast.BinOp | ast.Call, module: Module) -> Iterator[ast.expr]:
    """What goes into the native text of '%s' % … and '…'.format(…)."""
    if isinstance(node, ast.Call):
        function = node.func
        if (
            isinstance(function, ast.Attribute)
            and function.attr == "format"
            and literal(function.value, module)
        ):
            yield from node.args
            yield from (k.value for k in node.keywords)
    elif isinstance(node.op, ast.Mod) and literal(node.left, module):
        if isinstance(node.right, ast.Tuple):
            yield from node.right.elts
        else:
            yield from node.right.values if isinstance(node.right, ast.Dict) else [node.right]


def _codec(node: ast.expr, module: Module) -> str | None:
    """How the codec of a call x.encode(codec) is spelled; None for other expressions and unknown codecs."""
    if not (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "encode"
    ):
        return None
    if not node.args or not isinstance(node.args[0], ast.Constant):
        return None
    codec = node.args[0]
    return module.source(module.span(codec)) if str(codec.value).lower() in _TEXT_CODECS else None


RULE = Rule(
    id="encoded_in_text",
    family="P8",
    summary="what was encoded to be put into native text is decoded again",
    before="a = 'x %s' % b.encode('ascii', 'replace')\n",
    after="a = 'x %s' % b.encode('ascii', 'replace').decode('ascii')\n",
    caveats="Only where the value is encoded in the expression itself.",
    triggers=("encode",),
    exactness=Exactness.SEMANTIC,
    order=60,
    nodes=(ast.BinOp, ast.Call),
    names=frozenset(["format"]),
    visit=visit,
)
