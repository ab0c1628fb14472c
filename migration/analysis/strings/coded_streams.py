"""A codec around a file in memory, of which text alone may do."""

from __future__ import annotations

import ast

from migration.analysis.names import uses
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.streams import taken_as_octets
from migration.view.module import Module


def holds_text(node: ast.Call, module: Module) -> bool:
    """Whether all that is done with a stream in memory is to write to it, and to take what it holds, for no octets."""
    assign = module.parent(node)
    target = assign.targets[0] if isinstance(assign, ast.Assign) and len(assign.targets) == 1 else None
    if not isinstance(target, ast.Name) or module.facts.index.octets:
        return False
    found = module.scope(target).lookup(target.id)
    if found is None or len(found[1]) != 1:
        return False
    for place in uses(target.id, found[0], module):
        if place is target:
            continue
        method = module.parent(place)
        call = module.parent(method)
        if not (isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method):
            return False
        if method.attr == "write" and not (call.args and kind(call.args[0], module) != BYTES):
            return False
        if method.attr == "getvalue" and True in taken_as_octets(call, module):
            return False
        if method.attr not in ("write", "writelines", "getvalue", "close"):
            return False
    return True
