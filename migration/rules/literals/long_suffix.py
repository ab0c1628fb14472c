"""hex(n)[2:-1] → hex(n)[2:]: a long was spelled with an L at its end, which went with the last character."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.values import written_out
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_SPELLERS = ("hex", "oct")


def visit(node: ast.Subscript, module: Module) -> Findings:
    """Keep the last character, which is a digit now."""
    cut = node.slice
    if not isinstance(cut, ast.Slice) or cut.step is not None or not _is_one_from_the_end(cut.upper):
        return
    value = written_out(node.value, module)
    if not (
        isinstance(value, ast.Call) and len(value.args) == 1 and module.is_builtin(value.func, *_SPELLERS)
    ):
        return
    if isinstance(node.value, ast.Name) and _asks_for_it(node, module):
        return
    if cut.lower is None:
        yield module.replace(node, module.span(node.value))
        return
    assert cut.upper is not None
    yield module.replace_span(Span(module.span(cut.upper).start, module.span(cut.upper).end), "")


def _is_one_from_the_end(node: ast.expr | None) -> bool:
    return (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
        and node.operand.value == 1
    )


def _asks_for_it(node: ast.expr, module: Module) -> bool:
    """Whether the function around looks for an L, so that nothing else is cut."""
    around = module.function(node) or module.tree
    return any(isinstance(n, ast.Constant) and n.value in ("L", "l") for n in ast.walk(around))


RULE = Rule(
    id="long_suffix",
    family="P3",
    summary="the L at the end of a long, cut off, is no more",
    before="def f(n):\n    return hex(n)[2:-1]\nprint f(1L)\n",
    after="def f(n):\n    return hex(n)[2:]\nprint(f(1))\n",
    caveats="That the number was a long is taken from its being cut.",
    triggers=("hex", "oct"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Subscript,),
    visit=visit,
)
