r"""b'\xff' → '\xff', where octets are text: to Python 2 they were one."""

from __future__ import annotations

import re

from migration.analysis.strings.octets import literals_are_octets
from migration.rule import Findings, Phase, Rule
from migration.view.lexed import LexedSource

_PREFIX = re.compile(r"[rR]?([bB])[rR]?['\"]")


def lower(source: LexedSource) -> Findings:
    """Drop the prefix in a file of a repository that Python 2 alone can run."""
    if not literals_are_octets(source.facts):
        return
    tokens = source.tokens
    for index in tokens.strings:
        prefix = _PREFIX.match(tokens.texts[index])
        if prefix is not None:
            start = tokens.starts[index] + prefix.start(1)
            yield source.replace_span((start, start + 1), "")


RULE = Rule(
    id="octet_literals",
    family="P9",
    summary="literals of bytes are native strings where those are octets that stay text",
    before="x = b'a'\n",
    after="x = b'a'\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py), and that Python 2 alone can run.",
    triggers=("b'", 'b"', "B'", 'B"', "br'", 'br"', "rb'", 'rb"'),
    phase=Phase.SYNTAX,
    needs_python2=True,
    lower=lower,
)
