"""The payload of a message: octets, where its transfer encoding is taken off."""

from __future__ import annotations

import ast

from migration.analysis.values import given_last, reads_alike
from migration.view.module import Module


def gives_octets(node: ast.Call) -> bool:
    """Whether a call asks for the payload of a message without its transfer encoding."""
    if not (isinstance(node.func, ast.Attribute) and node.func.attr == "get_payload"):
        return False
    asked = [k.value for k in node.keywords if k.arg == "decode"] or node.args[1:2]
    return any(isinstance(value, ast.Constant) and bool(value.value) for value in asked)


def is_decoded(node: ast.expr, module: Module) -> bool:
    """Whether what `node` gives is decoded, there or wherever the name is read that it is given, and nothing else is
    done with it than to ask whether there is any.
    """
    parent = module.parent(node)
    if isinstance(parent, ast.Attribute):
        return parent.attr == "decode"
    if not (isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name)):
        return False
    reads = reads_alike(parent.targets[0], module)
    if len(module.bindings(parent.targets[0])) > 1:
        reads = [read for read in reads if given_last(read, module) in (parent, None)]
    decodes = [getattr(module.parent(read), "attr", "") == "decode" for read in reads]
    return any(decodes) and all(
        decoded or _is_asked_for(read, module) for decoded, read in zip(decodes, reads, strict=True)
    )


def _is_asked_for(read: ast.Name, module: Module) -> bool:
    """Whether a place only asks whether a variable holds anything."""
    asker = module.parent(read)
    if isinstance(asker, (ast.If, ast.While, ast.IfExp)):
        return asker.test is read
    if isinstance(asker, ast.Call):
        return module.is_builtin(asker.func, "len", "bool")
    if isinstance(asker, ast.Compare):
        return isinstance(asker.ops[0], (ast.Is, ast.IsNot))
    return isinstance(asker, ast.UnaryOp) and isinstance(asker.op, ast.Not)
