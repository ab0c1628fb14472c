"""Exception.__init__(self, text) → also self.message = self.args[0], where exceptions are asked for their message.

Python 2 kept it: who is handed such an exception, and has not caught it, reads `message` from what no handler tells.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from environment.traces import Exactness
from migration.analysis.classes import foreign_bases, local_bases, methods
from migration.analysis.exceptions import has_message, is_exception_name
from migration.analysis.names import defined_in_repository, in_repository
from migration.repository.files import absolute_name
from migration.rule import Findings, Rule
from migration.view.module import Module

#: A class of exceptions.
_CLASS = re.compile(r"class[ \t]+\w+[ \t]*\([^)\n]*(?:Exception|Error|Warning)\b[^)\n]*\)")
_READ = re.compile(r"\.message\b(?<=[\w)\]]\.message)(?!\s*=[^=])")


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Keep it in classes that derive from an exception of Python's, also by others of the program that take what they
    are given as that does, and hand on one argument.
    """
    own = methods(node)
    start = own.get("__init__")
    if not isinstance(start, ast.FunctionDef) or not start.args.args or not node.bases:
        return
    above = local_bases(node, module)[1:]
    if any("__init__" in methods(c) or "__slots__" in methods(c) for c in above) or "__slots__" in own:
        return
    if "__setattr__" in own or any("__setattr__" in methods(c) for c in above):
        return  # such a class says itself what may be kept
    if not _is_asked(module) or has_message(node, module):
        return
    bases = foreign_bases(node, module)
    far = [base for base in bases if not _is_builtin(base) and base != "builtins.object"]
    if any(not _is_of_repository(base, module) for base in far) or not (far or any(map(_is_builtin, bases))):
        return
    if far and (
        defined_in_repository("message", module, assigned=True)
        or defined_in_repository("__setattr__", module, assigned=True)
    ):
        return
    self_name = start.args.args[0].arg
    for statement in start.body:
        if _may_set(statement):
            return  # what has the name already went before, in Python 2
        if _hands_on(statement, self_name, () if far else above, bool(far), module):
            span = module.line_span(statement)
            source = module.source(span)
            if ";" in source or not source.endswith("\n"):
                return
            kept = f"{self_name}.message = {self_name}.args[0]"
            if source[: module.start(statement) - span.start].strip():
                yield module.insert(module.span(statement).end, f"; {kept}")  # the body of a single line
            else:
                yield module.insert(span.end, f"{module.indentation(statement)}{kept}\n")
            return


def _is_builtin(name: str | None) -> bool:
    return name is not None and name.startswith("builtins.") and is_exception_name(name)


def _is_of_repository(name: str, module: Module) -> bool:
    """Whether a dotted name is that of a class in another file of the repository."""
    source, _, _ = absolute_name(name, module.facts.key).rpartition(".")
    return bool(source) and module.facts.index.imported_file(module.facts.key, source) is not None


def _hands_on(
    statement: ast.stmt, self_name: str, above: Sequence[ast.ClassDef], far: bool, module: Module
) -> bool:
    """Whether `statement` calls the base's `__init__` with one argument: Python's own, that which a class `above` has
    from there, or, where none is `far`, in another file, the next one.
    """
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)) or call.keywords:
        return False
    if call.func.attr != "__init__" or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    base = call.func.value
    if isinstance(base, ast.Call):
        return not far and module.is_builtin(base.func, "super") and len(call.args) == 1
    first = call.args[0] if call.args else None
    named = isinstance(first, ast.Name) and first.id == self_name
    plain = _is_builtin(module.qualified_name(base)) or any(
        isinstance(base, ast.Name) and base.id == c.name for c in above
    )
    return named and len(call.args) == 2 and plain


def _may_set(statement: ast.stmt) -> bool:
    """Whether a statement sets attributes by names that are not written there."""
    return any(
        (isinstance(n, ast.Name) and n.id == "setattr")
        or (isinstance(n, ast.Attribute) and n.attr == "__dict__")
        for n in ast.walk(statement)
    )


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
