"""from future_builtins import map → nothing: its functions are the builtins."""

from __future__ import annotations

import ast

from migration.analysis.names import alias_text, is_local
from migration.rewriting.imports import from_import, replace_import
from migration.rule import Findings, Phase, Rule
from migration.view.module import Module

_MODULE = "future_builtins"


def visit(node: ast.ImportFrom, module: Module) -> Findings:
    """Drop the import, at the end: until then the names are not those of Python 2's builtins."""
    if node.module != _MODULE or node.level or is_local(_MODULE, module):
        return
    if node.names[0].name == "*":
        yield module.open(node, "all names of future_builtins: they are builtins now")
        return
    renamed = [alias_text(a) for a in node.names if a.asname not in (None, a.name)]
    lines = [from_import("builtins", renamed)] if renamed else []
    yield module.edit(*replace_import(node, lines, module))


RULE = Rule(
    id="future_builtins",
    family="P19",
    summary="what came from future_builtins is builtin",
    before="from future_builtins import map, zip as z\na = map(f, b)\n",
    after="from builtins import zip as z\na = map(f, b)\n",
    triggers=(_MODULE,),
    phase=Phase.FINISH,
    evidence=True,
    order=90,
    nodes=(ast.ImportFrom,),
    visit=visit,
)
