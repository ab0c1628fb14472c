"""{int: f, long: g} → {int: f}: where two kinds of numbers are one now, the entry of the usual one stays."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule

#: Numbers by what they are called as keys.
_NAMES = {"builtins.int": "int", "builtins.long": "long", "types.IntType": "int", "types.LongType": "long"}


def visit(node: ast.Dict, module: Module) -> Findings:
    """Drop the entry of `long`: of two entries with one key the last would count. Of `str` and `unicode` either may be
    meant for text.
    """
    kinds = [_NAMES.get(module.qualified_name(key) or "") if key is not None else None for key in node.keys]
    for place, kind in enumerate(kinds):
        if kind == "long" and "int" in kinds:
            yield module.edit(module.part(_item(place, node, module)))


def _item(place: int, node: ast.Dict, module: Module) -> Span:
    """One entry with the comma before it, or behind the first."""
    if place:
        return Span(module.outer_span(node.values[place - 1]).end, module.outer_span(node.values[place]).end)
    first, second = (module.outer_span(key).start for key in node.keys[:2] if key is not None)
    return Span(first, second)


RULE = Rule(
    id="type_tables",
    family="P8",
    summary="tables by type have one entry for what is one type now",
    before="a = {int: f, long: g, str: h}\n",
    after="a = {int: f, str: h}\n",
    caveats="What was done for a number beyond the machine's is done as for the others.",
    triggers=("long", "LongType"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=5,
    nodes=(ast.Dict,),
    visit=visit,
)
