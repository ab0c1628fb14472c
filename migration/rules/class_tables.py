"""[(types.ClassType, f), (types.TypeType, g)] → [(type, g)]: all classes are of the second kind now."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import in_repository, stdlib_name

_CLASSIC = "types.ClassType"
_KINDS = frozenset(["types.TypeType", "builtins.type"])
#: A class that is none of the classic ones: where a program has only those, their entry is the one that it uses.
_NEW = re.compile(r"^[ \t]*class[ \t]+\w+[ \t]*\([^)\n]*\bobject\b", re.MULTILINE)


def visit(node: ast.Dict | ast.List | ast.Tuple, module: Module) -> Findings:
    """Drop the entry of classic classes, which would go before the other, or hide it."""
    if isinstance(node, ast.Dict):
        rows = [[key, value] for key, value in zip(node.keys, node.values, strict=True) if key is not None]
        if len(rows) < len(node.keys):
            return
    else:
        rows = [list(e.elts) for e in node.elts if isinstance(e, (ast.Tuple, ast.List))]
        if len(rows) < len(node.elts) or len({len(row) for row in rows}) != 1:
            return
    for place in range(min(map(len, rows), default=0) if not isinstance(node, ast.Dict) else 1):
        kinds = [_name(row[place], module) for row in rows]
        if kinds.count(_CLASSIC) != 1 or _KINDS.isdisjoint(kinds):
            continue
        classic = kinds.index(_CLASSIC)
        usual = next(rows[i] for i, kind in enumerate(kinds) if kind in _KINDS)
        if _rest(rows[classic], place) == _rest(usual, place) or not in_repository(_NEW, module):
            return
        spans = _spans(node, module)
        gone = _entry(classic, spans)
        if "#" not in module.source(gone):
            behind = module.text[spans[-1].end : module.span(node).end]
            alone = isinstance(node, ast.Tuple) and len(spans) == 2 and "," not in behind
            end = Span(spans[1].end, spans[1].end)
            # A tuple of one has a comma.
            comma = [module.part(end, ",")] if alone and not classic else []
            yield module.edit(module.part(gone, *("," * (alone and classic))), *comma)
        return


def _name(node: ast.expr, module: Module) -> str:
    """The dotted name of a type; '' for all else."""
    if module.is_builtin(node, "type"):
        return "builtins.type"
    named = stdlib_name(node, module) if isinstance(node, (ast.Name, ast.Attribute)) else None
    return named or ""


def _rest(row: list[ast.expr], place: int) -> list[str]:
    return [ast.dump(one) for i, one in enumerate(row) if i != place]


def _spans(node: ast.Dict | ast.List | ast.Tuple, module: Module) -> list[Span]:
    """Where each entry stands."""
    if isinstance(node, ast.Dict):
        keys = [module.outer_span(key) for key in node.keys if key is not None]
        ends = [module.outer_span(value).end for value in node.values]
        return [Span(key.start, end) for key, end in zip(keys, ends, strict=True)]
    return [module.outer_span(e) for e in node.elts]


def _entry(place: int, spans: list[Span]) -> Span:
    """An entry up to the next one, or from the end of the one before it."""
    if place + 1 < len(spans):
        return Span(spans[place].start, spans[place + 1].start)
    return Span(spans[place - 1].end, spans[place].end)


RULE = Rule(
    id="class_tables",
    family="P15",
    summary="tables by type have one entry for classes, none of which is a classic one",
    before="import types\nclass A(object): pass\na = {types.ClassType: 'old', types.TypeType: 'new'}\n",
    after="import types\nclass A(object): pass\na = {type: 'new'}\n",
    caveats="Where a program has no class that derives from object, both entries stay, and are one.",
    triggers=("ClassType",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=5,
    nodes=(ast.Dict, ast.List, ast.Tuple),
    visit=visit,
)
