"""What goes of a question for two types that are one now: `isinstance(x, (str, unicode, list))`."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_isinstance_argument, type_asked, typed
from migration.source.edits import Span
from migration.view.module import Module


def needless(node: ast.Name, other: str, module: Module) -> Span | None:
    """What `node` stands in that asks nothing more once it is the builtin `other`, which is asked for beside it."""
    display = module.parent(node)
    if isinstance(display, (ast.Tuple, ast.List, ast.Set)):
        asks = is_isinstance_argument(node, module) or _is_looked_in(display, module)
        several = len(display.elts) > (2 if isinstance(display, ast.Tuple) else 1)
        if asks and several and any(module.is_builtin(e, other) for e in display.elts):
            return _with_separator(node, display.elts, module)
        return None
    both = module.parent(display)
    asked = type_asked(display, module) if isinstance(display, ast.Call) else None
    if (
        asked is None
        or asked[1] is not node
        or not isinstance(both, ast.BoolOp)
        or not isinstance(both.op, ast.Or)
    ):
        return None
    if module.facts.index.octets or not isinstance(asked[0], (ast.Name, ast.Attribute)):
        return None
    same = ast.dump(asked[0])
    others = [type_asked(value, module) for value in both.values]
    found = (o for o in others if o is not None and ast.dump(o[0]) == same and module.is_builtin(o[1], other))
    assert isinstance(display, ast.expr)
    return _with_separator(display, both.values, module) if any(found) else None


def _is_looked_in(display: ast.expr, module: Module) -> bool:
    """Whether it is `type(x) in display`."""
    test = module.parent(display)
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return False
    return isinstance(test.ops[0], (ast.In, ast.NotIn)) and typed(test.left, module) is not None


def _with_separator(one: ast.expr, among: list[ast.expr], module: Module) -> Span:
    """One of several with what stands before it, or behind the first."""
    place = among.index(one)
    if place:
        return Span(module.outer_span(among[place - 1]).end, module.outer_span(one).end)
    return Span(module.outer_span(one).start, module.outer_span(among[1]).start)
