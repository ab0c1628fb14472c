"""Keys that things are sorted by: where two of what a key gives have no order, it is made to give Python 2's."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_none
from migration.analysis.flow_order import dictionaries, result_without_order, values_without_order
from migration.analysis.names import is_named
from migration.analysis.order import ORDERED, tested
from migration.analysis.orderless import lacks_argument
from migration.analysis.values import called_here, places_of, written_out
from migration.rewriting.helpers import helper, is_helper
from migration.rule import Findings
from migration.rules.ordering._either import gives_either, is_row_of_either
from migration.rules.ordering._getters import gets_unset, is_key_of_none, places_taken
from migration.rules.ordering._mixed import gives_mixed_rows, is_here, is_mixed, is_mixed_at
from migration.rules.ordering._optional import answers_none, begins_without, is_given_none
from migration.rules.ordering._rows import takes_place_of_none
from migration.view.module import Module

#: What a dictionary answers for a key by.
_LOOKS_UP = frozenset(["get", "__getitem__"])
#: What gives the keys of a dictionary.
_KEYS = frozenset(["keys", "iterkeys", "viewkeys"])


def keyed(node: ast.Call, values: ast.expr, module: Module) -> Findings:
    """sorted(d, key=d.get), sorted(d.items(), key=lambda i: i[1]): what the key gives has no order."""
    key = next((k.value for k in node.keywords if k.arg == "key"), None)
    if key is None or _is_in_order(key, module):
        return
    places = places_taken(key, module)
    if isinstance(key, ast.Lambda):
        certain = _lambda_without_order(key, values, module)
        if certain is not None:
            order, given = helper("ordered", ORDERED, module), module.span(key.body)
            yield module.replace(key.body, order, "(", given, ")", needs_python2=not certain)
    elif len(places) == 1:
        if _is_place_without_order(places[0], values, module):
            row, order = module.fresh_name("row"), helper("ordered", ORDERED, module)
            text = (f"lambda {row}: ", order, f"({row}[", module.span(places[0]), "])")
            yield module.replace(key, *text, needs_python2=not is_here(values, module))
    else:
        row, certain = module.fresh_name("row"), _function_without_order(key, values, node, module)
        if certain is None and isinstance(key, ast.Attribute) and key.attr in _LOOKS_UP:
            row, certain = "key", _table_without_order(key, values, module)
        if certain is not None:
            order = helper("ordered", ORDERED, module)
            text = (f"lambda {row}: ", order, "(", module.span(key), f"({row}))")
            yield module.replace(key, *text, needs_python2=not certain)


def _is_in_order(key: ast.expr, module: Module) -> bool:
    """Whether what a key gives comes of the helper, or is the helper itself: it has an order."""
    given = key.body if isinstance(key, ast.Lambda) else ast.Call(key, [], [])
    function = called_here(given, module)
    return function is not None and is_helper(function, ORDERED)


def _lambda_without_order(key: ast.Lambda, values: ast.expr, module: Module) -> bool | None:
    """Whether what a lambda gives has no order for certain, or may have none; None where nothing is said against it."""
    if (
        _gives_unset(key, module)
        or _takes_values_with_none(key, values, module)
        or takes_place_of_none(key, values, module)
        or is_row_of_either(key.body, module)
        or result_without_order(key, module)
    ):
        return False
    taken, names = key.body, [a.arg for a in key.args.args]
    if len(names) != 1 or not isinstance(taken, ast.Subscript):
        return None
    if is_named(taken.slice, names[0]):
        table = written_out(taken.value, module)
        return True if isinstance(table, ast.Dict) and is_mixed(table.values, module) else None
    place = taken.slice.value if isinstance(taken.slice, ast.Constant) else ""
    if not is_named(taken.value, names[0]) or not isinstance(place, int | str) or place == "":
        return None
    return is_here(values, module) if is_mixed_at(place, values, module) else None


def _is_place_without_order(place: ast.Constant, values: ast.expr, module: Module) -> bool:
    """Whether what `operator.itemgetter(place)` takes of each of `values` has no order."""
    return (
        is_mixed_at(place.value, values, module)  # type: ignore[arg-type]
        or (isinstance(place.value, int) and lacks_argument(place.value, module))
        or is_key_of_none(place, module)
    )


def _function_without_order(key: ast.expr, values: ast.expr, node: ast.Call, module: Module) -> bool | None:
    """Whether what a function, or a getter, gives has no order for certain, or may have none; None where nothing is
    said against it.
    """
    if gets_unset(key, values, node, module):
        return False
    if any(is_mixed_at(one.value, values, module) for one in places_taken(key, module)):  # type: ignore[arg-type]
        return is_here(values, module)
    if not isinstance(key, (ast.Name, ast.Attribute)):
        return None
    result = ast.Call(key, [], [])
    unlike = (
        result_without_order(key, module)
        or gives_either(key, module)
        or gives_mixed_rows(result, module)
        or is_row_of_either(result, module)
    )
    return False if unlike else None


def _table_without_order(key: ast.Attribute, values: ast.expr, module: Module) -> bool | None:
    """Whether what a dictionary has for its keys has no order for certain, or may have none: `sorted(d, key=d.get)`."""
    same = key.attr == "get" and ast.dump(key.value) == ast.dump(values)
    table = written_out(key.value, module) if same else None
    if isinstance(table, ast.Dict) and is_mixed(table.values, module):
        return True
    doubtful = values_without_order(key.value, module) or (
        key.attr == "get" and _may_miss(key, values, module)
    )
    return False if doubtful else None


def _may_miss(key: ast.Attribute, values: ast.expr, module: Module) -> bool:
    """Whether `d.get` is asked for the keys of another dictionary, some of which it may have nothing for."""
    found = written_out(values, module)
    while isinstance(found, ast.Call):
        if len(found.args) == 1 and module.is_builtin(found.func, "list", "set", "tuple", "iter"):
            found = written_out(found.args[0], module)
        elif not found.args and isinstance(found.func, ast.Attribute) and found.func.attr in _KEYS:
            found = found.func.value
        else:
            return False
    if found is None:
        return False
    others, asked = dictionaries(found, module), dictionaries(key.value, module)
    return bool(others and asked) and not any(one in asked for one in others)


def _gives_unset(key: ast.Lambda, module: Module) -> bool:
    """Whether a key is, or has among others, what may be None: an attribute of what is ordered that its class has so
    if not told, what it answers for a key, or by a method.
    """
    names = [a.arg for a in key.args.args]
    parts = key.body.elts if isinstance(key.body, (ast.Tuple, ast.List)) else [key.body]
    return any(may_lack(part, names, key, module) for part in parts)


def may_lack(part: ast.expr, names: list[str], key: ast.AST, module: Module) -> bool:
    """Whether a part of what `key` gives for one of `names` may be None, and nothing there asks for it."""
    if isinstance(part, (ast.Tuple, ast.List)):
        return any(may_lack(one, names, key, module) for one in part.elts)
    asked = part.func if isinstance(part, ast.Call) else part
    if isinstance(asked, ast.Subscript) and getattr(asked.value, "id", "") in names:
        return module.is_python2 and is_given_none(asked, module) and not tested(asked, key, module)
    if not (
        isinstance(asked, ast.Attribute) and isinstance(asked.value, ast.Name) and asked.value.id in names
    ):
        return False
    if isinstance(part, ast.Call):
        return answers_none(part, module) and not tested(part, key, module)
    return begins_without(part, key, module)


def _takes_values_with_none(key: ast.Lambda, items: ast.expr, module: Module) -> bool:
    """Whether a key takes the value of each item of a dictionary that is given None for some keys, and more for others:
    `sorted(d.items(), key=lambda i: i[1])`.
    """
    method = items.func if isinstance(items, ast.Call) and not items.args else None
    if not (isinstance(method, ast.Attribute) and method.attr in ("items", "iteritems")):
        return False
    names = [a.arg for a in key.args.args]
    parts = key.body.elts if isinstance(key.body, (ast.Tuple, ast.List)) else [key.body]
    taken = any(
        isinstance(p, ast.Subscript)
        and getattr(p.value, "id", "") in names
        and isinstance(p.slice, ast.Constant)
        and p.slice.value == 1
        for p in parts
    )
    return taken and module.is_python2 and _is_given_none_too(method.value, module)


def _is_given_none_too(table: ast.expr, module: Module) -> bool:
    """Whether a dictionary of one name, which is begun empty, is given None for some keys and more for others."""
    made = written_out(table, module)
    if not isinstance(table, ast.Name) or not isinstance(made, ast.Dict) or made.keys:
        return False
    holders = [module.parent(place) for place in places_of(table, module)]
    stores = [
        module.parent(h) for h in holders if isinstance(h, ast.Subscript) and isinstance(h.ctx, ast.Store)
    ]
    given = [s.value for s in stores if isinstance(s, ast.Assign)]
    return any(map(is_none, given)) and not all(map(is_none, given))
