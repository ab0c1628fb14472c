"""class P with an `__eq__` that fails for None, and no `__ne__`: Python 2 did not ask it for `p != None`."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.builtins import type_asked
from migration.analysis.classes import defines, foreign_bases, methods, only_describes
from migration.analysis.names import in_repository
from migration.rewriting.members import after
from migration.rule import Findings, Rule
from migration.view.module import Module

#: What shows that something is held against None so.
_ASKED = re.compile(r"!=[ \t]*None\b|NotEquals?\((?:None\b|[^\n]*,[ \t]*None\b)")
_LINES = ["", "def __ne__(self, other):", "    return NotImplemented"]
#: What answers in place of `__eq__`, or finds an answer elsewhere.
_OTHERS = ("__ne__", "__cmp__", "__getattr__", "__getattribute__")


def when(module: Module) -> bool:
    """Whether any file of the repository asks whether something is unequal to None."""
    return in_repository(_ASKED, module)


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Give the class the method that leaves the answer to the other side, and then to identity, as in Python 2."""
    method = methods(node).get("__eq__")
    if not isinstance(method, ast.FunctionDef) or node.decorator_list or not _fails_for_none(method, module):
        return
    if any(defines(node, name, module) for name in _OTHERS) or only_describes(node, module):
        return
    if not set(foreign_bases(node, module)) <= {"builtins.object"}:
        return
    part = after(method, _LINES, module)
    if part is not None:
        yield module.edit(part)


def _fails_for_none(method: ast.FunctionDef, module: Module) -> bool:
    """Whether `__eq__` asks the other object for attributes, and nothing in it looks what that is."""
    names = [a.arg for a in method.args.args]
    if len(names) != 2 or method.decorator_list:
        return False
    asked = False
    for node in ast.walk(method):
        if isinstance(node, (ast.Try, ast.If, ast.IfExp, ast.BoolOp)) and not asked:
            tests = node.values[:1] if isinstance(node, ast.BoolOp) else [getattr(node, "test", None)]
            if any(t is None or _speaks_of(names[1], t) for t in tests):
                return False
        if isinstance(node, ast.Call):
            if type_asked(node, module) is not None or module.is_builtin(node.func, "type", "hasattr"):
                return False
            attribute = module.is_builtin(node.func, "getattr") and len(node.args) == 2
            asked = asked or (attribute and getattr(node.args[0], "id", "") == names[1])
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == names[1]:
            if node.attr == "__class__":
                return False
            asked = True
    return asked


def _speaks_of(name: str, test: ast.expr) -> bool:
    """Whether a test is about an object itself: whether it is true, or something else."""
    if isinstance(test, ast.Compare):
        return any(getattr(side, "id", "") == name for side in (test.left, *test.comparators))
    if isinstance(test, ast.UnaryOp):
        return _speaks_of(name, test.operand)
    return getattr(test, "id", "") == name


RULE = Rule(
    id="unequal_to_none",
    family="P14",
    summary="!= did not ask __eq__: an __eq__ that fails for None is not asked for it",
    before=(
        "class P(object):\n    def __init__(self, x): self.x = x\n"
        "    def __eq__(self, other):\n        return self.x == other.x\n\n    __hash__ = object.__hash__\n"
        "print P(1) != None\n"
    ),
    after=(
        "class P(object):\n    def __init__(self, x): self.x = x\n"
        "    def __eq__(self, other):\n        return self.x == other.x\n"
        "\n    def __ne__(self, other):\n        return NotImplemented\n\n    __hash__ = object.__hash__\n"
        "print(P(1) != None)\n"
    ),
    caveats="Only where the whole class is in one file. Equal objects are unequal by != as well, as in Python 2.",
    triggers=("__eq__",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.ClassDef,),
    when=when,
    visit=visit,
)
