"""The syntax phase: lower Python-2-only syntax, then parse.

What still can't be parsed is masked, statement by statement, so that it never costs the file its migration,
and is reported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from migration.dialects.dialect import parse_or_raise
from migration.rule import Rule
from migration.source.edits import Edit, Rendering, apply
from migration.source.findings import Found, Open
from migration.source.tokens import COMPOUND, Tokens
from migration.view.draft import Facts
from migration.view.lexed import LexedSource

#: How many constructs of one file may be masked before the rest of the file is given up.
_MAX_MASKS = 40
_HEADER_ARMS = {"elif": "elif 1:", "else": "else:", "except": "except:", "finally": "finally:"}


@dataclass(slots=True)
class Lowered:
    """What the syntax rules made of a text: renderings in order, and what they found on the way."""

    text: str
    renderings: list[Rendering] = field(default_factory=list)
    found: list[tuple[int, Found]] = field(default_factory=list)
    open: list[tuple[int, Open]] = field(default_factory=list)
    withheld: bool = False
    notes: list[str] = field(default_factory=list)


def lower(text: str, rules: Iterable[Rule], facts: Facts, max_rounds: int = 5) -> Lowered:
    """Apply the syntax rules until none has anything left to do.

    Findings carry the round they were made in.
    """
    result = Lowered(text)
    rules = tuple(rules)
    if not rules:
        return result
    for number in range(max_rounds):
        source = LexedSource(result.text, facts)
        edits: list[Edit] = []
        for rule in rules:
            source.rule = rule
            try:
                findings = list(rule.lower(source)) if rule.lower else []
            except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
                result.notes.append(f"rule {rule.id} failed: {error!r}")
                continue
            for finding in findings:
                if isinstance(finding, Edit):
                    edits.append(finding)
                elif isinstance(finding, Found):
                    result.found.append((number, finding))
                else:
                    result.open.append((number, finding))
        proven = any(e.evidence for e in edits)
        if not proven and (facts.presumed or not facts.python2):
            unproven = {r.id for r in rules if r.needs_proof or not facts.python2}
            certain = [e for e in edits if not (e.needs_python2 and e.rule in unproven)]
            result.withheld = result.withheld or len(certain) < len(edits)
            edits = certain
        if number:
            # What the first round wrote is Python 3: print("a", "b") must not be read as Python 2 again.
            edits = [e for e in edits if not e.needs_python2]
        if not edits:
            break
        if proven:
            facts.python2, facts.presumed = True, False
        rendering = apply(result.text, edits)
        facts.lowered.update(e.rule for e in rendering.applied)
        result.renderings.append(rendering)
        if rendering.text == result.text:
            break
        result.text = rendering.text
        if not rendering.deferred and not any(_adds_lines(e) for e in rendering.applied):
            break
    return result


def _adds_lines(edit: Edit) -> bool:
    return any(isinstance(p, str) and "\n" in p for part in edit.parts for p in part.pieces)


@dataclass(slots=True)
class Parsed:
    """A tree, the (masked) text it was made from, and the masked places as (offset, message)."""

    tree: ast.Module
    masked: str
    failures: list[tuple[int, str]]


def parse_with_recovery(text: str, key: str = "<text>") -> Parsed | None:
    """Parse `text`; where that fails mask the offending statement and try again. None when nothing helps."""
    masked = text
    failures: list[tuple[int, str]] = []
    for _ in range(_MAX_MASKS):
        try:
            return Parsed(parse_or_raise(masked, key), masked, failures)
        except SyntaxError as error:
            spot = _mask(masked, error)
            if spot is None:
                return None
            start, end, replacement = spot
            failures.append((start, error.msg or "invalid syntax"))
            masked = masked[:start] + replacement + masked[end:]
        except (ValueError, RecursionError, MemoryError) as error:
            failures.append((0, str(error)))
            return None
    return None


def _mask(text: str, error: SyntaxError) -> tuple[int, int, str] | None:
    """The statement that holds a syntax error, and a harmless statement of exactly its size and lines."""
    tokens = Tokens(text)
    offset = _offset(text, error)
    index = next((i for i, end in enumerate(tokens.ends) if end > offset), len(tokens.texts) - 1)
    if index < 0 or not tokens.lines:
        return None
    for candidate in _candidates(tokens, index):
        start, end, header = candidate
        source = text[start:end]
        replacement = _blank(source, header)
        if replacement is not None and replacement != source:
            return start, end, replacement
    return None


def _candidates(tokens: Tokens, index: int) -> list[tuple[int, int, bool]]:
    statement = tokens.statement_at(index)
    found = []
    is_header = tokens.texts[statement.first] in COMPOUND and tokens.texts[statement.last - 1] == ":"
    found.append((*tokens.span(statement.first, statement.last), is_header))
    first, last = tokens.line_of(index)
    if (first, last) != (statement.first, statement.last):
        found.append((*tokens.span(first, last), False))
    before = tokens.line_of(first - 1)[0] if first else first
    if before != first:
        found.append((*tokens.span(before, tokens.line_of(before)[1]), False))
    return found


def _offset(text: str, error: SyntaxError) -> int:
    position = 0
    for _ in range((error.lineno or 1) - 1):
        following = text.find("\n", position)
        if following < 0:
            break
        position = following + 1
    line_end = text.find("\n", position)
    line_end = len(text) if line_end < 0 else line_end
    column = max((error.offset or 1) - 1, 0)
    blank = len(text[position:line_end]) - len(text[position:line_end].lstrip())
    return min(position + max(column, blank), max(line_end - 1, position))


def _blank(source: str, header: bool) -> str | None:
    """Text of the same length and with the same line ends that says nothing."""
    word = re.match(r"\w*", source)
    first = word.group() if word else ""
    if header:
        filler = _HEADER_ARMS.get(first, "if 1:")
    elif source.startswith("@"):
        filler = "#"
    else:
        filler = "pass" if len(source.split("\n")[0]) >= 4 else "0"
    if len(filler) > len(source.split("\n")[0]):
        return None
    rest = re.sub(r"[^\n]", " ", source[len(filler) :])
    return filler + rest
