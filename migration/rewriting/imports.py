"""Rewriting import statements: texts and edits shared by the rules about moved names."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

from migration.analysis.names import alias_text, binding_scope, uses
from migration.rule import Findings
from migration.source.edits import Part, Piece, Span
from migration.view.module import Module

_WIDTH = 100


def module_span(node: ast.ImportFrom, module: Module) -> Span:
    """Where `m` stands in `from m import …`, leading dots included."""
    start = module.span(node).start + len("from")
    while module.text[start] in " \t\\\n":
        start += 1
    return Span(start, start + len("." * node.level + (node.module or "")))


def from_import(source: str, names: Iterable[str], indentation: str = "") -> str:
    """`from source import names`, over several lines when it would get too long."""
    names = list(names)
    line = f"from {source} import {', '.join(names)}"
    if len(indentation) + len(line) <= _WIDTH:
        return line
    rows, row = [], ""
    for name in names:
        if row and len(indentation) + len(row) + len(name) > _WIDTH - 8:
            rows.append(row)
            row = ""
        row += f"{' ' if row else ''}{name},"
    rows.append(row)
    body = "".join(f"{indentation}    {r}\n" for r in rows)
    return f"from {source} import (\n{body}{indentation})"


def replace_import(node: ast.stmt, lines: list[str], module: Module) -> tuple[Part, ...]:
    """Parts that put the statements `lines` in the place of the import `node`; none of them: it goes."""
    if not lines:
        return module.delete_statement(node).parts
    before = module.text[module.line_span(node).start : module.start(node)]
    glue = "; " if before.strip() else "\n" + before
    pieces: list[Piece] = []
    for line in lines:
        pieces += [glue, line] if pieces else [line]
    return (module.part(node, *pieces),)


def import_no_more(node: ast.ImportFrom, gone: Collection[ast.alias], module: Module) -> Findings:
    """Leave names out of an import, the import itself where there are no others, once no use of them is left."""
    places: list[ast.Name] = []
    for alias in gone:
        bound = alias.asname or alias.name
        places += uses(bound, binding_scope(node, bound, module), module)
    kept = [alias_text(a) for a in node.names if a not in gone]
    lines = [from_import(node.module or "", kept, module.indentation(node))] if kept else []
    yield module.edit(*replace_import(node, lines, module), provided=tuple(map(module.span, places)))
