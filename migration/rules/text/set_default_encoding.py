"""reload(sys); sys.setdefaultencoding('utf-8') goes: text needs no default."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import is_old_builtin
from migration.analysis.names import stdlib_name
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Expr, module: Module) -> Findings:
    """Delete the call, and the reload that made it possible."""
    call = node.value
    if not isinstance(call, ast.Call):
        return
    setter = stdlib_name(call.func, module) == "sys.setdefaultencoding"
    reload = (
        is_old_builtin(call.func, module, "reload")
        and len(call.args) == 1
        and module.qualified_name(call.args[0]) == "sys"
    )
    if setter or (reload and "setdefaultencoding" in module.text):
        yield module.delete_statement(node)


RULE = Rule(
    id="set_default_encoding",
    family="P8",
    summary="there is no default encoding to set",
    before="import sys\nreload(sys)\nsys.setdefaultencoding('utf-8')\n",
    after="import sys\n",
    triggers=("setdefaultencoding",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=40,
    nodes=(ast.Expr,),
    visit=visit,
)
