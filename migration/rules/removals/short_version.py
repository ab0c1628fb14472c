"""sys.version[:3] → '{}.{}'.format(*sys.version_info): the version has more than three characters since 3.10."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Subscript, module: Module) -> Findings:
    """Spell both numbers, unless they are compared, or read as one: then they tell versions apart as before."""
    if stdlib_name(node.value, module) != "sys.version" or not isinstance(node.slice, ast.Slice):
        return
    lower, upper, step = node.slice.lower, node.slice.upper, node.slice.step
    outer = module.parent(node)
    if lower is not None or step is not None or not isinstance(upper, ast.Constant) or upper.value != 3:
        return
    if isinstance(outer, ast.Compare) or (
        isinstance(outer, ast.Call) and module.is_builtin(outer.func, "float")
    ):
        return
    version = module.use("sys.version_info", at=node)
    yield module.replace(node, "'{}.{}'.format(*", version, ")")


RULE = Rule(
    id="short_version",
    family="P19",
    summary="a version is two numbers, not three characters",
    before="import sys\nfolder = 'python' + sys.version[:3]\n",
    after="import sys\nfolder = 'python' + '{}.{}'.format(*sys.version_info)\n",
    caveats="Where it is compared or made a number it stays.",
    triggers=("version",),
    exactness=Exactness.EXACT,
    nodes=(ast.Subscript,),
    visit=visit,
)
