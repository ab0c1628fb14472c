"""What a literal of text says."""

from __future__ import annotations

import ast


def text_of(node: ast.AST | None) -> str | None:
    """The text of a literal of either kind of Python 2; None for whatever else `node` is."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def is_text(node: ast.AST | None) -> bool:
    """Whether `node` is a literal of text."""
    return text_of(node) is not None
