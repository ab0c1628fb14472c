"""True, False = 1, 0 → gone: in Python 3 the constants can't be assigned."""

from __future__ import annotations

from migration.rule import Findings, Phase, Rule
from migration.view.lexed import LexedSource

_CONSTANTS = ("True", "False", "None")


def lower(source: LexedSource) -> Findings:
    """Remove assignments that only give the constants their own values.

    A parameter (`True=True`, to make a global a local) keeps its place under another name: what reads the constant
    reads the constant.
    """
    tokens = source.tokens
    for index in tokens.positions("True", "False"):
        if tokens.texts[index + 1] == "=" and _is_parameter(index, source):
            yield source.replace_span(source.span(index, index + 1), f"_{tokens.texts[index].lower()}")
    for statement in source.starting_with(*_CONSTANTS, "bool", "("):
        sides = tokens.split(statement.first, statement.last, "=")
        if len(sides) != 2:
            continue
        targets, values = ([t for t in tokens.texts[first:last] if t not in "(),"] for first, last in sides)
        if len(values) == len(targets):
            # `bool, True, False = bool, True, False` asks whether there are such names.
            same = zip(targets, values, strict=True)
            targets = [t for t, value in same if t in _CONSTANTS or t != value]
        if not targets or any(t not in _CONSTANTS for t in targets):
            continue
        span = source.span(statement.first, statement.last)
        if set(targets) <= {"True", "False"}:
            yield source.replace_span(span, "pass")


def _is_parameter(index: int, source: LexedSource) -> bool:
    """Whether the token is a parameter of a function: `def f(a, True=True)`."""
    tokens = source.tokens
    if tokens.texts[index - 1] not in ("(", ","):
        return False
    openers = (o for o in tokens.positions("(") if o < index < tokens.partners.get(o, 0))
    opener = max(openers, default=0)
    return opener > 1 and tokens.texts[opener - 2] == "def"


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
