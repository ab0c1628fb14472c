"""exec(open(p)) → exec(open(p).read()): the statement took a file, the function takes what is in it."""

from __future__ import annotations

import ast

from migration.analysis.made import OPENERS, made_by
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Call, module: Module) -> Findings:
    """Read it."""
    if not node.args or not module.is_builtin(node.func, "exec"):
        return
    if made_by(node.args[0], module, OPENERS) is not None:
        yield module.replace(node.args[0], *module.atom(node.args[0]), ".read()")


RULE = Rule(
    id="exec_files",
    family="P4",
    summary="exec() takes code, no file",
    before="exec open(p) in d\n",
    after="exec(open(p).read(), d)\n",
    caveats="Only a file that is opened in the same file of code.",
    triggers=("exec",),
    evidence=True,
    nodes=(ast.Call,),
    names=frozenset(["exec"]),
    visit=visit,
)
