r"""'C:\Users' → 'C:\\Users': in a native literal of Python 2, \u, \U and \N are no escapes."""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.source.edits import Part, Span
from migration.view.lexed import LexedSource

_ESCAPE = re.compile(r"\\(?:([uUN])|.)", re.DOTALL)
_VALID = {
    "u": re.compile(r"[0-9a-fA-F]{4}"),
    "U": re.compile(r"[0-9a-fA-F]{8}"),
    "N": re.compile(r"\{[^}']+\}"),
}


def lower(source: LexedSource) -> Findings:
    """Double the backslash in native literals (no prefix); where Python 3 could read the escape, only
    in Python 2.
    """
    if "unicode_literals" in source.facts.future:
        return
    tokens = source.tokens
    for index in tokens.strings:
        text = tokens.texts[index]
        if text[0] not in "'\"" or "\\" not in text:
            continue
        start = tokens.starts[index]
        found = [m for m in _ESCAPE.finditer(text) if m.group(1)]
        if found:
            certain = any(not _VALID[m.group(1)].match(text, m.end()) for m in found)
            places = (start + m.start() for m in found)
            doubled = (Part(Span(p, p), ("\\",)) for p in places)
            yield source.edit(*doubled, needs_python2=not certain, evidence=certain)


RULE = Rule(
    id="string_escapes",
    family="P3",
    summary=r"\u, \U and \N in native literals get their backslash doubled",
    before="path = 'C:\\Users'\n",
    after="path = 'C:\\\\Users'\n",
    caveats="Where the escape is valid in Python 3, only in a file known to be Python 2.",
    triggers=("\\u", "\\U", "\\N"),
    phase=Phase.SYNTAX,
    needs_python2=True,
    lower=lower,
)
