"""a.union_update(b) → a.update(b): a method of sets.Set alone."""

from __future__ import annotations

import ast

from migration.analysis.names import defined_in_repository
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Rename, where no class of the repository has such a method."""
    function = node.func
    if isinstance(function, ast.Attribute) and not defined_in_repository("union_update", module):
        end = module.span(function).end
        yield module.replace_span((end - len("union_update"), end), "update")


RULE = Rule(
    id="set_updates",
    family="P11",
    summary="union_update is update",
    before="from sets import Set\na = Set([1])\na.union_update([2])\n",
    after="a = set([1])\na.update([2])\n",
    triggers=("union_update",),
    evidence=True,
    nodes=(ast.Call,),
    names=frozenset(["union_update"]),
    visit=visit,
)
