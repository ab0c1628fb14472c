"""range(…) → list(range(…)) where a list is needed."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import is_old_builtin, spell_builtin
from migration.rules._use import Use, uses_of


def visit(node: ast.Call, module: Module) -> Findings:
    """Wrap where the place changes, adds or compares the list, or can't be seen; a range can do the rest."""
    if not is_old_builtin(node.func, module, "range", "xrange") or node.keywords or not node.args:
        return
    uses = uses_of(node, module)
    certain = Use.LIST in uses
    # An xrange was no list: where only its look tells, it is taken for the list that a range is taken for.
    if not certain and (
        module.source(module.span(node.func)) == "xrange"
        or Use.UNKNOWN not in uses
        or isinstance(module.parent(node), ast.Expr)
    ):
        return
    span = module.span(node)
    yield module.edit(
        module.part(span, spell_builtin("list", node, module), "(", span, ")"),
        evidence=certain,
        needs_python2=not certain,
    )


RULE = Rule(
    id="lazy_range",
    family="P6",
    summary="range() is no list: list() where one is needed",
    before="r = range(3) + [9]\nfor i in range(3): x = i\n",
    after="r = list(range(3)) + [9]\nfor i in range(3): x = i\n",
    triggers=("range", "xrange"),
    nodes=(ast.Call,),
    names=frozenset(["range", "xrange"]),
    visit=visit,
)
