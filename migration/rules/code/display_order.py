"""{a.pop(): b.pop()} → dict([reversed([b.pop(), a.pop()])]): Python 2 came to the value of a pair before the key."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

#: Methods that give something else each time, and take it from what they give it from.
_TAKING = frozenset(["get_nowait", "next", "pop", "popitem", "popleft", "read", "readline", "recv"])


def visit(node: ast.Dict, module: Module) -> Findings:
    """Make the dictionary of pairs that are put together from behind."""
    if not any(k is not None and _takes(k, module) and _takes(v, module) for k, v in _pairs(node)):
        return
    if any(key is None for key in node.keys):
        return
    made: list[Piece] = [spell_builtin("dict", node, module), "(["]
    turned = spell_builtin("reversed", node, module)
    for number, (key, value) in enumerate(_pairs(node)):
        assert key is not None
        made += [", " if number else "", f"{turned}([", *module.sub(value), ", ", *module.sub(key), "])"]
    yield module.replace(node, *made, "])", needs_python2=True)


def _pairs(node: ast.Dict) -> list[tuple[ast.expr | None, ast.expr]]:
    return list(zip(node.keys, node.values, strict=True))


def _takes(node: ast.expr, module: Module) -> bool:
    """Whether it matters when `node` is come to: something is taken from a list, an iterator, a file, or asked for."""
    return any(
        isinstance(n, ast.Call)
        and (
            (isinstance(n.func, ast.Attribute) and n.func.attr in _TAKING)
            or module.is_builtin(n.func, "next", "raw_input", "input")
        )
        for n in ast.walk(node)
    )


RULE = Rule(
    id="display_order",
    family="P4",
    summary="the value of a pair in a display is come to before its key",
    before="d = {path.pop(): path.pop()}\nn = 1L\n",
    after="d = dict([reversed([path.pop(), path.pop()])])\nn = 1\n",
    caveats="Where both take something from a list, an iterator or a file; other calls are taken not to mind.",
    triggers=(*sorted(_TAKING - {"get_nowait"}), "raw_input", "input"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Dict,),
    visit=visit,
)
