"""print math.floor(x) → print(float(math.floor(x))): floor and ceil gave floats, which showed their .0."""

from __future__ import annotations

import ast
from itertools import chain

from migration.analysis.names import stdlib_name
from migration.analysis.strings.shown import handed_to_output, put_plainly, spelled
from migration.analysis.values import assigned
from migration.rule import Findings, Rule
from migration.view.module import Module

_FLOATS = frozenset(["math.floor", "math.ceil"])


def visit(node: ast.BinOp | ast.Call, module: Module) -> Findings:
    """Make a float of it where it is spelled out; elsewhere an integer does the same."""
    shown = put_plainly(node, module)
    if isinstance(node, ast.Call):
        shown = chain(shown, spelled(node, module), handed_to_output(node, module))
        for value in _represented(node, module):
            if _is_floor(value, module):
                yield module.replace(value, "float(", *module.sub(value), ")")
    for value in shown:
        if _is_floor(value, module):
            whole = node if module.is_builtin(getattr(node, "func", node), "str") else value
            yield module.replace(whole, "format(float(", *module.sub(value), '), ".12")')


def _represented(node: ast.Call, module: Module) -> list[ast.expr]:
    return node.args[:1] if module.is_builtin(node.func, "repr") else []


def _is_floor(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the result of floor or ceil, in place or under the one name it was given."""
    if isinstance(node, ast.Name):
        value = assigned(node, module)
        return isinstance(value, ast.Call) and _is_floor(value, module)
    return isinstance(node, ast.Call) and stdlib_name(node.func, module) in _FLOATS


RULE = Rule(
    id="floor_text",
    family="P7",
    summary="floor and ceil are shown as the floats they were",
    before="import math\nprint math.floor(x)\n",
    after='import math\nprint(format(float(math.floor(x)), ".12"))\n',
    caveats="Only where the result is spelled out, in place or by one name.",
    triggers=("floor", "ceil"),
    needs_python2=True,
    order=60,
    nodes=(ast.BinOp, ast.Call),
    visit=visit,
)
