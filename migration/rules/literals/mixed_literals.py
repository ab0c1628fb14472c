r"""b'x' 'y' → b'x' b'y': literals of bytes and of text one after the other, which were one native string."""

from __future__ import annotations

import re
from itertools import pairwise

from migration.analysis.strings.octets import literals_are_octets
from migration.rule import NOT_ASCII, Findings, Phase, Rule
from migration.rules.boundaries.octet_spelling import codec_of_file
from migration.source.edits import Edit, Part, Span
from migration.source.tokens import Kind
from migration.view.lexed import LexedSource

_PREFIX = re.compile(r"[a-zA-Z]*")
#: What is an escape in text only.
_TEXT_ESCAPE = re.compile(r"(?<!\\)(?:\\\\)*\\[uUN]")


def lower(source: LexedSource) -> Findings:
    """Give all the prefix b, or take it away where one of them is unicode, which made the whole so."""
    if literals_are_octets(source.facts):
        return  # none keeps its b
    tokens = source.tokens
    places = [i for i in tokens.strings if tokens.kind(i) is Kind.STRING]
    run: list[int] = []
    for place, following in pairwise([*places, -1]):
        run.append(place)
        if following == place + 1:
            continue
        prefixes = [_prefix(tokens.texts[i]) for i in run]
        if len(run) > 1 and len({"b" in p for p in prefixes}) > 1:
            edit = _alike(run, prefixes, source)
            if edit is not None:
                yield edit
        run = []


def _prefix(literal: str) -> str:
    found = _PREFIX.match(literal)
    return found[0].lower() if found else ""


def _alike(run: list[int], prefixes: list[str], source: LexedSource) -> Edit | None:
    """The edit that makes literals of one kind, or None where their text can't be spelled so."""
    if any("f" in p for p in prefixes):
        return None
    native_is_text = "unicode_literals" in source.facts.future
    text = any("u" in p or (native_is_text and "b" not in p) for p in prefixes)
    # A statement of its own documents what it stands in: that is text in Python 3.
    statement = source.tokens.statement_at(run[0])
    text = text or (statement.first, statement.last) == (run[0], run[-1] + 1)
    parts: list[Part] = []
    for place, prefix in zip(run, prefixes, strict=True):
        literal, start = source.tokens.texts[place], source.tokens.starts[place]
        if not text and "b" not in prefix:
            if "r" in prefix and not literal.isascii():
                return None
            parts.append(Part(Span(start, start), ("b",)))
            parts += _as_octets(literal, start, source)
        elif text and "b" in prefix:
            if "r" not in prefix and _TEXT_ESCAPE.search(literal):
                return None
            at = start + prefix.index("b")
            parts.append(Part(Span(at, at + 1), ()))
    return source.edit(*parts)


def _as_octets(literal: str, start: int, source: LexedSource) -> list[Part]:
    """The parts that spell each character beyond ASCII as the octets that it is in the file."""
    parts = []
    for found in NOT_ASCII.finditer(literal):
        octets = found[0].encode(codec_of_file(source.text), "replace")
        spelled = "".join(f"\\x{octet:02x}" for octet in octets)
        parts.append(Part(Span(start + found.start(), start + found.end()), (spelled,)))
    return parts


RULE = Rule(
    id="mixed_literals",
    family="P3",
    summary="literals one after the other are all bytes, or all text",
    before="magic = b'\\x89PNG' '\\r\\n'\n",
    after="magic = b'\\x89PNG' b'\\r\\n'\n",
    caveats="A raw literal beyond ASCII beside one of bytes stays.",
    triggers=("b'", 'b"', "B'", 'B"', "br'", 'br"', "bR'", 'bR"', "Br'", 'Br"', "BR'", 'BR"'),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
