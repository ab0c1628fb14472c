"""Exception.__init__(self, text) → also self.message = self.args[0], where exceptions are asked for their message.

Python 2 kept it: who is handed such an exception, and has not caught it, reads `message` from what no handler tells.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._classes import attribute_values, methods
from migration.rules._exceptions import is_exception_name
from migration.rules._names import in_repository

#: A class of exceptions.
_CLASS = re.compile(r"class[ \t]+\w+[ \t]*\([^)\n]*(?:Exception|Error|Warning)\b[^)\n]*\)")
_READ = re.compile(r"\.message\b(?<=[\w)\]]\.message)(?!\s*=[^=])")


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Keep it in classes that derive from an exception of Python's and hand on one argument."""
    own = methods(node)
    start = own.get("__init__")
    if not isinstance(start, ast.FunctionDef) or not start.args.args or not node.bases:
        return
    if not all(_is_builtin(base, module) for base in node.bases) or not _is_asked(module):
        return
    if "message" in own or "__slots__" in own or attribute_values(node, "message"):
        return
    self_name = start.args.args[0].arg
    for statement in start.body:
        if _hands_on(statement, self_name, module):
            span = module.line_span(statement)
            source = module.source(span)
            if ";" in source or not source.endswith("\n"):
                return
            line = f"{module.indentation(statement)}{self_name}.message = {self_name}.args[0]\n"
            yield module.insert(span.end, line)
            return


def _is_builtin(node: ast.expr, module: Module) -> bool:
    name = module.qualified_name(node) or ""
    return name.startswith("builtins.") and is_exception_name(name)


def _hands_on(statement: ast.stmt, self_name: str, module: Module) -> bool:
    """Whether `statement` calls the base's `__init__` with one argument."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)) or call.keywords:
        return False
    if call.func.attr != "__init__" or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    base = call.func.value
    if isinstance(base, ast.Call):
        return module.is_builtin(base.func, "super") and len(call.args) == 1
    first = call.args[0] if call.args else None
    named = isinstance(first, ast.Name) and first.id == self_name
    return named and len(call.args) == 2 and _is_builtin(base, module)


def _is_asked(module: Module) -> bool:
    """Whether any file of the repository reads an attribute of that name."""
    return in_repository(_READ, module)


RULE = Rule(
    id="kept_message",
    family="P2",
    summary="exceptions keep no message by themselves",
    before=(
        "class E(Exception):\n    def __init__(self, text):\n        Exception.__init__(self, text)\n"
        "    def __str__(self): return self.message\nn = 1L\n"
    ),
    after=(
        "class E(Exception):\n    def __init__(self, text):\n        Exception.__init__(self, text)\n"
        "        self.message = self.args[0]\n    def __str__(self): return self.message\nn = 1\n"
    ),
    caveats="Only where something is read by that name; of several arguments Python 2 kept none.",
    triggers=(_CLASS,),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    visit=visit,
)
