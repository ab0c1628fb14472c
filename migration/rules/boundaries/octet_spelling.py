r"""'é' → '\xc3\xa9', where octets are text: a native literal is the octets of the file's own codec."""

from __future__ import annotations

import codecs
import re

from migration.analysis.strings.octets import literals_are_octets
from migration.rule import NOT_ASCII, Findings, Phase, Rule
from migration.source.edits import Part, Span
from migration.source.source_text import declared_encoding
from migration.source.tokens import Kind
from migration.view.lexed import LexedSource

#: A native literal that may have escapes.
_NATIVE = re.compile(r"['\"]")


def lower(source: LexedSource) -> Findings:
    """Spell each character beyond ASCII as its octets, in a small program that Python 2 alone can run."""
    if not (source.facts.index.is_small and literals_are_octets(source.facts)):
        return
    codec = codec_of_file(source.text)
    for place in source.tokens.strings:
        text = source.tokens.texts[place]
        if text.isascii() or not _NATIVE.match(text) or _stands_alone(source, place):
            continue
        start = source.tokens.starts[place]
        parts = []
        for found in NOT_ASCII.finditer(text):
            spelled = "".join(f"\\x{octet:02x}" for octet in found[0].encode(codec, "replace"))
            parts.append(Part(Span(start + found.start(), start + found.end()), (spelled,)))
        yield source.edit(*parts)


def codec_of_file(text: str) -> str:
    """The codec that a file declares in one of its first two lines, or UTF-8."""
    declared = declared_encoding("\n".join(text.split("\n", 2)[:2]).encode())
    try:
        return codecs.lookup(declared or "utf-8").name
    except LookupError:
        return "utf-8"


def _stands_alone(source: LexedSource, place: int) -> bool:
    """Whether a literal is a statement of its own, as docstrings are."""
    statement = source.tokens.statement_at(place)
    kinds = {source.tokens.kind(i) for i in range(statement.first, statement.last)}
    return kinds == {Kind.STRING}


RULE = Rule(
    id="octet_spelling",
    family="P9",
    summary="native literals are the octets of the file's codec, where octets stay text",
    before="x = 'a'\n",
    after="x = 'a'\n",
    caveats="Only in small programs whose strings are octets (dialects/octets.py), and that Python 2 alone can run; "
    "not in raw literals and docstrings.",
    triggers=(NOT_ASCII,),
    phase=Phase.SYNTAX,
    needs_python2=True,
    lower=lower,
)
