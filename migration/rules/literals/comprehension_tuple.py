"""[x for x in 1, 2] → [x for x in (1, 2)]."""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.view.lexed import LexedSource


def lower(source: LexedSource) -> Findings:
    """Put parentheses around what a list comprehension runs over when it holds commas."""
    tokens = source.tokens
    for opener in tokens.positions("["):
        close = tokens.partners.get(opener)
        if close is None or "for" not in tokens.texts[opener:close]:
            continue
        clauses = tokens.split(opener + 1, close, "for")[1:]
        for start, end in clauses:
            inside = tokens.split(start, end, "in")
            if len(inside) < 2:
                continue
            start = inside[1][0]
            end = tokens.split(start, end, "if")[0][1]
            if len(tokens.split(start, end)) > 1:
                yield source.replace_span(source.span(start, end), "(", source.span(start, end), ")")


RULE = Rule(
    id="comprehension_tuple",
    family="P3",
    summary="a list comprehension over a bare tuple needs parentheses",
    before="a = [x for x in 1, 2 if x]\n",
    after="a = [x for x in (1, 2) if x]\n",
    triggers=(re.compile(r"for\b(?<!\wfor)[^\n]*\bin\b(?:[^\n]*,|[^\n:]*\n)"),),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
