"""True, False = 1, 0 → gone: in Python 3 the constants can't be assigned."""

from __future__ import annotations

from migration.lexed import LexedSource
from migration.rule import Findings, Phase, Rule

_CONSTANTS = ("True", "False", "None")


def lower(source: LexedSource) -> Findings:
    """Remove assignments that only give the constants their own values.

    Read attributes of that name by getattr.
    """
    tokens = source.tokens
    for index in tokens.positions(*_CONSTANTS):
        if index and tokens.texts[index - 1] == "." and tokens.texts[index + 1] != "=":
            start = index - 2
            while start > 1 and tokens.texts[start - 1] == "." and tokens.texts[start - 2].isidentifier():
                start -= 2
            if tokens.texts[start].isidentifier():
                owner = source.span(start, index - 1)
                yield source.replace_span(
                    source.span(start, index + 1), "getattr(", owner, f", {tokens.texts[index]!r})"
                )
    for statement in source.starting_with(*_CONSTANTS, "("):
        sides = tokens.split(statement.first, statement.last, "=")
        if len(sides) != 2:
            continue
        targets = [t for t in tokens.texts[sides[0][0] : sides[0][1]] if t not in "(),"]
        if not targets or any(t not in _CONSTANTS for t in targets):
            continue
        span = source.span(statement.first, statement.last)
        if set(targets) <= {"True", "False"}:
            yield source.replace_span(span, "pass")


RULE = Rule(
    id="rebound_constants",
    family="P3",
    summary="True and False can't be assigned",
    before="try:\n    True\nexcept NameError:\n    True, False = 1, 0\n",
    after="try:\n    True\nexcept NameError:\n    pass\n",
    caveats="Values other than the constants' own are lost too: nothing can rebind them in Python 3.",
    triggers=("True", "False"),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
