r"""ur'\d' → r'\d': Python 3 has no raw unicode prefix; \u escapes, which ur'' still decodes, are expanded."""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.view.lexed import LexedSource

_PREFIX = re.compile(r"[uU][rR](?=['\"])")
#: A backslash is an escape here only when an odd number of them precedes the letter.
_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))")


def lower(source: LexedSource) -> Findings:
    """Drop the u; a literal with escapes that must be decoded becomes an ordinary one."""
    tokens = source.tokens
    for index in tokens.strings:
        text = tokens.texts[index]
        if not _PREFIX.match(text):
            continue
        start, end = tokens.starts[index], tokens.ends[index]
        if not _ESCAPE.search(text):
            yield source.replace_span((start, start + 1), "")
            continue
        quote = re.match(r"'''|\"\"\"|'|\"", text[2:])
        size = len(quote.group()) if quote else 1
        body = text[2 + size : -size]
        yield source.replace_span((start, end), "u" + text[2 : 2 + size] + _cooked(body) + text[-size:])


def _cooked(body: str) -> str:
    """The same value without the raw prefix: backslashes doubled, but those of \\u escapes."""
    result, position = [], 0
    for match in _ESCAPE.finditer(body):
        escape = match.end(1)
        result.append(_doubled(body[position:escape]))
        result.append(body[escape : match.end()])
        position = match.end()
    result.append(_doubled(body[position:]))
    return "".join(result)


def _doubled(raw: str) -> str:
    """Raw text as an ordinary literal spells it: a quote behind a backslash would end that one."""
    return re.sub(r"(\\+)(['\"]?)", lambda m: m[1] * 2 + (f"\\{m[2]}" if m[2] else ""), raw)


RULE = Rule(
    id="raw_unicode_literal",
    family="P3",
    summary="ur'' is r''",
    before="pattern = ur'\\d+'\n",
    after="pattern = r'\\d+'\n",
    triggers=tuple(f"{u}{r}{quote}" for u in "uU" for r in "rR" for quote in "'\""),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
