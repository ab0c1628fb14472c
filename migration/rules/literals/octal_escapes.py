r"""r'[\200-\777]' → r'[\200-\377]': Python 2 kept eight bits of an octal escape; the re of Python 3 refuses it."""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.source.edits import Part, Span
from migration.source.tokens import OPENING
from migration.view.lexed import LexedSource

_ESCAPE = re.compile(r"\\(?:([4-7][0-7]{2})|.)", re.DOTALL)
#: A set of characters in a pattern: its first bracket may be a character of its own.
_SET = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_SKIPPED = re.compile(r"\\.", re.DOTALL)


def lower(source: LexedSource) -> Findings:
    """Spell the escape as Python 2 read it: in native literals, and in the sets of characters of raw ones."""
    tokens = source.tokens
    for index in tokens.strings:
        text = tokens.texts[index]
        opening = OPENING.match(text) if "\\" in text else None
        if opening is None:
            continue
        prefix, start = opening["prefix"].lower(), tokens.starts[index]
        if "r" in prefix:
            places = [p for s in _sets(text, opening.end()) for p in _places(text, *s)]
            yield from _edits(places, text, start, source, needs_python2=False)
        elif prefix == "b" or (not prefix and "unicode_literals" not in source.facts.future):
            places = _places(text, opening.end(), len(text))
            yield from _edits(places, text, start, source, needs_python2=True)


def _sets(text: str, position: int) -> list[tuple[int, int]]:
    """Where the sets of characters of a pattern stand."""
    found = []
    while position < len(text):
        known = _SET.match(text, position)
        if known:
            found.append(known.span())
        skipped = known or _SKIPPED.match(text, position)
        position = skipped.end() if skipped else position + 1
    return found


def _places(text: str, start: int, end: int) -> list[int]:
    return [m.start() for m in _ESCAPE.finditer(text, start, end) if m[1]]


def _edits(places: list[int], text: str, start: int, source: LexedSource, *, needs_python2: bool) -> Findings:
    # The hundreds alone change: 4 to 7 lose their highest bit.
    parts = (Part(Span(start + p + 1, start + p + 2), (str(int(text[p + 1]) - 4),)) for p in places)
    if places:
        yield source.edit(*parts, needs_python2=needs_python2)


RULE = Rule(
    id="octal_escapes",
    family="P3",
    summary="octal escapes above \\377 are spelled as the eight bits that Python 2 kept of them",
    before="import re\nspecial = re.compile(r'[\\200-\\777]')\n",
    after="import re\nspecial = re.compile(r'[\\200-\\377]')\n",
    caveats="Raw literals only between [ and ], where nothing but a pattern has such an escape; native ones only in a "
    "file known to be Python 2.",
    triggers=(re.compile(r"\\[4-7][0-7]{2}"),),
    phase=Phase.SYNTAX,
    lower=lower,
)
