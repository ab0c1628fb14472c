"""Where a docstring stands and how its literal opens: shared by the rules about the examples in it."""

from __future__ import annotations

import ast
import re

from migration.edits import Span
from migration.module import Module
from migration.tokens import OPENING

#: What may have a docstring, and which calls.
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.Call
NODES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.Call)
NAMES = frozenset(["property"])


def docstring(node: Documented, module: Module) -> tuple[Span, re.Match[str]] | None:
    """The literal's span, and its prefix and quote; None without a docstring. A property is handed its own."""
    if isinstance(node, ast.Call):
        given = [k.value for k in node.keywords if k.arg == "doc"] or node.args[3:4]
        literal = given[0] if given and module.is_builtin(node.func, "property") else None
        if not (isinstance(literal, ast.Constant) and isinstance(literal.value, str)):
            return None
        span = module.span(literal)
        # Several literals side by side are one string.
        found = OPENING.match(module.text, span.start, span.end)
        whole = found and module.text.find(found["quote"], found.end()) == span.end - len(found["quote"])
        return (span, found) if found is not None and whole and len(found["quote"]) == 3 else None
    if not node.body or ast.get_docstring(node, clean=False) is None:
        return None
    span = module.span(node.body[0])
    opening = OPENING.match(module.text[span.start : span.end])
    return (span, opening) if opening is not None else None
