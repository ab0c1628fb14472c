"""def makefile(self, mode, bufsize) → bufsize=None: Python 3's library asks a socket for a file by its mode alone."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.FunctionDef, module: Module) -> Findings:
    """Give both parameters a default, as those of the library's own sockets have one."""
    arguments = node.args
    if node.name != "makefile" or not isinstance(module.parent(node), ast.ClassDef):
        return
    if len(arguments.args) != 3 or arguments.vararg or arguments.posonlyargs:
        return
    for parameter, default in ((arguments.args[1], '="r"'), (arguments.args[2], "=None"))[
        : 2 - len(arguments.defaults)
    ]:
        yield module.insert(module.span(parameter).end, default)


RULE = Rule(
    id="makefile_buffering",
    family="P11",
    summary="what stands for a socket gives a file without being told how to buffer it",
    before="class S:\n    def makefile(self, mode, bufsize): return 1L\n",
    after='class S:\n    def makefile(self, mode="r", bufsize=None): return 1\n',
    caveats="A class that does something with the number that it was given gets None.",
    triggers=("makefile",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.FunctionDef,),
    visit=visit,
)
