"""What getters take of each of several, of which some may be None: `itemgetter(1)`, `attrgetter('cost')`."""

from __future__ import annotations

import ast

from migration.analysis.displays import column_of, displays
from migration.analysis.flow_order import attribute_without_order
from migration.analysis.names import stdlib_name
from migration.analysis.values import default_there, written_out
from migration.rules.ordering._mixed import is_mixed
from migration.rules.ordering._optional import begins_without, is_given_none
from migration.view.module import Module


def lists_got(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a list of what a getter takes of each of several, of which some may be None:
    `map(attrgetter('cost'), tasks)`.
    """
    made = written_out(node, module)
    if isinstance(made, ast.Call) and module.is_builtin(made.func, "list", "iter") and len(made.args) == 1:
        made = written_out(made.args[0], module)
    if not isinstance(made, ast.Call) or len(made.args) != 2 or made.keywords:
        return False
    if not (module.is_builtin(made.func, "map") or stdlib_name(made.func, module) == "itertools.imap"):
        return False
    getter, rows = made.args
    if gets_unset(getter, rows, node, module):
        return True
    taken = written_out(getter, module)
    places = places_taken(taken, module) if taken is not None else []
    if len(places) != 1:
        return False
    columns = [column_of(one, places[0].value) for one in displays(rows, module)]  # type: ignore[arg-type]
    return any(is_mixed(one, module) for one in columns) or (
        not any(columns) and is_key_of_none(places[0], module)
    )


def places_taken(getter: ast.expr, module: Module) -> list[ast.Constant]:
    """The places that `operator.itemgetter(place, ...)` takes, where all are written out."""
    if not isinstance(getter, ast.Call) or module.qualified_name(getter.func) != "operator.itemgetter":
        return []
    places = [a for a in getter.args if isinstance(a, ast.Constant) and isinstance(a.value, int | str)]
    return places if len(places) == len(getter.args) else []


def is_key_of_none(key: ast.Constant, module: Module) -> bool:
    """Whether a text is a key that dictionaries of the repository have with None."""
    row = ast.Subscript(ast.Name("row", ast.Load()), key, ast.Load())
    return isinstance(key.value, str) and module.is_python2 and is_given_none(row, module)


def gets_unset(getter: ast.expr, rows: ast.expr, node: ast.expr, module: Module) -> bool:
    """Whether some of `rows` may lack what `operator.attrgetter(name)` gets of each, as `node` has it do."""
    return any(
        begins_without(a, node, module) or attribute_without_order(rows, a.attr, module)
        for a in _attributes_got(getter, module)
    )


def _attributes_got(getter: ast.expr, module: Module) -> list[ast.Attribute]:
    """The attributes that `operator.attrgetter('a', 'b.c')` reads, which may stand in a variable, as of any object."""
    made = written_out(getter, module)
    if not isinstance(made, ast.Call) or module.qualified_name(made.func) != "operator.attrgetter":
        return []
    given = [one for a in made.args for one in _given_for(a, module)]
    names = [a.value for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    row = ast.Name("row", ast.Load())
    return [ast.Attribute(row, name.rpartition(".")[2], ast.Load()) for name in names]


def _given_for(node: ast.expr, module: Module) -> list[ast.expr]:
    """What calls in the file give for the parameter that `node` is, or its default; else itself."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    parameter = bindings[0].node if len(bindings) == 1 else None
    if not isinstance(parameter, ast.arg):
        return [node]
    default = default_there(parameter, module)
    return module.arguments_for(parameter) or ([default] if default is not None else [])
