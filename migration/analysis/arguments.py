"""Arguments of calls: by place or name, and taken out with their commas."""

from __future__ import annotations

import ast
from collections.abc import Collection

from migration.source.edits import Part, Span
from migration.view.module import Module


def argument(call: ast.Call, place: int, name: str) -> ast.expr | None:
    """What a call gives a parameter, by its place or by its name."""
    if len(call.args) > place:
        return call.args[place]
    return next((k.value for k in call.keywords if k.arg == name), None)


def without(gone: Collection[ast.expr | ast.keyword], call: ast.Call, module: Module) -> list[Part]:
    """The parts that remove arguments of a call, each run of them with the comma before it, or else behind it."""
    given = [*call.args, *call.keywords]
    spans = [*map(module.outer_span, call.args), *map(module.span, call.keywords)]
    order = sorted(range(len(given)), key=lambda i: spans[i].start)
    given, spans = [given[i] for i in order], [spans[i] for i in order]
    parts, first = [], 0
    while first < len(given):
        last = first
        while last < len(given) and given[last] in gone:
            last += 1
        if last > first:
            start = spans[first - 1].end if first else spans[first].start
            end = spans[last].start if not first and last < len(given) else spans[last - 1].end
            parts.append(Part(Span(start, end), ()))
        first = last + 1
    return parts
