"""10L → 10: the suffix of long integers is dropped."""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.view.lexed import LexedSource


def lower(source: LexedSource) -> Findings:
    """Drop the suffix; an octal loses it here and gets its prefix from octal_literal."""
    tokens = source.tokens
    for index in tokens.numbers:
        if tokens.texts[index][-1] in "lL":
            end = tokens.ends[index]
            attribute = source.text[end : end + 1] == "."
            yield source.replace_span((end - 1, end), " " if attribute else "")


RULE = Rule(
    id="long_literal",
    family="P3",
    summary="long integers need no suffix",
    before="n = 10L + 0xFFl\n",
    after="n = 10 + 0xFF\n",
    caveats="repr() of the number no longer ends in L.",
    triggers=(re.compile(r"[0-9a-fA-F][lL]\b"),),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    lower=lower,
)
