"""xrange(n) → range(n)."""

from __future__ import annotations

import ast

from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Name, module: Module) -> Findings:
    """Rename the builtin, never a name the file binds itself."""
    if node.id == "xrange" and isinstance(node.ctx, ast.Load) and module.is_builtin(node, "xrange"):
        yield module.replace(node, "range")


RULE = Rule(
    id="xrange",
    family="P6",
    summary="xrange is range",
    before="for i in xrange(3): total = i\n",
    after="for i in range(3): total = i\n",
    caveats="A range has no .tolist() or slicing to list; Python 2's xrange had neither.",
    triggers=("xrange",),
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["xrange"]),
    visit=visit,
)
