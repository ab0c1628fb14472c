"""Standard modules without a successor of the same shape: left open, naming what stands in."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import is_local
from migration.rules._stdlib_names import REMOVED_MODULES


def visit(node: ast.Import | ast.ImportFrom, module: Module) -> Findings:
    """Say which module is missing, and what provides or replaces it."""
    if isinstance(node, ast.Import):
        names = [a.name for a in node.names]
    else:
        names = [node.module or ""] if not node.level else []
    for name in names:
        gone = REMOVED_MODULES.get(name.split(".")[0])
        if gone is not None and gone[0] <= module.target and not is_local(name, module):
            yield module.open(node, f"{name.split('.')[0]}: {gone[1]}")


RULE = Rule(
    id="removed_modules",
    family="P19",
    summary="standard modules that are gone",
    before="import sgmllib\n",
    after="import sgmllib\n",
    caveats="Nothing is rewritten: the stand-in is a decision, or a requirement to add.",
    triggers=tuple(REMOVED_MODULES),
    nodes=(ast.Import, ast.ImportFrom),
    visit=visit,
)
