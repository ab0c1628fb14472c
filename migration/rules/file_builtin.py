"""file(p) → open(p); isinstance(f, file) → isinstance(f, io.IOBase)."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import is_old_builtin, spell_builtin


def visit(node: ast.Name, module: Module) -> Findings:
    """Open where the type is called; where it is tested, ask for the base of all files."""
    if node.id != "file" or not is_old_builtin(node, module, "file"):
        return
    parent = module.parent(node)
    if isinstance(parent, ast.Call) and parent.func is node:
        yield module.replace(node, spell_builtin("open", node, module))
    elif isinstance(parent, ast.ClassDef):
        yield module.open(node, "the type file is gone; derive from a class of io")
    elif isinstance(parent, ast.Attribute):
        yield module.open(node, "the type file is gone; its methods are those of the classes in io")
    else:
        yield module.replace(node, module.use("io.IOBase", at=node), exactness=Exactness.SEMANTIC)


RULE = Rule(
    id="file_builtin",
    family="P12",
    summary="the type file is gone",
    before="a = file(p).read()\n",
    after="a = open(p).read()\n",
    caveats="Not every file-like object derives from io.IOBase.",
    triggers=("file",),
    evidence=True,
    nodes=(ast.Name,),
    names=frozenset(["file"]),
    visit=visit,
)
