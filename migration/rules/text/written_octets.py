"""sys.stdout.write(data) → write_octets(sys.stdout, data), where that is bytes: the stream itself takes text only."""

from __future__ import annotations

import ast

from migration.analysis.strings.byte_sources import may_hold_bytes
from migration.analysis.strings.kinds import is_octets
from migration.analysis.strings.shown import written
from migration.rule import Findings, Rule
from migration.view.module import Module

HELPER = '''
def write_octets(stream, data):
    """Write bytes to a stream of text, behind what was written to it before."""
    octets = getattr(stream, "buffer", None)
    if octets is None:
        stream.write(data.decode("latin-1"))
    else:
        stream.flush()
        octets.write(data)
        octets.flush()
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Write to the file of bytes below the stream; one put in its place for a test may have none."""
    for value in written(node, module):
        if is_octets(value, module) and isinstance(node.func, ast.Attribute):
            name = module.helper("write_octets", HELPER)
            yield module.replace(node, name, "(", module.span(node.func.value), ", ", *module.sub(value), ")")


RULE = Rule(
    id="written_octets",
    family="P8",
    summary="octets for the terminal are written below the stream of text",
    before="import sys\nsys.stdout.write(open(p, 'rb').read())\n",
    after="import sys\n\n" + HELPER + "\n\nwrite_octets(sys.stdout, open(p, 'rb').read())\n",
    triggers=("write",),
    order=60,
    nodes=(ast.Call,),
    names=frozenset(["write"]),
    when=may_hold_bytes,
    visit=visit,
)
