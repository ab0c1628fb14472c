"""Functions that are kept to be called later: in a table, by another name, for a parameter."""

from __future__ import annotations

import ast

from migration.analysis.names import names_by_id
from migration.analysis.values import called_here, defaults_of, parameter_of, reads_alike
from migration.view.module import Module


def is_kept_to_call(node: ast.expr, module: Module) -> bool:
    """Whether a function is kept where it can only be meant to be called: as a value of a
    table, by a name that is called and no more, for a parameter that is of a function of the file.
    """
    parent = module.parent(node)
    if isinstance(parent, ast.Dict):
        return node in parent.values
    if isinstance(parent, ast.keyword):
        call = module.parent(parent)
        if not isinstance(call, ast.Call):
            return False
        return module.is_builtin(call.func, "dict") or is_only_called(_taken_by(node, call, module), module)
    if isinstance(parent, ast.arguments):
        taken = (p for p, default in defaults_of(parent).items() if default is node)
        return is_only_called(next(taken, None), module)
    if isinstance(parent, ast.Call):
        return parent.func is not node and is_only_called(_taken_by(node, parent, module), module)
    if isinstance(parent, ast.Assign) and not isinstance(module.parent(parent), ast.ClassDef):
        targets = parent.targets
        named = len(targets) == 1 and isinstance(targets[0], ast.Name)
        return named and is_only_called(targets[0], module)
    loop = module.parent(parent) if isinstance(parent, (ast.List, ast.Tuple)) else None
    if isinstance(loop, (ast.For, ast.comprehension)) and loop.iter is parent:
        return is_only_called(loop.target, module)
    return False


def _taken_by(node: ast.expr, call: ast.Call, module: Module) -> ast.arg | None:
    """The parameter of a function of the file that takes an argument of a call."""
    function = called_here(call, module)
    if function is None or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    return parameter_of(node, call, function)


def is_only_called(place: ast.expr | ast.arg | None, module: Module) -> bool:
    """Whether a variable is given one thing, or goes through several, and is read only to call it."""
    if isinstance(place, ast.arg):
        function = module.parent(module.parent(place))
        names = [n for n in names_by_id(module).get(place.arg, ()) if function in module.ancestors(n)]
    elif isinstance(place, ast.Name) and len(module.bindings(place)) == 1:
        names = reads_alike(place, module)
    else:
        return False
    calls = [module.parent(name) for name in names]
    return bool(names) and all(
        isinstance(c, ast.Call) and c.func is n for c, n in zip(calls, names, strict=True)
    )
