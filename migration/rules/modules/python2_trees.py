"""import ast → a stand-in that gives the trees of Python 2, in a program that goes through trees of that shape."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.names import alias_text, is_local
from migration.analysis.old_trees import STAND_IN, are_of_python2
from migration.rewriting.imports import module_span, replace_import
from migration.rule import Findings, Rule
from migration.source.edits import Needs
from migration.view.module import Module

_MODULES = frozenset(["_ast", "ast"])
#: What is compiled that may be a tree, and flags that ask for one.
_TREE = re.compile(r"ast|tree|node", re.IGNORECASE)
_ASKS = re.compile(r"ONLY_AST|0x400\b|\b1024\b")


def visit(node: ast.Import | ast.ImportFrom | ast.Call, module: Module) -> Findings:
    """Import the stand-in under the name that the file uses, and compile by it, which knows its trees."""
    if isinstance(node, ast.Call):
        if _makes_or_takes_trees(node, module):
            yield module.replace(node.func, _compiling(node, module), needs_python2=True)
    elif isinstance(node, ast.ImportFrom):
        if not node.level and node.module in _MODULES and not is_local(node.module, module):
            yield module.replace_span(module_span(node, module), STAND_IN, needs_python2=True, guarded=True)
    elif any(a.name in _MODULES and not is_local(a.name, module) for a in node.names):
        lines = [f"import {alias_text(a)}" if a.name not in _MODULES else _imported(a) for a in node.names]
        yield module.edit(*replace_import(node, lines, module), needs_python2=True, guarded=True)


def _imported(alias: ast.alias) -> str:
    return f"import {STAND_IN} as {alias.asname or alias.name}"


def _makes_or_takes_trees(node: ast.Call, module: Module) -> bool:
    """Whether a call of compile() asks for a tree, or may be given one."""
    if not module.is_builtin(node.func, "compile") or not node.args:
        return False
    flags = [*node.args[3:4], *(k.value for k in node.keywords if k.arg == "flags")]
    if any(_ASKS.search(module.source(module.span(flag))) for flag in flags):
        return True
    source = node.args[0]
    return (
        not isinstance(source, ast.Constant) and _TREE.search(module.source(module.span(source))) is not None
    )


def _compiling(node: ast.Call, module: Module) -> str | Needs:
    """How the stand-in's function is named: by the name that the file has for the module, where it has one."""
    for name, bindings in module.module_scope.bindings.items():
        for binding in bindings:
            of_module = binding.target in (*_MODULES, STAND_IN) or binding.target.endswith(f".{STAND_IN}")
            if binding.kind == "import" and of_module and module.scope(node).lookup(name) is not None:
                return f"{name}.compile"
    return Needs.of(f"{STAND_IN}.compile", (f"import {STAND_IN}",))


RULE = Rule(
    id="python2_trees",
    family="P11",
    summary="syntax trees have the nodes of Python 2 where a program goes through those",
    before=(
        "import ast\nclass Finder(ast.NodeVisitor):\n    def visit_TryExcept(self, node):\n"
        "        self.found = node.body\nn = 1L\n"
    ),
    after=(
        "import python2_ast as ast\nclass Finder(ast.NodeVisitor):\n    def visit_TryExcept(self, node):\n"
        "        self.found = node.body\nn = 1\n"
    ),
    caveats="The module comes along as a file. What is parsed is Python 3; what only that has keeps its nodes. A "
    "repository that names nodes of Python 3 anywhere is left alone.",
    triggers=("ast", "_ast"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Import, ast.ImportFrom, ast.Call),
    names=frozenset(["compile"]),
    when=are_of_python2,
    visit=visit,
)
