"""The function of the file that a call means: by its name, or as the method of an object whose class is seen."""

from __future__ import annotations

import ast

from migration.analysis.classes import class_of, local_bases, methods
from migration.analysis.mutation import functions_by_name
from migration.analysis.values import called_here
from migration.view.module import Module


def function_called(node: ast.expr, module: Module) -> ast.FunctionDef | None:
    """The one function or method that `node` calls; None where another class of the file has a method of that name."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return called_here(node, module)
    name = node.func.attr
    if len(functions_by_name(module).get(name, ())) != 1:
        return None
    owner = class_of(node.func.value, module)
    found = (methods(one).get(name) for one in local_bases(owner, module)) if owner else ()
    return next((f for f in found if isinstance(f, ast.FunctionDef)), None)
