"""m.True → getattr(m, 'True'), f(True=1) → f(**{'True': 1}): attributes and arguments called like the constants."""

from __future__ import annotations

from migration.rule import Findings, Phase, Rule
from migration.view.lexed import LexedSource

_CONSTANTS = ("True", "False", "None")


def lower(source: LexedSource) -> Findings:
    """Read, set and give by name what Python 3 has no way to spell."""
    tokens = source.tokens
    for index in tokens.positions(*_CONSTANTS):
        before = tokens.texts[index - 1] if index else ""
        if before == ".":
            yield from _attribute(index, source)
        elif before in ("(", ",") and tokens.texts[index + 1] == "=":
            yield from _argument(index, source)


def _attribute(index: int, source: LexedSource) -> Findings:
    """Ask an object that is reached by names alone; set what one statement gives to one attribute."""
    tokens, start = source.tokens, index - 2
    while start > 1 and tokens.texts[start - 1] == "." and tokens.texts[start - 2].isidentifier():
        start -= 2
    if not tokens.texts[start].isidentifier() or (start and tokens.texts[start - 1] == "."):
        return
    name, owner = repr(tokens.texts[index]), source.span(start, index - 1)
    if tokens.texts[index + 1] != "=":
        yield source.replace_span(source.span(start, index + 1), "getattr(", owner, f", {name})")
        return
    statement = tokens.statement_at(start)
    sides = tokens.split(statement.first, statement.last, "=")
    if statement.first == start and len(sides) == 2:
        value = source.span(*sides[1])
        whole = source.span(statement.first, statement.last)
        # What the value itself asks for by such a name is read by an edit of its own.
        yield source.replace_span(whole, "setattr(", owner, f", {name}, ", value, ")")


def _argument(index: int, source: LexedSource) -> Findings:
    """Give an argument in a dictionary, where nothing follows that may not stand behind one."""
    tokens = source.tokens
    openers = (o for o in tokens.positions("(") if o < index < tokens.partners.get(o, 0))
    opener = max(openers, default=0)
    if opener < 1 or tokens.texts[opener - 2] in ("def", "class") or "lambda" in tokens.texts[opener:index]:
        return
    items = tokens.split(opener + 1, tokens.partners[opener])
    place = next((i for i, (first, _) in enumerate(items) if first == index), None)
    if place is None or any(tokens.texts[first] == "*" for first, last in items[place:] if first < last):
        return
    first, last = items[place]
    value = source.span(first + 2, last)
    whole = source.span(first, last)
    yield source.replace_span(whole, f"**{{{tokens.texts[index]!r}: ", value, "}")


RULE = Rule(
    id="constant_names",
    family="P3",
    summary="attributes and arguments can't be called like constants",
    before="labels = dict(True='yes', False='no')\nm.True = labels\nprint m.True\n",
    after=(
        "labels = dict(**{'True': 'yes'}, **{'False': 'no'})\nsetattr(m, 'True', labels)\n"
        "print(getattr(m, 'True'))\n"
    ),
    caveats="Attributes of what is no dotted name, and arguments before `*`, stay.",
    triggers=("True", "False", ".None"),
    phase=Phase.SYNTAX,
    invalid_only=True,
    lower=lower,
)
