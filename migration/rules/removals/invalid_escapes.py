r"""'\d+\.\w' → r'\d+\.\w': a backslash before what is no escape is a warning, and an error where those are."""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.source.edits import Part, Span
from migration.source.tokens import OPENING
from migration.view.lexed import LexedSource

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
# It begins with a backslash, to be found fast.
_NO_ESCAPES = r"""\\(?<!\\\\)(?:\\\\)*[^\s\\'"abfnrtv0-7xuUN]"""
_VALID = frozenset("\n\r\\'\"abfnrtv01234567x")
#: Escapes in text alone; in native literals of Python 2 others rules spell them.
_OF_TEXT = frozenset("uUN")


def lower(source: LexedSource) -> Findings:
    """Make the literal raw where it has no escapes at all; else double the backslashes that begin none."""
    tokens = source.tokens
    for index in tokens.strings:
        text = tokens.texts[index]
        opening = OPENING.match(text) if "\\" in text else None
        if opening is None or "r" in opening["prefix"].lower():
            continue
        found = [(m.start(), m[1]) for m in _ESCAPE.finditer(text, opening.end())]
        invalid = [position for position, letter in found if letter not in _VALID | _OF_TEXT]
        if not invalid:
            continue
        start = tokens.starts[index]
        if not opening["prefix"] and len(invalid) == len(found):
            parts = [Part(Span(start, start), ("r",))]
        else:
            parts = [Part(Span(start + p, start + p), ("\\",)) for p in invalid]
        yield source.edit(*parts)


RULE = Rule(
    id="invalid_escapes",
    family="P19",
    summary="a backslash that begins no escape is spelled so that Python does not warn",
    before="import re\nword = re.compile('\\w+')\nprint word\n",
    after="import re\nword = re.compile(r'\\w+', re.ASCII)\nprint(word)\n",
    triggers=(re.compile(_NO_ESCAPES),),
    phase=Phase.SYNTAX,
    needs_python2=True,
    lower=lower,
)
