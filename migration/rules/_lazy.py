"""Where map, filter and zip have to become lists: shared by their rules."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rules._use import Use, disturbed, uses_of

_NEEDS = frozenset([Use.LIST, Use.SEQUENCE, Use.LENGTH, Use.TWICE])


def needs_list(node: ast.Call, module: Module) -> bool | None:
    """Whether the lazy result of `node` has to be made a list; None when only the use out of sight may need it."""
    if _is_stepped(node, module):
        return False
    uses = uses_of(node, module)
    if uses & _NEEDS:
        return True
    if uses & {Use.UNKNOWN, Use.STORED} or disturbed(node, list(node.args), module):
        return None
    return False


def _is_stepped(node: ast.Call, module: Module) -> bool:
    """Whether `next()` is asked of it, which no list can answer: so it is meant for Python 3."""
    outer = module.parent(node)
    return isinstance(outer, ast.Call) and outer.args[:1] == [node] and module.is_builtin(outer.func, "next")


def plain(node: ast.Call) -> bool:
    """Whether a call has positional arguments only."""
    return not node.keywords and not any(isinstance(a, ast.Starred) for a in node.args)
