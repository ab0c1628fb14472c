"""print buffer → print(buffer.decode("latin-1")): a bytearray is shown as its octets where octets are text."""

from __future__ import annotations

import ast
from itertools import chain

from environment.traces import Exactness
from migration.analysis.made import is_bytearray
from migration.analysis.strings.octet_edges import CODEC
from migration.analysis.strings.octets import octets_throughout
from migration.analysis.strings.shown import put_as_text, spelled
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Decode what is printed or put into text; str() of it is an edge of octet_text."""
    if isinstance(node, ast.BinOp) and not isinstance(node.op, ast.Mod):
        return
    shown = put_as_text(node, module)
    if isinstance(node, ast.Call) and not module.is_builtin(node.func, "str"):
        shown = chain(shown, spelled(node, module))
    for value in shown:
        if is_bytearray(value, module):
            yield module.replace(value, *module.atom(value), f".decode({CODEC})")


RULE = Rule(
    id="shown_bytearray",
    family="P8",
    summary="a bytearray that is printed or put into native text is shown as its octets",
    before="b = bytearray(3)\nb[0] = 65\n",
    after="b = bytearray(3)\nb[0] = 65\n",
    caveats="In programs and packages of octets (octet_text): print b becomes print(b.decode('latin-1')); "
    "elsewhere shown_octets does it.",
    triggers=("bytearray",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    order=60,
    nodes=(ast.BinOp, ast.Call),
    when=octets_throughout,
    visit=visit,
)
