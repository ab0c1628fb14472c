"""{int: f, long: g} → {int: f}: where two kinds of Python 2 are one now, the entry of the usual one stays."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule

#: The kind that is gone → the kind that stands for it.
_TWINS = {
    "long": "int",
    "unicode": "str",
}
_NAMES = {
    **{name: name for pair in _TWINS.items() for name in pair},
    "types.IntType": "int",
    "types.LongType": "long",
    "types.StringType": "str",
    "types.UnicodeType": "unicode",
}


def visit(node: ast.Dict, module: Module) -> Findings:
    """Drop the entries of kinds that are gone: of two entries with one key the last would count."""
    kinds = [_kind(key, module) for key in node.keys]
    for place, kind in enumerate(kinds):
        if kind in _TWINS and _TWINS[kind] in kinds:
            yield module.edit(module.part(_item(place, node, module)))


def _kind(key: ast.expr | None, module: Module) -> str | None:
    if key is None:
        return None
    name = module.qualified_name(key) or ""
    return _NAMES.get(name.removeprefix("builtins."))


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
    triggers=("long", "unicode", "LongType", "UnicodeType"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=5,
    nodes=(ast.Dict,),
    visit=visit,
)
