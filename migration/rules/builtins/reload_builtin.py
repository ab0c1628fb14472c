"""reload → importlib.reload."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_old_builtin
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Name, module: Module) -> Findings:
    """Take the function from importlib; what `set_default_encoding` deletes is left to it."""
    if node.id == "reload" and is_old_builtin(node, module, "reload"):
        call = module.parent(node)
        deleted = isinstance(call, ast.Call) and call.args and module.qualified_name(call.args[0]) == "sys"
        if deleted and "setdefaultencoding" in module.text:
            return
        yield module.replace(node, module.use("importlib.reload", at=node))


RULE = Rule(
    id="reload_builtin",
    family="P12",
    summary="reload lives in importlib",
    before="reload(a)\n",
    after="import importlib\nimportlib.reload(a)\n",
    triggers=("reload",),
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["reload"]),
    visit=visit,
)
