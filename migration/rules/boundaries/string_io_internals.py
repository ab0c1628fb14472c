"""class F(StringIO): self.buflist.append(s) → super().write(s): io.StringIO has no list of its pieces."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module

_BASES = frozenset(["StringIO.StringIO", "io.StringIO", "io.BytesIO"])
_PLACES = frozenset(["len", "pos"])


def visit(node: ast.Expr | ast.Assign, module: Module) -> Findings:
    """Add a piece as the class it is made of does, which counts by itself."""
    if isinstance(node, ast.Assign):
        if all(_is_own(target, _PLACES, module) for target in node.targets) and _adds_pieces(node, module):
            yield module.delete_statement(node)
        return
    call = node.value
    if _is_addition(call, module) and isinstance(call, ast.Call):
        yield module.replace(call.func, "super().write")


def _is_addition(call: ast.expr, module: Module) -> bool:
    """Whether `call` is self.buflist.append(…)."""
    function = call.func if isinstance(call, ast.Call) and len(call.args) == 1 else None
    if not isinstance(function, ast.Attribute) or function.attr != "append":
        return False
    return _is_own(function.value, frozenset(["buflist"]), module)


def _is_own(node: ast.expr, names: frozenset[str], module: Module) -> bool:
    """Whether `node` is one of the attributes of a method's object, whose class is made of StringIO alone."""
    if not (isinstance(node, ast.Attribute) and node.attr in names and isinstance(node.value, ast.Name)):
        return False
    owner = class_of(node.value, module)
    return owner is not None and len(owner.bases) == 1 and stdlib_name(owner.bases[0], module) in _BASES


def _adds_pieces(node: ast.stmt, module: Module) -> bool:
    """Whether the block of a statement adds a piece before it."""
    return any(isinstance(s, ast.Expr) and _is_addition(s.value, module) for s in module.block(node))


RULE = Rule(
    id="string_io_internals",
    family="P9",
    summary="a class made of StringIO adds pieces by write(): there is no list of them",
    before="from StringIO import StringIO\nclass F(StringIO):\n    def write(self, s):\n"
    "        self.buflist.append(s)\n        self.len = self.pos = self.pos + len(s)\n",
    after="from io import StringIO\nclass F(StringIO):\n    def write(self, s):\n        super().write(s)\n",
    caveats="Only in the methods of such a class.",
    triggers=("buflist",),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Expr, ast.Assign),
    visit=visit,
)
