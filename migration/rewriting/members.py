"""Adding members to a class's body."""

from __future__ import annotations

import ast

from migration.analysis.classes import classes, foreign_bases, is_old_style, local_bases, methods
from migration.source.edits import Part, Piece, Span
from migration.view.module import Module


def after(
    statement: ast.stmt, lines: list[str], module: Module, hashed_as: Piece | None = None
) -> Part | None:
    """The part that puts whole lines after a member, indented like it; None when it shares its line.

    With `hashed_as`, the last of them names this base's hash: as a span of the header, it is written as it will read
    there.
    """
    span = module.line_span(statement)
    first = min([statement.lineno, *(d.lineno for d in getattr(statement, "decorator_list", ()))])
    start = module.line_starts[first - 1]
    before = module.text[start : module.start(statement)] if first == statement.lineno else ""
    if before.strip():
        return None
    rest = module.text[module.span(statement).end : span.end].strip()
    if rest and not rest.startswith("#"):
        return None
    indent = module.indentation(statement)
    glue = "" if module.text[span.end - 1 : span.end] == "\n" else "\n"
    text = "".join(f"{indent}{line}\n" if line else "\n" for line in lines)
    if hashed_as is None:
        return module.part(Span(span.end, span.end), glue + text)
    pieces = (f"{glue}{text}\n{indent}__hash__ = ", hashed_as, ".__hash__\n")
    if isinstance(hashed_as, str):
        return module.part(Span(span.end, span.end), *pieces)
    whole = Span(hashed_as.start, span.end)
    return module.part(whole, whole, *pieces)


def hash_to_keep(owner: ast.ClassDef, module: Module) -> Piece | None:
    """The base whose hash a class used in Python 2 although it defines equality, or None.

    None where it has a __hash__ of its own, where Python 2 refused to hash its instances too (old-style classes that
    inherit none), or where the base can't be named again.
    """
    if "__hash__" in methods(owner):
        return None
    if is_old_style(owner, module) and not any("__hash__" in methods(c) for c in local_bases(owner, module)):
        return None
    if not owner.bases:
        return "object"
    base = owner.bases[0]
    for candidate in owner.bases:
        if isinstance(candidate, ast.Name) and candidate.id in classes(module):
            known = local_bases(classes(module)[candidate.id][0], module)
            if any("__hash__" in methods(c) for c in known):
                base = candidate
                break
    node: ast.expr = base
    while isinstance(node, ast.Attribute):
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    if isinstance(base, ast.Name) and (base.id in classes(module) or module.is_builtin(base, "object")):
        return base.id
    return module.span(base)


def unhashable_base(owner: ast.ClassDef, module: Module) -> bool:
    """Whether a builtin base has no hash anyway (list, dict, set)."""
    return any(b in ("builtins.list", "builtins.dict", "builtins.set") for b in foreign_bases(owner, module))
