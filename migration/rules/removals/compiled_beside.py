"""py_compile.compile(p) → py_compile.compile(p, p + "c"): compiled code stood beside its source."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

#: Functions that compile all that is in folders.
_ALL = frozenset(["compileall.compile_dir", "compileall.compile_path"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Say where, as Python 3 puts it into a folder of its own unasked."""
    name = stdlib_name(node.func, module)
    if any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords):
        return
    if name in _ALL and not any(k.arg == "legacy" for k in node.keywords) and node.args:
        yield module.edit(module.added(node, "legacy=True"))
    elif (
        name == "py_compile.compile" and len(node.args) == 1 and not node.keywords and _is_plain(node.args[0])
    ):
        source = module.source(module.span(node.args[0]))
        yield module.edit(module.added(node, f'{source} + "c"'))


def _is_plain(node: ast.expr) -> bool:
    """Whether reading `node` twice runs nothing twice: names, attributes, constants and sums of them."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.Add) and _is_plain(node.left) and _is_plain(node.right)
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, (ast.Constant, ast.Name))


RULE = Rule(
    id="compiled_beside",
    family="P19",
    summary="compiled code is written beside its source where a program counts on that",
    before="import py_compile\npy_compile.compile(path)\nn = 1L\n",
    after='import py_compile\npy_compile.compile(path, path + "c")\nn = 1\n',
    caveats="Only of what can be named twice.",
    triggers=("py_compile", "compileall"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    visit=visit,
)
