"""TemporaryFile('w+b', -1, '.txt') → TemporaryFile('w+b', -1, suffix='.txt'): others stand in between now."""

from __future__ import annotations

import ast
from typing import TypeGuard

from environment.traces import Exactness
from migration.analysis.arguments import argument
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Part, Span
from migration.view.module import Module

_FILE = ("mode", "bufsize", "suffix", "prefix", "dir", "delete")
#: What Python 2's functions take, in their order.
_ORDERS = {
    "tempfile.TemporaryFile": _FILE[:-1],
    "tempfile.NamedTemporaryFile": _FILE,
    "tempfile.SpooledTemporaryFile": ("max_size", *_FILE[:-1]),
}


def visit(node: ast.Call, module: Module) -> Findings:
    """Name what comes behind the size of the buffer, which has another name itself."""
    order = _ORDERS.get(stdlib_name(node.func, module) or "")
    if order is None:
        return
    for keyword in node.keywords:
        if keyword.arg == "bufsize":
            start = module.start(keyword)
            yield module.edit(Part(Span(start, start + len("bufsize")), ("buffering",)), evidence=True)
    if len(node.args) > len(order) or any(isinstance(a, ast.Starred) for a in node.args):
        return
    behind = order.index("suffix")
    parts = [module.part(a, f"{n}=", *module.sub(a)) for a, n in zip(node.args, order, strict=False)][behind:]
    size = argument(node, order.index("bufsize"), "bufsize")
    mode = argument(node, order.index("mode"), "mode")
    if _is_zero(size) and isinstance(mode, ast.Constant) and "b" not in str(mode.value):
        yield module.replace(size, "1", exactness=Exactness.SEMANTIC, evidence=True)  # text by lines at least
    if parts:
        yield module.edit(*parts, needs_python2=True)


def _is_zero(node: ast.expr | None) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and node.value == 0 and type(node.value) is int


RULE = Rule(
    id="tempfile_arguments",
    family="P11",
    summary="temporary files take an encoding before the suffix, and call bufsize buffering",
    before="from tempfile import TemporaryFile\nprint TemporaryFile('w+b', -1, '.txt')\n",
    after="from tempfile import TemporaryFile\nprint(TemporaryFile('w+b', -1, suffix='.txt'))\n",
    triggers=("TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile"),
    nodes=(ast.Call,),
    names=last_names(*_ORDERS),
    visit=visit,
)
