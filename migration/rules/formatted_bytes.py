"""b'{} {}'.format(a, b) → '{} {}'.format(a, b): bytes have no such method, and what it gave was native text."""

from __future__ import annotations

import ast

from migration.edits import Part, Span
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import names_by_id
from migration.rules._values import assigned
from migration.tokens import OPENING

#: How a literal of bytes begins.
LITERALS = tuple(f"{b}{r}{quote}" for b in "bB" for r in ("", "r", "R") for quote in "'\"")


def visit(node: ast.Call, module: Module) -> Findings:
    """Take the prefix from the template, in place or under the one name that is read to be formatted alone."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr != "format":
        return
    template: ast.expr | None = function.value
    if isinstance(template, ast.Name):
        reads = [n for n in names_by_id(module)[template.id] if isinstance(n.ctx, ast.Load)]
        template = assigned(template, module) if all(_is_formatted(n, module) for n in reads) else None
    if isinstance(template, ast.Constant) and isinstance(template.value, bytes) and template.value.isascii():
        yield module.edit(*prefixes(template, module))


def _is_formatted(name: ast.expr, module: Module) -> bool:
    method = module.parent(name)
    return isinstance(method, ast.Attribute) and method.attr == "format"


def prefixes(template: ast.Constant, module: Module) -> list[Part]:
    """The parts that take the `b` from each literal side by side."""
    tokens = module.tokens
    parts = []
    for index in tokens.within(*module.span(template)):
        opening = OPENING.match(tokens.texts[index])
        place = opening["prefix"].lower().find("b") if opening is not None else -1
        if place >= 0:
            start = tokens.starts[index] + place
            parts.append(module.part(Span(start, start + 1), ""))
    return parts


RULE = Rule(
    id="formatted_bytes",
    family="P8",
    summary="what is formatted is text",
    before="n = 1L\na = b'{0}'.format(n)\n",
    after="n = 1\na = '{0}'.format(n)\n",
    caveats="Only templates in place, or under a name that is read for nothing else.",
    triggers=LITERALS,
    needs_python2=True,
    nodes=(ast.Call,),
    names=frozenset(["format"]),
    visit=visit,
)
