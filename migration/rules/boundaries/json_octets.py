"""json.dumps({'body': raw}) → json.dumps({'body': raw.decode("utf-8")}): native strings were read as UTF-8."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import stdlib_name
from migration.analysis.strings.byte_sources import keeps_bytes
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.values import assigned
from migration.rule import Findings, Rule, last_names
from migration.trees.fields import displayed
from migration.view.module import Module

_WRITERS = frozenset(["json.dump", "json.dumps"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Decode what is octets for certain among the data, where it is written out there or under one name."""
    if stdlib_name(node.func, module) not in _WRITERS or not node.args:
        return
    data = node.args[0]
    held = assigned(data, module) if isinstance(data, ast.Name) else None
    if isinstance(held, (ast.Dict, ast.List, ast.Tuple)):
        data = held
    for value in displayed(data):
        if not literal(value, module) and kind(value, module) == BYTES:
            yield module.wrap(value, "", '.decode("utf-8")')


RULE = Rule(
    id="json_octets",
    family="P9",
    summary="JSON is made of text alone",
    before="import json\nn = 1L\nx = json.dumps([open(p, 'rb').read(), 1])\n",
    after="import json\nn = 1\nx = json.dumps([open(p, 'rb').read().decode(\"utf-8\"), 1])\n",
    caveats="Only what the call, or the one value of a name, shows.",
    triggers=("json",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=59,
    nodes=(ast.Call,),
    names=last_names(*_WRITERS),
    when=keeps_bytes,
    visit=visit,
)
