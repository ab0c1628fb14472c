"""What a literal of text says."""

from __future__ import annotations

import ast


def text_of(node: ast.AST | None) -> str | None:
    """The text of a literal of either kind of Python 2; None for whatever else `node` is."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_text(node: ast.AST | None) -> bool:
    """Whether `node` is a literal of text."""
    return text_of(node) is not None


def is_written_negative(node: ast.expr) -> bool:
    """Whether a number is written as one below zero, or as a difference, which may be one: `-n`, `n - 4`."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.USub)
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
