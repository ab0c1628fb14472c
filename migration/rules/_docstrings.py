"""Where a docstring stands and how its literal opens: shared by the rules about the examples in it."""

from __future__ import annotations

import ast
import re

from migration.edits import Span
from migration.module import Module
from migration.tokens import OPENING


def docstring(
    node: ast.Module | ast.ClassDef | ast.FunctionDef, module: Module
) -> tuple[Span, re.Match[str]] | None:
    """The literal's span, and its prefix and quote; None without a docstring."""
    if not node.body or ast.get_docstring(node, clean=False) is None:
        return None
    span = module.span(node.body[0])
    opening = OPENING.match(module.text[span.start : span.end])
    return (span, opening) if opening is not None else None
