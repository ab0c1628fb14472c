"""sys.exitfunc = f → atexit.register(f)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_none
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Assign, module: Module) -> Findings:
    """Register what was to run at the end."""
    if not _sets(node, module) or is_none(node.value):
        return
    if sum(_sets(other, module) for other in module.nodes_of(ast.Assign)) > 1:
        yield module.open(node, "sys.exitfunc is not asked any more; of several functions the last one ran")
        return
    yield module.replace(node, module.use("atexit.register", at=node), "(", *module.sub(node.value), ")")


def _sets(node: ast.AST, module: Module) -> bool:
    return isinstance(node, ast.Assign) and [stdlib_name(t, module) for t in node.targets] == ["sys.exitfunc"]


RULE = Rule(
    id="exit_function",
    family="P19",
    summary="what runs at the end is registered by atexit",
    before="import sys\nsys.exitfunc = f\n",
    after="import atexit\nimport sys\natexit.register(f)\n",
    caveats="What was registered before runs as well.",
    triggers=("exitfunc",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    nodes=(ast.Assign,),
    visit=visit,
)
