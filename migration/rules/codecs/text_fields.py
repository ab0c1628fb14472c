"""name.rstrip('\\0') of what struct.unpack gave → as_text(name.rstrip(b'\\0')): a padded field holds text."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.strings.as_bytes import literal_parts
from migration.analysis.strings.kinds import is_text_field
from migration.rewriting.as_text import HELPER
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Take the padding off as octets, and decode what is left."""
    if not is_text_field(node, module):
        return
    name = module.helper("as_text", HELPER)
    yield module.edit(*literal_parts(node.args[0], module), module.in_call(node, name))


RULE = Rule(
    id="text_fields",
    family="P10",
    summary="what is unpacked and freed of NULs is text",
    before="import struct\nname, n = struct.unpack('8sI', data)\nname = name.rstrip('\\0')\na = 1L\n",
    after=(
        "import struct\n\n" + HELPER + "\n\nname, n = struct.unpack('8sI', data)\n"
        "name = as_text(name.rstrip(b'\\0'))\na = 1\n"
    ),
    caveats="UTF-8 where the octets are that, else Latin-1.",
    triggers=("rstrip", "strip"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=55,
    nodes=(ast.Call,),
    names=frozenset(["rstrip", "strip"]),
    visit=visit,
)
