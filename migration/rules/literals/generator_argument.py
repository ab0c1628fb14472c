"""f(x for x in y, 1) → f((x for x in y), 1)."""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.source.tokens import Kind
from migration.view.lexed import LexedSource

_NO_CALLEE = frozenset(
    ["in", "is", "not", "and", "or", "if", "else", "return", "print", "yield", "del", "exec", "assert"]
)


def lower(source: LexedSource) -> Findings:
    """Put parentheses around a generator that shares its call with a comma."""
    tokens = source.tokens
    for opener in tokens.positions("("):
        close = tokens.partners.get(opener)
        if close is None or not opener or "for" not in tokens.texts[opener:close]:
            continue
        before = tokens.texts[opener - 1]
        if not (before in (")", "]") or (tokens.kind(opener - 1) is Kind.NAME and before not in _NO_CALLEE)):
            continue
        arguments = _arguments(source, opener + 1, close)
        if len(arguments) < 2:
            continue
        for start, end in arguments:
            clauses = tokens.split(start, end, "for")
            if len(clauses) > 1 and "lambda" not in tokens.texts[start : clauses[0][1]]:
                first = start + 2 if tokens.texts[start + 1 : start + 2] == ["="] else start
                yield source.replace_span(source.span(first, end), "(", source.span(first, end), ")")


def _arguments(source: LexedSource, first: int, last: int) -> list[tuple[int, int]]:
    """The arguments; the commas between `for` and `in` separate loop variables, not arguments."""
    tokens, found = source.tokens, []
    begin = first
    for _, end in tokens.split(first, last):
        loops = tokens.split(begin, end, "for")
        if len(loops) == 1 or len(tokens.split(*loops[-1], "in")) > 1:
            found.append((begin, end))
            begin = end + 1
    return found


RULE = Rule(
    id="generator_argument",
    family="P3",
    summary="a generator among other arguments needs parentheses",
    before="a = f(x for x in y, )\n",
    after="a = f((x for x in y), )\n",
    triggers=(re.compile(r"for\b(?<!\wfor)[^\n]*\bin\b[^\n]*,"),),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
