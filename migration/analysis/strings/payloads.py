"""The payload of a message: octets, where its transfer encoding is taken off."""

from __future__ import annotations

import ast

from migration.analysis.values import places_of
from migration.view.module import Module


def gives_octets(node: ast.Call) -> bool:
    """Whether a call asks for the payload of a message without its transfer encoding."""
    if not (isinstance(node.func, ast.Attribute) and node.func.attr == "get_payload"):
        return False
    asked = [k.value for k in node.keywords if k.arg == "decode"] or node.args[1:2]
    return any(isinstance(value, ast.Constant) and bool(value.value) for value in asked)


def is_decoded(node: ast.expr, module: Module) -> bool:
    """Whether what `node` gives is decoded, there or by the name it is given."""
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr == "decode"
    if not (isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name)):
        return False
    name = parent.targets[0]
    return any(getattr(module.parent(place), "attr", "") == "decode" for place in places_of(name, module))
