"""A bare `raise` behind a try in the clause → raise what was caught last, as Python 2 did."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.rules.scope.exception_name import at_start, catch_as
from migration.rules.scope.late_raise import inside_function, try_before
from migration.source.edits import Part
from migration.view.module import Module


def visit(node: ast.Raise, module: Module) -> Findings:
    """Keep the exception where either of the two was caught."""
    around = [] if node.exc is not None else inside_function(node, module)
    clause = next((a for a in around if isinstance(a, ast.ExceptHandler)), None)
    nested = try_before(node, module) if clause is not None else None
    if clause is None or nested is None or clause not in inside_function(nested, module):
        return
    going_on = [h for h in nested.handlers if not isinstance(h.body[-1], (ast.Return, ast.Raise))]
    if not going_on:
        return
    kept = module.fresh_name("active")
    parts: list[Part] = []
    for handler in (clause, *going_on):
        name = handler.name or module.fresh_name("error")
        renamed = None if handler.name else catch_as(handler, name, module)
        if renamed is None and not handler.name:
            return
        parts += [*([renamed] if renamed else []), at_start(handler, f"{kept} = {name}", module)]
    yield module.edit(*parts, module.part(node, f"raise {kept}"))


RULE = Rule(
    id="nested_raise",
    family="P17",
    summary="`raise` alone raises what was caught last",
    before="try:\n    f()\nexcept E as e:\n    try:\n        g()\n    except F as x:\n"
    "        pass\n    raise\nn = 1L\n",
    after="try:\n    f()\nexcept E as e:\n    active = e\n    try:\n        g()\n    except F as x:\n"
    "        active = x\n        pass\n    raise active\nn = 1\n",
    caveats="What functions called there had caught, Python 2 forgot as they returned.",
    triggers=("raise",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Raise,),
    visit=visit,
)
