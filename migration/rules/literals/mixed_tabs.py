"""Tabs and spaces mixed in one block → spaces, a tab reaching as far as Python 2 read it.

That is the next multiple of 8, or of what a comment tells editors: Python 2 believed `tab-width: 4`, Python 3 does not.
"""

from __future__ import annotations

import re

from migration.rule import Findings, Phase, Rule
from migration.source.edits import Part, Span
from migration.view.lexed import LexedSource

_TAB = 8
#: As Python 2's tokenizer looked for it in comments (tokenizer.c, `tabforms`).
_WIDTH = re.compile(r"#[^\n]*?(?:tab-width:|:tabstop=|:ts=|set tabsize=)[ \t]*(\d+)")


def lower(source: LexedSource) -> Findings:
    """Where Python 3 would find the indentation inconsistent, expand the tabs of every logical line."""
    tab, widths = _TAB, _widths(source)
    if not _inconsistent(source, bool(widths)):
        return
    parts = []
    for start in _line_starts(source):
        while widths and widths[0][0] < start:
            tab = widths.pop(0)[1]
        end = start
        while source.text[end : end + 1] in (" ", "\t", "\f") and end < len(source.text):
            end += 1
        blank = source.text[start:end]
        if "\t" in blank:
            parts.append(Part(Span(start, end), (" " * _column(blank, tab),)))
    if parts:
        yield source.edit(*parts)


def _widths(source: LexedSource) -> list[tuple[int, int]]:
    """From where on a comment gives tabs another width, and which."""
    told = [(found.start(), int(found[1])) for found in _WIDTH.finditer(source.text)]
    return [(start, width) for start, width in told if 1 <= width <= 40]


def _line_starts(source: LexedSource) -> list[int]:
    """Where each line begins that is not inside a string."""
    inside: set[int] = set()
    tokens = source.tokens
    for start, text in zip(tokens.starts, tokens.texts, strict=True):
        if "\n" in text and text != "\n":
            first = source.line(start)
            inside.update(range(first + 1, first + text.count("\n") + 1))
    return [s for number, s in enumerate(source.line_starts, 1) if number not in inside]


def _column(blank: str, tab: int = _TAB) -> int:
    column = 0
    for character in blank:
        if character == "\t":
            column = (column // tab + 1) * tab
        elif character == "\f":
            column = 0
        else:
            column += 1
    return column


def _inconsistent(source: LexedSource, told: bool) -> bool:
    """Python 3's own test: measured with tabs of 8 and of 1, the lines must nest alike.

    `told`: a comment gives tabs another width, so that what ends no block in Python 3 may have ended one.
    """
    stack = [(0, 0)]
    for first in source.tokens.lines:
        blank = source.tokens.indentation(first)
        if not blank.strip(" ") and len(stack) == 1 and not blank:
            continue
        column, other = _column(blank), _column(blank, 1)
        while len(stack) > 1 and column < stack[-1][0]:
            stack.pop()
            if told and column > stack[-1][0]:
                return True
        if column == stack[-1][0]:
            if other != stack[-1][1]:
                return True
        elif column > stack[-1][0]:
            if other <= stack[-1][1]:
                return True
            stack.append((column, other))
    return False


RULE = Rule(
    id="mixed_tabs",
    family="P3",
    summary="inconsistent tabs and spaces become spaces",
    before="if a:\n        b = 1\n\tc = 2\n",
    after="if a:\n        b = 1\n        c = 2\n",
    caveats="All tabs that indent a line of the file are expanded, not only those in the inconsistent block.",
    triggers=("\t",),
    phase=Phase.SYNTAX,
    evidence=True,
    invalid_only=True,
    order=90,
    lower=lower,
)
