"""Where map, filter and zip have to become lists: shared by their rules."""

from __future__ import annotations

import ast

from migration.analysis.exceptions import tries_around
from migration.analysis.laziness.use import Use, disturbed, uses_of
from migration.analysis.names import is_of_self, stdlib_name
from migration.analysis.values import reads_of
from migration.trees.constants import is_text
from migration.view.module import Module

_NEEDS = frozenset([Use.LIST, Use.SEQUENCE, Use.LENGTH, Use.TWICE])
_DISPLAYS = (ast.Dict, ast.List, ast.Set, ast.Tuple)
#: Functions that write their first argument out, with all that it holds.
_WRITERS = frozenset(
    ["json.dump", "json.dumps", "pprint.isreadable", "pprint.pformat", "pprint.pprint", "pprint.saferepr"]
)


def needs_list(node: ast.Call, module: Module) -> bool | None:
    """Whether the lazy result of `node` has to be made a list; None when only the use out of sight may need it."""
    if _is_stepped(node, module):
        return False
    uses = uses_of(node, module)
    if uses & _NEEDS or _is_kept_list(node, module) or _is_only_tried(node, module):
        return True
    if _is_spelled_inside(node, module):
        return True
    if uses & {Use.UNKNOWN, Use.STORED} or disturbed(node, list(node.args), module):
        return None
    return False


def _is_spelled_inside(node: ast.expr, module: Module) -> bool:
    """Whether it is part of what is spelled out, in place or by the name that it is kept in: `print {'a': map(f, x)}`,
    `'%s' % (map(f, x),)`. Nobody wants to read how an iterator is called, and JSON has none.
    """
    whole, outer = node, module.parent(node)
    while isinstance(outer, _DISPLAYS):
        if isinstance(outer, ast.Dict) and whole in outer.keys:
            return False
        whole, outer = outer, module.parent(outer)
    if isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Mod):
        return isinstance(whole, ast.Tuple) and outer.right is whole and is_text(outer.left)
    if whole is node:
        return isinstance(outer, ast.Call) and node in outer.args and _formats(outer)
    return any(_spells(module.parent(read), read, module) for read in reads_of(whole, module))


def _spells(call: ast.AST | None, value: ast.expr, module: Module) -> bool:
    """Whether a call spells out one of its arguments."""
    if not isinstance(call, ast.Call) or value not in call.args:
        return False
    if module.is_builtin(call.func, "print", "repr", "str", "unicode") or _formats(call):
        return True
    return call.args[0] is value and stdlib_name(call.func, module) in _WRITERS


def _formats(call: ast.Call) -> bool:
    """Whether a call fills a template that is written out: `'{}'.format(…)`."""
    function = call.func
    return isinstance(function, ast.Attribute) and function.attr == "format" and is_text(function.value)


def _is_only_tried(node: ast.Call, module: Module) -> bool:
    """Whether a `try` is there for what goes wrong meanwhile, and nobody reads the result."""
    statement = module.parent(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if not isinstance(target, ast.Name) or len(module.bindings(target)) != 1 or reads_of(node, module):
        return False
    return module.function(node) is not None and any(t.handlers for t in tries_around(node, module))


def _is_kept_list(node: ast.Call, module: Module) -> bool:
    """Whether a method keeps it as an attribute of `self` of which the class takes items, or the number of them."""
    statement, owner = module.parent(node), module.class_of(node)
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if owner is None or not (is_of_self(target)):
        return False
    return any(
        module.class_of(read) is owner and is_of_self(read) and _takes_list(read, module)
        for read in module.nodes_named(ast.Attribute, frozenset([target.attr]))
    )


def _takes_list(read: ast.AST, module: Module) -> bool:
    outer = module.parent(read)
    if isinstance(outer, ast.Subscript):
        return outer.value is read
    return isinstance(outer, ast.Call) and module.is_builtin(outer.func, "len")


def _is_stepped(node: ast.Call, module: Module) -> bool:
    """Whether `next()` is asked of it, which no list can answer: so it is meant for Python 3."""
    outer = module.parent(node)
    return isinstance(outer, ast.Call) and outer.args[:1] == [node] and module.is_builtin(outer.func, "next")


def plain(node: ast.Call) -> bool:
    """Whether a call has positional arguments only."""
    return not node.keywords and not any(isinstance(a, ast.Starred) for a in node.args)
