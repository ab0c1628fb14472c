"""__nonzero__ → __bool__, which has to return a bool."""

from __future__ import annotations

import ast

from migration.rule import Findings, Rule
from migration.rules.classes._dunder import renamed, set_by_name
from migration.trees.bodies import own_nodes
from migration.view.module import Module

_TABLE = {"__nonzero__": "__bool__"}


def visit(node: ast.FunctionDef | ast.Name | ast.Attribute | ast.Call, module: Module) -> Findings:
    """Rename definition, alias and use; make what is returned a bool."""
    if isinstance(node, ast.Call):
        given = set_by_name(node, _TABLE, module)
        if given is not None:
            yield module.edit(given, evidence=False, needs_python2=True)
        return
    part = renamed(node, _TABLE, module)
    if part is None:
        return
    parts = [part]
    if isinstance(node, ast.FunctionDef):
        for inner in own_nodes(node.body):
            if (
                isinstance(inner, ast.Return)
                and inner.value is not None
                and not _is_bool(inner.value, module)
            ):
                span = module.span(inner.value)
                parts.append(module.part(span, "bool(", span, ")"))
    yield module.edit(*parts)


def _is_bool(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool)
    if isinstance(node, ast.Compare):
        simple = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
        return all(isinstance(o, simple) for o in node.ops) or module.type_of(node.left) != frozenset()
    return module.type_of(node) == {"bool"} or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


RULE = Rule(
    id="nonzero_method",
    family="P14",
    summary="__nonzero__ is __bool__ and returns a bool",
    before="class C:\n    def __nonzero__(self): return len(self.x)\n",
    after="class C:\n    def __bool__(self): return bool(len(self.x))\n",
    caveats="A class that defines __bool__ too is left alone.",
    triggers=("__nonzero__",),
    evidence=True,
    unread=True,
    in_both=True,
    nodes=(ast.FunctionDef, ast.Name, ast.Attribute, ast.Call),
    names=frozenset([*_TABLE, "setattr"]),
    visit=visit,
)
