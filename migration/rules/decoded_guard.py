"""if isinstance(x, str): x = x.decode(…) → isinstance(x, (bytes, str)): either was str."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.module import Module
from migration.rule import Exactness, Findings, Rule


def visit(node: ast.Call, module: Module) -> Findings:
    """Let bytes through to where they are decoded; text that gets there stays as it is."""
    if not module.is_builtin(node.func, "isinstance") or len(node.args) != 2 or node.keywords:
        return
    value, kind = node.args
    if not module.is_builtin(kind, "str") or not _is_path(value):
        return
    asked = ast.dump(value)
    if any(_decodes(inner, asked, module) for part in _guarded(node, module) for inner in ast.walk(part)):
        yield module.replace(kind, "(bytes, str)")


def _is_path(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _guarded(test: ast.expr, module: Module) -> Iterator[ast.AST]:
    """What happens only where `test` holds."""
    parent = module.parent(test)
    while isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.And):
        yield from parent.values[parent.values.index(test) + 1 :]
        test, parent = parent, module.parent(parent)
    if isinstance(parent, ast.IfExp) and parent.test is test:
        yield parent.body
    elif isinstance(parent, ast.If) and parent.test is test:
        yield from parent.body


def _decodes(node: ast.AST, asked: str, module: Module) -> bool:
    """Whether `node` makes text of the value, by a codec: `x.decode(…)` or `unicode(x, …)`."""
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    if isinstance(function, ast.Attribute) and function.attr == "decode":
        return ast.dump(function.value) == asked
    several = len(node.args) + len(node.keywords) > 1
    return (
        several
        and bool(node.args)
        and module.is_builtin(function, "unicode")
        and ast.dump(node.args[0]) == asked
    )


RULE = Rule(
    id="decoded_guard",
    family="P8",
    summary="what is asked for str before it is decoded may be bytes",
    before="n = 1L\nif isinstance(a, str):\n    a = a.decode(b)\n",
    after="n = 1\nif isinstance(a, (bytes, str)):\n    a = a.decode(b)\n",
    caveats="Only where the guarded code itself decodes the value.",
    triggers=("isinstance",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["isinstance"]),
    visit=visit,
)
