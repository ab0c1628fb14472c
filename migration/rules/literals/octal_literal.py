"""0777 → 0o777."""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.view.lexed import LexedSource

_OCTAL = re.compile(r"0+[0-7]*[1-7][0-7]*[lL]?")


def lower(source: LexedSource) -> Findings:
    """Give octal integers their prefix; floats and zeros need none."""
    tokens = source.tokens
    for index in tokens.numbers:
        text = tokens.texts[index]
        if text[0] == "0" and len(text) > 1 and _OCTAL.fullmatch(text):
            start = tokens.starts[index]
            digits = len(text) - len(text.lstrip("0"))
            yield source.replace_span((start, start + digits), "0o")


RULE = Rule(
    id="octal_literal",
    family="P3",
    summary="octal integers are written 0o777",
    before="mode = 0755\n",
    after="mode = 0o755\n",
    triggers=(re.compile(r"0(?<!\w0)[0-7]"),),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
