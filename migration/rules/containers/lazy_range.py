"""range(…) → list(range(…)) where a list is needed."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_old_builtin, spell_builtin
from migration.analysis.laziness.use import Use, uses_of
from migration.analysis.values import reads_of
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Wrap where the place changes, adds or compares the list, or can't be seen; a range can do the rest."""
    if not is_old_builtin(node.func, module, "range", "xrange") or node.keywords or not node.args:
        return
    uses = uses_of(node, module)
    certain = Use.LIST in uses
    # An xrange was no list either: where one is asked what it is, a range answers.
    of_xrange = module.source(module.span(node.func)) == "xrange"
    if of_xrange and (not certain or _is_asked(node, module)):
        return
    if not certain and (Use.UNKNOWN not in uses or isinstance(module.parent(node), ast.Expr)):
        return
    yield module.edit(
        module.in_call(node, spell_builtin("list", node, module)),
        evidence=certain,
        needs_python2=not certain,
    )


def _is_asked(node: ast.Call, module: Module) -> bool:
    """Whether one of the places that use `node` asks for its type."""
    calls = (module.parent(place) for place in reads_of(node, module))
    return any(isinstance(c, ast.Call) and module.is_builtin(c.func, "isinstance", "type") for c in calls)


RULE = Rule(
    id="lazy_range",
    family="P6",
    summary="range() is no list: list() where one is needed",
    before="r = range(3) + [9]\nfor i in range(3): x = i\n",
    after="r = list(range(3)) + [9]\nfor i in range(3): x = i\n",
    triggers=("range", "xrange"),
    needs_proof=True,
    nodes=(ast.Call,),
    names=frozenset(["range", "xrange"]),
    visit=visit,
)
