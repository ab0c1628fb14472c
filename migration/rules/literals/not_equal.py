"""a <> b → a != b."""

from __future__ import annotations

from migration.rule import Findings, Phase, Rule
from migration.view.lexed import LexedSource


def lower(source: LexedSource) -> Findings:
    """Rewrite the operator."""
    for index in source.tokens.positions("<>"):
        yield source.replace_span(source.span(index, index + 1), "!=")


RULE = Rule(
    id="not_equal",
    family="P3",
    summary="<> is !=",
    before="a = 1 <> 2\n",
    after="a = 1 != 2\n",
    triggers=("<>",),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
