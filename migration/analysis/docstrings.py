"""Where examples stand in strings and how their literals open: docstrings, and what `__test__` holds for doctest."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.edits import Span
from migration.module import Module
from migration.tokens import OPENING

#: What may have a docstring, which calls, and the display of `__test__`.
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.Call | ast.Dict
NODES = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.Call, ast.Dict)
NAMES = frozenset(["property"])


def docstrings(node: Documented, module: Module) -> Iterator[tuple[Span, re.Match[str]]]:
    """The literals' spans, and their prefixes and quotes. A property is handed its own."""
    if isinstance(node, ast.Call):
        given = [k.value for k in node.keywords if k.arg == "doc"] or node.args[3:4]
        if given and module.is_builtin(node.func, "property"):
            yield from _whole(given[0], module)
    elif isinstance(node, ast.Dict):
        if _is_test(node, module):
            for value in node.values:
                yield from _whole(value, module)
    elif node.body and ast.get_docstring(node, clean=False) is not None:
        span = module.span(node.body[0])
        opening = OPENING.match(module.text[span.start : span.end])
        if opening is not None:
            yield span, opening


def _is_test(node: ast.Dict, module: Module) -> bool:
    """Whether `node` is what a module hands to doctest: `__test__ = {…}`."""
    assign = module.parent(node)
    return (
        isinstance(assign, ast.Assign)
        and isinstance(module.parent(assign), ast.Module)
        and any(isinstance(t, ast.Name) and t.id == "__test__" for t in assign.targets)
    )


def _whole(literal: ast.expr, module: Module) -> Iterator[tuple[Span, re.Match[str]]]:
    """Where `literal` is one in three quotes: several side by side are one string, too."""
    if not (isinstance(literal, ast.Constant) and isinstance(literal.value, str)):
        return
    span = module.span(literal)
    opening = OPENING.match(module.text[span.start : span.end])
    if opening is None or len(opening["quote"]) != 3:
        return
    if module.text.find(opening["quote"], span.start + opening.end()) == span.end - len(opening["quote"]):
        yield span, opening
