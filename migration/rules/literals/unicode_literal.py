"""u'text' → 'text', once every other rule has seen which literals were text."""

from __future__ import annotations

import ast
import re

from migration.rule import Findings, Phase, Rule
from migration.view.module import Module

_ESCAPE = re.compile(r"\\[uUN]")


def visit(node: ast.Module, module: Module) -> Findings:
    """Drop the prefix; it stays where an escape follows, which would read as a native literal's otherwise."""
    tokens = module.tokens
    for start, text in zip(tokens.starts, tokens.texts, strict=True):
        if text[0] in "uU" and text[1:2] in ("'", '"'):
            if _ESCAPE.search(text):
                yield module.found_at(start)
            else:
                yield module.replace_span((start, start + 1), "")


RULE = Rule(
    id="unicode_literal",
    family="P3",
    summary="text literals need no u",
    before="print u'a'\n",
    after="print('a')\n",
    caveats="The prefix stays before a literal with \\u escapes: a second run can't take it for bytes.",
    triggers=("u'", 'u"', "U'", 'U"'),
    phase=Phase.FINISH,
    needs_python2=True,
    nodes=(ast.Module,),
    visit=visit,
)
