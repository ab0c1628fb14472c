"""s.pos → s.tell(), s.len → len(s.getvalue()): attributes that files of StringIO had."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._made import made_by
from migration.rules.string_io import CLASSES


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Ask the methods that there are, of what is made in sight."""
    if node.attr not in ("pos", "len") or not isinstance(node.ctx, ast.Load):
        return
    if made_by(node.value, module, CLASSES) is None:
        return
    if node.attr == "pos":
        yield module.replace(node, *module.atom(node.value), ".tell()")
    else:
        yield module.replace(node, "len(", *module.atom(node.value), ".getvalue())")


RULE = Rule(
    id="buffer_places",
    family="P9",
    summary="a file in memory says where it is, and how long, by methods",
    before="import StringIO\ns = StringIO.StringIO()\na = s.pos, s.len\n",
    after="import io\ns = io.StringIO()\na = s.tell(), len(s.getvalue())\n",
    caveats="Only of files that are made in the same scope, under one name.",
    triggers=("StringIO",),
    evidence=True,
    nodes=(ast.Attribute,),
    names=frozenset(["pos", "len"]),
    visit=visit,
)
