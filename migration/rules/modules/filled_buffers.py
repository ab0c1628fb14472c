"""buffer.write(data) → buffer.write(as_bytes(data)), where octets of the library fill a file in memory."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.as_bytes import HELPER
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.octet_memory import holds_filled
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Encode what may be text, too: the file is one of bytes (see the rule `string_io`)."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "write" or len(node.args) != 1:
        return
    if isinstance(node.args[0], ast.Constant) or kind(node.args[0], module) == BYTES:
        return
    if holds_filled(function.value, module):
        yield module.edit(
            module.in_call(node.args[0], helper("as_bytes", HELPER, module)), needs_python2=True
        )


RULE = Rule(
    id="filled_buffers",
    family="P11",
    summary="what may be text or octets is encoded for a file in memory of octets",
    before="b.write(data)\n",
    after="b.write(data)\n",
    caveats="Only where the flow of values through the repository shows that octets of the library are written there.",
    triggers=("StringIO",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["write"]),
    when=lambda module: module.is_given_octets,
    visit=visit,
)
