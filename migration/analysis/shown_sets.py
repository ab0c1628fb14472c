"""Sets where they are shown: alone, or inside of other collections."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.names import names_by_id
from migration.analysis.values import assigned
from migration.view.module import Module

_SETS = frozenset(["set", "frozenset"])
#: Methods of collections → which of their arguments they keep.
_KEEPING = {"append": 0, "insert": 1, "setdefault": 1}
_COLLECTIONS = frozenset(["list", "tuple", "dict"])


def is_set(node: ast.expr | None, module: Module) -> bool:
    """Whether `node` is a set, mutable or not, for certain."""
    types = module.type_of(node) if node is not None else frozenset()
    return bool(types) and types <= _SETS


def holds_sets(value: ast.expr | None, module: Module, depth: int = 3) -> bool:
    """Whether `value` is a list, a tuple or a dictionary, written out or by the one name it has, with sets in it."""
    if value is None or not depth:
        return False
    if isinstance(value, (ast.List, ast.Tuple, ast.Dict)):
        held = value.values if isinstance(value, ast.Dict) else value.elts
        return any(is_set(h, module) or holds_sets(h, module, depth - 1) for h in held)
    if isinstance(value, ast.ListComp):
        return is_set(value.elt, module) or holds_sets(value.elt, module, depth - 1)
    if isinstance(value, ast.Call):
        function = value.func
        if module.is_builtin(function, "sorted", "list", "tuple") and value.args:
            return holds_sets(value.args[0], module, depth - 1)
        of_dict = isinstance(function, ast.Attribute) and function.attr in ("items", "values")
        return of_dict and not value.args and holds_sets(function.value, module, depth - 1)  # type: ignore[attr-defined]
    made = assigned(value, module) if isinstance(value, ast.Name) else None
    if not isinstance(value, ast.Name) or made is None or not module.type_of(made) <= _COLLECTIONS:
        return False
    return holds_sets(made, module, depth - 1) or any(
        is_set(kept, module) for kept in _kept_in(value, module)
    )


def _kept_in(name: ast.Name, module: Module) -> Iterator[ast.expr]:
    """What is put into the collection of that name: `x[k] = …`, `x.append(…)`, `x.setdefault(k, …)`."""
    bindings = module.bindings(name)
    for place in names_by_id(module).get(name.id, ()):
        outer = module.parent(place)
        if module.bindings(place) != bindings:
            continue
        if isinstance(outer, ast.Subscript) and isinstance(statement := module.parent(outer), ast.Assign):
            yield from [statement.value] if outer in statement.targets else []
        elif isinstance(outer, ast.Attribute) and isinstance(call := module.parent(outer), ast.Call):
            position = _KEEPING.get(outer.attr, len(call.args))
            yield from call.args[position : position + 1]
