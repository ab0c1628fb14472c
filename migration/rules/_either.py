"""Functions that make a number of text where it is one, and give the text back where it is none."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rules._values import assigned, called_here, returns_of

_NUMBERS = ("int", "float", "long")


def gives_either(name: ast.expr, module: Module) -> bool:
    """Whether `name` is a function of this file that returns `int(p)` as well as the parameter p itself."""
    function = called_here(ast.Call(name, [], []), module)
    if function is None:
        return False
    given = [r.value for r in returns_of(function)]
    numbers = {
        value.args[0].id
        for value in given
        if isinstance(value, ast.Call)
        and module.is_builtin(value.func, *_NUMBERS)
        and len(value.args) == 1
        and isinstance(value.args[0], ast.Name)
    }
    parameters = {a.arg for a in function.args.args}
    return any(isinstance(v, ast.Name) and v.id in numbers & parameters for v in given)


def holds_either(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list, or an iterator, of what such a function gives, alone or as a part of each row."""
    made = assigned(node, module) if isinstance(node, ast.Name) else node
    if isinstance(made, ast.Call) and module.is_builtin(made.func, "list") and len(made.args) == 1:
        made = made.args[0]
    if isinstance(made, ast.Call) and module.is_builtin(made.func, "map") and len(made.args) == 2:
        return gives_either(made.args[0], module)
    if not isinstance(made, (ast.ListComp, ast.GeneratorExp)):
        return False
    parts = made.elt.elts if isinstance(made.elt, (ast.Tuple, ast.List)) else [made.elt]
    return any(isinstance(part, ast.Call) and gives_either(part.func, module) for part in parts)
