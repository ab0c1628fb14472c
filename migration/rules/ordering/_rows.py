"""Rows that are gathered one by one, of which some have None at a place: `rows.append((name, size or None))`."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_none
from migration.analysis.flow_order import may_be_nothing
from migration.analysis.order import tested
from migration.analysis.values import (
    assigned,
    called_here,
    given_to_attributes,
    places_of,
    returns_of,
    written_out,
)
from migration.rules.ordering._optional import ends_as_none
from migration.view.module import Module

#: What takes something out of a list, or puts it there in another way than at its end.
_CHANGES = frozenset(["extend", "insert", "pop", "remove"])


def lists_places_of_none(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of one place of such rows: `[r[1] for r in rows]`, `[size for name, size in rows]`."""
    values = written_out(node, module)
    if not isinstance(values, (ast.ListComp, ast.GeneratorExp)) or not module.is_python2:
        return False
    if isinstance(node, ast.Name) and any(
        _keeps_none_out(place, module) for place in places_of(node, module)
    ):
        return False
    if len(values.generators) != 1 or values.generators[0].ifs or not may_be_nothing(values.elt, module):
        return False
    target, taken = values.generators[0].target, values.elt
    place: object = None
    if isinstance(target, ast.Tuple) and isinstance(taken, ast.Name):
        names = [getattr(e, "id", "") for e in target.elts]
        place = names.index(taken.id) if names.count(taken.id) == 1 else None
    elif isinstance(target, ast.Name) and isinstance(taken, ast.Subscript):
        place = _place(taken, target.id)
    rows = values.generators[0].iter
    return isinstance(place, int) and has_none_at(place, rows, module) and not tested(taken, values, module)


def _keeps_none_out(place: ast.AST, module: Module) -> bool:
    """Whether None is looked for in a list, or something is taken out of it."""
    user = module.parent(place)
    if isinstance(user, ast.Attribute):
        return user.attr in _CHANGES
    if not isinstance(user, ast.Compare):
        return False
    return isinstance(user.ops[0], (ast.In, ast.NotIn)) and is_none(user.left)


def takes_place_of_none(key: ast.Lambda, rows: ast.expr, module: Module) -> bool:
    """Whether a key gives one place of such rows, alone or before others: `lambda r: r[1]`."""
    names = [a.arg for a in key.args.args]
    parts = key.body.elts if isinstance(key.body, (ast.Tuple, ast.List)) else [key.body]
    return (
        len(names) == 1
        and module.is_python2
        and any(
            isinstance(place := _place(part, names[0]), int)
            and may_be_nothing(part, module)
            and has_none_at(place, rows, module)
            and not tested(part, key, module)
            for part in parts
        )
    )


def _place(node: ast.expr, row: str) -> object:
    """The place of a row that `node` takes."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=place)) if name == row:
            return place
    return None


def has_none_at(place: int, rows: ast.expr, module: Module) -> bool:
    """Whether `rows` is a list that is begun empty and gets rows that have None at a place, and others that have
    something there.
    """
    found: list[ast.expr] = []
    for row in _appended(rows, module):
        several = _written(row, module)
        if not several or any(not -len(one.elts) <= place < len(one.elts) for one in several):
            return False
        found += [one.elts[place] for one in several]
    return any(map(ends_as_none, found)) and not all(map(is_none, found))


def _appended(rows: ast.expr, module: Module) -> list[ast.expr]:
    """What is appended to a list that has one name, or to one that objects of the file keep; [] where it may be given
    rows in other ways.
    """
    if isinstance(rows, ast.Name):
        made = [assigned(rows, module)]
        places: list[ast.expr] = [*places_of(rows, module)]
    elif isinstance(rows, ast.Attribute):
        made = given_to_attributes(module).get(rows.attr, [])
        places = [*module.nodes_named(ast.Attribute, frozenset([rows.attr]))]  # type: ignore[list-item]
    else:
        return []
    if not made or any(not isinstance(one, ast.List) or one.elts for one in made):
        return []
    found: list[ast.expr] = []
    for place in places:
        method = module.parent(place)
        call = module.parent(method)
        if not (isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method):
            continue
        if method.attr in _CHANGES:
            return []
        found += call.args if method.attr == "append" else []
    return found


def _written(row: ast.expr, module: Module) -> list[ast.Tuple | ast.List]:
    """How a row is written: in place, for the one name it has, or by the function of the file that gives it."""
    made = written_out(row, module)
    if isinstance(made, (ast.Tuple, ast.List)):
        rows: list[ast.expr | None] = [made]
    else:
        function = called_here(made, module) if made is not None else None
        rows = [r.value for r in returns_of(function)] if function and not function.decorator_list else []
    written = [one for one in rows if isinstance(one, (ast.Tuple, ast.List))]
    starred = any(isinstance(e, ast.Starred) for one in written for e in one.elts)
    return written if len(written) == len(rows) and not starred else []
