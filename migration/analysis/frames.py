"""Functions that look at the frame of who called them, which is that of a list comprehension in Python 3."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.effects import called_functions
from migration.analysis.names import in_repository
from migration.flow.atoms import Bound, Function
from migration.view.module import Module

_LOOKING = re.compile(r"\b_getframe\(|\bf_back\b|\binspect\.stack\(")
#: What is another's in the frame of a comprehension; globals and lines are the same.
_OF_FUNCTION = frozenset(["co_name", "f_code", "f_locals"])


def looks_at_caller(call: ast.Call, module: Module) -> bool:
    """Whether what is called here asks the frame of its caller for names, or for what it is called."""
    return in_repository(_LOOKING, module) and any(map(_asks_caller, _called(call, module)))


def _called(call: ast.Call, module: Module) -> Iterator[ast.AST]:
    yield from called_functions(call, module)
    for atom in module.may_hold(call.func):
        function = atom.function if isinstance(atom, Bound) else atom
        if isinstance(function, Function):
            yield function.node


def _asks_caller(function: ast.AST) -> bool:
    above = asks = False
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute):
            above = above or node.attr == "f_back"
            asks = asks or node.attr in _OF_FUNCTION
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            own = not node.args or (isinstance(node.args[0], ast.Constant) and node.args[0].value == 0)
            above = above or (name == "_getframe" and not own)
            if name == "stack" and getattr(getattr(node.func, "value", None), "id", "") == "inspect":
                return True
    return above and asks
