"""How tightly Python's expressions bind, and whether a place needs parentheses around one of them."""

from __future__ import annotations

import ast
from enum import IntEnum


class Precedence(IntEnum):
    """Binding strength, loosest first."""

    TUPLE = 0
    YIELD = 1
    LAMBDA = 2
    TERNARY = 3
    OR = 4
    AND = 5
    NOT = 6
    COMPARE = 7
    BIT_OR = 8
    BIT_XOR = 9
    BIT_AND = 10
    SHIFT = 11
    SUM = 12
    PRODUCT = 13
    UNARY = 14
    POWER = 15
    AWAIT = 16
    ATOM = 17


_OPERATORS: dict[type[ast.operator], Precedence] = {
    ast.BitOr: Precedence.BIT_OR,
    ast.BitXor: Precedence.BIT_XOR,
    ast.BitAnd: Precedence.BIT_AND,
    ast.LShift: Precedence.SHIFT,
    ast.RShift: Precedence.SHIFT,
    ast.Add: Precedence.SUM,
    ast.Sub: Precedence.SUM,
    ast.Pow: Precedence.POWER,
}
_SIMPLE: dict[type[ast.expr], Precedence] = {
    ast.Tuple: Precedence.TUPLE,
    ast.Starred: Precedence.TUPLE,
    ast.NamedExpr: Precedence.TUPLE,
    ast.Yield: Precedence.YIELD,
    ast.YieldFrom: Precedence.YIELD,
    ast.Lambda: Precedence.LAMBDA,
    ast.IfExp: Precedence.TERNARY,
    ast.Compare: Precedence.COMPARE,
    ast.Await: Precedence.AWAIT,
}


def of(node: ast.expr) -> Precedence:
    """How tightly `node` itself binds (a tuple counts as written without parentheses)."""
    if isinstance(node, ast.BinOp):
        return _OPERATORS.get(type(node.op), Precedence.PRODUCT)
    if isinstance(node, ast.BoolOp):
        return Precedence.OR if isinstance(node.op, ast.Or) else Precedence.AND
    if isinstance(node, ast.UnaryOp):
        return Precedence.NOT if isinstance(node.op, ast.Not) else Precedence.UNARY
    return _SIMPLE.get(type(node), Precedence.ATOM)


def required(parent: ast.AST, child: ast.AST) -> Precedence:
    """The loosest precedence that may stand unparenthesised where `child` stands in `parent`."""
    if isinstance(parent, ast.BinOp):
        own = of(parent)
        if isinstance(parent.op, ast.Pow):
            return Precedence.AWAIT if child is parent.left else Precedence.UNARY
        return own if child is parent.left else Precedence(own + 1)
    if isinstance(parent, (ast.BoolOp, ast.Compare)):
        return Precedence(of(parent) + 1)
    if isinstance(parent, ast.UnaryOp):
        return of(parent)
    if isinstance(parent, ast.Attribute) or (isinstance(parent, ast.Call) and child is parent.func):
        return Precedence.ATOM
    if isinstance(parent, ast.Subscript):
        return Precedence.ATOM if child is parent.value else Precedence.TUPLE
    if isinstance(parent, ast.IfExp):
        return Precedence.TERNARY if child is parent.orelse else Precedence.OR
    if isinstance(parent, ast.Await):
        return Precedence.ATOM
    if isinstance(parent, ast.Starred):
        return Precedence.BIT_OR
    if isinstance(parent, ast.comprehension):
        return Precedence.OR if child is not parent.target else Precedence.TUPLE
    if isinstance(parent, ast.Lambda):
        return Precedence.LAMBDA
    if isinstance(parent, (ast.Expr, ast.Assign, ast.AugAssign, ast.Return, ast.Yield)):
        return Precedence.TUPLE
    return Precedence.LAMBDA
