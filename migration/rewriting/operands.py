"""Operands of a new operator, when what stands there may itself become an operator."""

from __future__ import annotations

import ast

from migration.source.edits import Piece
from migration.view.module import Module, Precedence

#: Calls that other rules turn into an operator.
_BECOME_OPERATORS = frozenset(["has_key", "cmp", "sequenceIncludes", "apply", "div", "isCallable"])


def operand(node: ast.expr, module: Module, at_least: Precedence = Precedence.ATOM) -> tuple[Piece, ...]:
    """`node` as pieces, parenthesised where it binds less tightly than `at_least`, or may come to."""
    pieces = module.sub(node, at_least)
    if len(pieces) == 1 and isinstance(node, ast.Call):
        function = node.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        if name in _BECOME_OPERATORS:
            return ("(", *pieces, ")")
    return pieces
