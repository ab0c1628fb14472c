"""view[i] → chr(view[i]): where octets are held as text, an item of a memoryview is a character of that."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import made_by
from migration.rule import Findings, Rule
from migration.view.module import Module

_MAKERS = frozenset(["builtins.memoryview"])
#: What takes such a number as it is.
_NUMBERS = ("bin", "chr", "hex", "int", "unichr")


def visit(node: ast.Subscript, module: Module) -> Findings:
    """Make a character of the number, or take the number where the character's was asked for."""
    if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, (ast.Slice, ast.Tuple)):
        return
    made = made_by(node.value, module, _MAKERS)
    if made is None or len(made.args) != 1:
        return
    around = module.parent(node)
    if isinstance(around, ast.Call) and around.args == [node]:
        if module.is_builtin(around.func, "ord"):
            # By its name, so that who looks again sees that a number is meant.
            yield module.replace(around.func, "int")
            return
        if module.is_builtin(around.func, *_NUMBERS):
            return
    if not _is_compared_with_number(around):
        yield module.wrap(node, "chr(")


def _is_compared_with_number(around: ast.AST | None) -> bool:
    sides = [around.left, *around.comparators] if isinstance(around, ast.Compare) else []
    return any(isinstance(s, ast.Constant) and isinstance(s.value, (bytes, int)) for s in sides)


RULE = Rule(
    id="view_items",
    family="P9",
    summary="an item of a memoryview is a character where octets are held as text",
    before="m = memoryview(data)\nx = m[1]\n",
    after="m = memoryview(data)\nx = m[1]\n",
    caveats="Only in repositories whose strings are octets, and of a view that one variable holds.",
    triggers=("memoryview",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=40,
    nodes=(ast.Subscript,),
    when=lambda module: module.facts.index.octets,
    visit=visit,
)
