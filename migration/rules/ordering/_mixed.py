"""Values of different types side by side, of which two certainly have no order in Python 3."""

from __future__ import annotations

import ast

from migration.analysis.displays import column_of, displays
from migration.analysis.flow_order import divides_number, is_something
from migration.analysis.names import stdlib_name
from migration.analysis.order import ORDERED
from migration.analysis.values import called_here, written_out
from migration.rewriting.helpers import is_helper
from migration.view.module import Module

#: What is a number, whatever it is held against.
VERSION = "sys.hexversion"
_GROUPS = {
    "NoneType": "none", "bool": "number", "int": "number", "long": "number", "float": "number", "str": "text",
    "unicode": "text", "bytes": "text", "list": "list", "tuple": "tuple", "dict": "dict",
}  # fmt: skip


def known_groups(node: ast.expr, module: Module) -> set[str] | None:
    """The groups of comparable types that `node` may belong to; None when unknown."""
    if stdlib_name(node, module) == VERSION:
        return {"number"}
    if isinstance(node, ast.Call) and len(node.args) == 1 and module.is_builtin(node.func, "type"):
        return {"type"}
    types = module.type_of(node)
    groups = {_GROUPS.get(t, "") for t in types}
    if "none" in groups and len(groups) > 1 and is_something(node, module):
        groups.discard("none")
    if "number" in groups and isinstance(node, ast.BinOp) and divides_number(node):
        groups.discard("text")
    return groups if groups and "" not in groups else None


def is_mixed(values: list[ast.expr], module: Module) -> bool:
    """Whether two of `values` certainly have no order in Python 3, or two of what stands at one place of them."""
    if values and all(isinstance(v, (ast.Tuple, ast.List)) for v in values):
        if len({type(v) for v in values}) > 1:
            return True
        shortest = min(len(v.elts) for v in values)  # type: ignore[attr-defined]
        for place in range(shortest):
            column = column_of(values, place)
            if is_mixed(column, module):
                return True
            if _decides(column):
                return False
        return False
    if len(values) > 1 and all(gives_mixed_rows(v, module) for v in values):
        return True
    groups = [known_groups(v, module) for v in values]
    known = [g for g in groups if g is not None and len(g) == 1]
    kinds = {next(iter(g)) for g in known}
    return len(known) > 1 and (len(kinds) > 1 or kinds == {"dict"})


def _decides(values: list[ast.expr]) -> bool:
    """Whether constants of one type differ so that nothing behind them in their rows is ever compared."""
    constants = [v.value for v in values if isinstance(v, ast.Constant)]
    alike = len(constants) == len(values) and len({type(c) for c in constants}) == 1
    return alike and len(set(constants)) == len(constants)


def holds_mixed(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a collection, or may be one, of which two elements certainly have no order in Python 3."""
    return any(is_mixed(elements, module) for elements in displays(node, module))


def is_mixed_at(place: int | str, rows: ast.expr, module: Module) -> bool:
    """Whether `rows` is a collection, or may be one, of rows that certainly have no order by what stands at a place."""
    return any(is_mixed(column_of(elements, place), module) for elements in displays(rows, module))


def gives_mixed_rows(node: ast.expr, module: Module) -> bool:
    """Whether `node` calls a function of this file that gives lists of values of different types."""
    function = called_here(node, module)
    if function is None or is_helper(function, ORDERED):
        return False
    return any(is_mixed(one, module) for one in displays(node, module))


def is_here(node: ast.expr, module: Module) -> bool:
    """Whether a collection is written out in place, or for the one name it has, and not far away."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        node = node.func.value
    return isinstance(written_out(node, module), (ast.List, ast.Tuple, ast.Set, ast.Dict))
