"""StandardError → Exception."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Rename the builtin; as a base class or where it is raised the new name means the same."""
    if not isinstance(node.ctx, ast.Load):
        return
    if module.qualified_name(node) in ("builtins.StandardError", "exceptions.StandardError"):
        parent = module.parent(node)
        catches = (
            isinstance(parent, (ast.ExceptHandler, ast.Tuple, ast.Call))
            and getattr(parent, "func", None) != node
        )
        yield module.replace(node, "Exception", exactness=Exactness.SEMANTIC if catches else Exactness.EXACT)


RULE = Rule(
    id="standard_error",
    family="P2",
    summary="StandardError is Exception",
    before="class E(StandardError): pass\n",
    after="class E(Exception): pass\n",
    caveats="`except Exception` also catches StopIteration and warnings, which StandardError did not.",
    triggers=("StandardError",),
    evidence=True,
    nodes=(ast.Name, ast.Attribute),
    names=frozenset(["StandardError"]),
    visit=visit,
)
