"""e[0] → e.args[0] and `a, b = e` → `a, b = e.args`, for the name of a caught exception."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._exceptions import asserted, caught_names, defines, nearest_handler


def visit(node: ast.Subscript | ast.Assign, module: Module) -> Findings:
    """Go through `args`, unless a class of this file can be indexed itself."""
    value = node.value
    if isinstance(node, ast.Assign) and not all(isinstance(t, (ast.Tuple, ast.List)) for t in node.targets):
        return
    if isinstance(value, ast.Attribute) and asserted(value, module):
        yield module.wrap(value, "", ".args", needs_python2=True)
        return
    if not isinstance(value, ast.Name) or value.id not in caught_names(module):
        return
    handler = nearest_handler(value, module)
    if handler is not None and not defines(handler, module, "__getitem__", "__iter__", "__getslice__"):
        yield module.replace(value, f"{value.id}.args")


RULE = Rule(
    id="exception_index",
    family="P2",
    summary="exceptions can't be indexed or unpacked; their args can",
    before="try:\n    f()\nexcept IOError as e:\n    n = e[0]\n    n, m = e\n",
    after="try:\n    f()\nexcept IOError as e:\n    n = e.args[0]\n    n, m = e.args\n",
    caveats="Only the exception's own name inside its handler is followed.",
    triggers=("except", "exception"),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    alone=True,
    nodes=(ast.Subscript, ast.Assign),
    visit=visit,
)
