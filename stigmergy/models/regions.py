"""The parts of a file that a model is shown, and may edit: around the lines that need attention."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass

from migration.dialects.dialect import parse

_WHOLE_UP_TO = 80
_CONTEXT = 15


@dataclass(frozen=True, slots=True)
class Region:
    """Lines [start, end] of a text, 1-based, end inclusive. R0 is the head, where imports stand."""

    id: str
    start: int
    end: int

    def text(self, lines: list[str]) -> str:
        """The region's lines out of all lines of the text."""
        return "\n".join(lines[self.start - 1 : self.end])


def regions_around(text: str, wanted: Iterable[int], context: int = _CONTEXT) -> dict[str, Region]:
    """Disjoint regions by id that cover every line of `wanted` (1-based; lines outside the text are ignored).

    A region is the innermost function around a line when that is short enough, else some lines of context.
    """
    count = len(text.split("\n"))
    tree = parse(text)
    head = _head(tree, count)
    spans = {_span(tree, line, count, context) for line in set(wanted) if 1 <= line <= count}
    merged: list[list[int]] = []
    for start, end in sorted({head, *spans}):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    others = iter(range(1, len(merged) + 1))
    names = [f"R{0 if start <= head[0] <= end else next(others)}" for start, end in merged]
    return {name: Region(name, start, end) for name, (start, end) in zip(names, merged, strict=True)}


def _span(tree: ast.Module | None, line: int, count: int, context: int) -> tuple[int, int]:
    best: tuple[int, int] | None = None
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            start = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            end = node.end_lineno or node.lineno
            if start <= line <= end and (best is None or end - start < best[1] - best[0]):
                best = (start, end)
    if best and best[1] - best[0] < min(_WHOLE_UP_TO, 6 * context):
        return best
    return max(1, line - context), min(count, line + context)


def _head(tree: ast.Module | None, count: int) -> tuple[int, int]:
    """The imports that open a file; else the end of its docstring; without a tree, its first lines."""
    if tree is None:
        return 1, min(count, _CONTEXT)
    start, end = 0, 1
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            start = start or node.lineno
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            break
        end = node.end_lineno or node.lineno
    return start or max(1, end - 2), end
