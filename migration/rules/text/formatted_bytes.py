"""b'{} {}'.format(a, b) → '{} {}'.format(a, b): bytes have no such method, and what it gave was native text.

b'%s' % 'a' → b'%s' % b'a', b','.join(['a']) → b','.join([b'a']): what is put into octets is octets.
"""

from __future__ import annotations

import ast

from migration.analysis.exceptions import expects_refusal
from migration.analysis.formats import formatted
from migration.analysis.literals import literal
from migration.analysis.names import names_by_id
from migration.analysis.strings.as_bytes import bytes_parts
from migration.analysis.strings.kinds import TEXT, kind
from migration.analysis.values import assigned
from migration.rule import Findings, Rule
from migration.source.edits import Part, Span
from migration.source.tokens import OPENING
from migration.view.module import Module

#: How a literal of bytes begins.
LITERALS = tuple(f"{b}{r}{quote}" for b in "bB" for r in ("", "r", "R") for quote in "'\"")


def visit(node: ast.Call | ast.BinOp, module: Module) -> Findings:
    """Take the prefix from the template, in place or under the one name that is read to be formatted alone."""
    if isinstance(node, ast.BinOp):
        for conversion, value in formatted(node, octets=True):
            if conversion == "s":
                yield from _as_octets(value, module)
        return
    function = node.func
    if not isinstance(function, ast.Attribute):
        return
    template: ast.expr | None = function.value
    if function.attr == "join":
        if isinstance(template, ast.Constant) and isinstance(template.value, bytes) and len(node.args) == 1:
            listed = node.args[0]
            for item in listed.elts if isinstance(listed, (ast.List, ast.Tuple)) else []:
                yield from _as_octets(item, module)
        return
    if function.attr != "format":
        return
    if isinstance(template, ast.Name):
        reads = [n for n in names_by_id(module)[template.id] if isinstance(n.ctx, ast.Load)]
        template = assigned(template, module) if all(_is_formatted(n, module) for n in reads) else None
    if isinstance(template, ast.Constant) and isinstance(template.value, bytes) and template.value.isascii():
        yield module.edit(*prefixes(template, module))


def _as_octets(node: ast.expr, module: Module) -> Findings:
    """Make octets of what is certainly text, and was native text."""
    text = literal(node, module) or (kind(node, module) == TEXT and "unicode" not in module.type_of(node))
    if not text or expects_refusal(node, module):
        return
    made = bytes_parts(node, module, guess=False)
    if made is not None:
        yield module.edit(*made[0], exactness=made[1], needs_python2=True)


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
    summary="what is formatted is text; what is put into a literal of bytes otherwise is bytes",
    before="n = 1L\na = b'{0}'.format(n)\n",
    after="n = 1\na = '{0}'.format(n)\n",
    caveats="Only templates in place, or under a name that is read for nothing else; into octets that stay such goes "
    "what is certainly text.",
    triggers=LITERALS,
    needs_python2=True,
    nodes=(ast.Call, ast.BinOp),
    names=frozenset(["format", "join"]),
    visit=visit,
)
