"""What goes of a question for two types that are one now: `isinstance(x, (str, unicode, list))`."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_isinstance_argument, type_asked
from migration.source.edits import Part, Span
from migration.view.module import Module


def needless(node: ast.Name, other: str, module: Module) -> list[Part]:
    """The parts of an edit that leaves a type out where the builtin that it is now is asked for beside it."""
    display = module.parent(node)
    if isinstance(display, (ast.Tuple, ast.List, ast.Set)):
        looked_in = _is_looked_in(display, module)
        asks = looked_in or is_isinstance_argument(node, module)
        if not asks or not any(module.is_builtin(e, other) for e in display.elts):
            return []
        if not isinstance(display, ast.Tuple) or len(display.elts) > 2:
            return [module.part(_with_separator(node, display.elts, module))]
        return _of_two(node, display, module) if looked_in else []
    both = module.parent(display)
    asked = type_asked(display, module) if isinstance(display, ast.Call) else None
    if (
        asked is None
        or asked[1] is not node
        or not isinstance(both, ast.BoolOp)
        or not isinstance(both.op, ast.Or)
    ):
        return []
    if module.facts.index.octets or not isinstance(asked[0], (ast.Name, ast.Attribute)):
        return []
    same = ast.dump(asked[0])
    others = [type_asked(value, module) for value in both.values]
    found = (o for o in others if o is not None and ast.dump(o[0]) == same and module.is_builtin(o[1], other))
    assert isinstance(display, ast.expr)
    return [module.part(_with_separator(display, both.values, module))] if any(found) else []


def _is_looked_in(display: ast.expr, module: Module) -> bool:
    """Whether it is `x in display`."""
    test = module.parent(display)
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.ops[-1], (ast.In, ast.NotIn))
        and test.comparators[-1] is display
    )


def _of_two(node: ast.Name, display: ast.Tuple, module: Module) -> list[Part]:
    """What leaves the other of two in a tuple."""
    first, second = map(module.outer_span, display.elts)
    if node is display.elts[1]:
        return [module.part(Span(first.end, second.end), ",")]
    return [module.part(Span(first.start, second.start)), module.part(Span(second.end, second.end), ",")]


def _with_separator(one: ast.expr, among: list[ast.expr], module: Module) -> Span:
    """One of several with what stands before it, or behind the first."""
    place = among.index(one)
    if place:
        return Span(module.outer_span(among[place - 1]).end, module.outer_span(one).end)
    return Span(module.outer_span(one).start, module.outer_span(among[1]).start)
