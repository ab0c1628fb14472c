"""Two versions of a text side by side: hunks of lines, each with its number on either side."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

#: Lines of context around a change.
CONTEXT = 3
#: Beyond this many lines a comparison takes difflib's shortcut for lines that occur often.
LONG = 3000

SAME, GONE, NEW = " ", "-", "+"


class Row(NamedTuple):
    """One line: SAME, GONE or NEW, its number before and after (0: not there), its text without the newline."""

    kind: str
    before: int
    after: int
    text: str


def decode(data: bytes) -> str:
    """Bytes of a source text for a reader: as UTF-8 where that fits, else one character a byte."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def hunks(before: str, after: str, context: int = CONTEXT) -> Iterator[list[Row]]:
    """What changed between two texts, with `context` lines around; nothing for equal texts."""
    old, new = before.split("\n"), after.split("\n")
    # Equal ends are most of a migrated file: what lies outside need not be compared.
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    inner = difflib.SequenceMatcher(
        None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=len(old) > LONG
    )
    codes = [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in inner.get_opcodes()]
    if not any(tag != "equal" for tag, *_ in codes):
        return
    codes = [
        ("equal", 0, head, 0, head),
        *codes,
        ("equal", len(old) - tail, len(old), len(new) - tail, len(new)),
    ]
    rows = list(_rows(codes, old, new))
    near = _near(rows, context)
    hunk: list[Row] = []
    for row, close in zip(rows, near, strict=True):
        if close:
            hunk.append(row)
        elif hunk:
            yield hunk
            hunk = []
    if hunk:
        yield hunk


def pairs(hunk: Sequence[Row]) -> Iterator[tuple[Row | None, Row | None]]:
    """The lines of a hunk in two columns: what is gone beside what is new, in order."""
    gone: list[Row] = []
    new: list[Row] = []
    for row in [*hunk, Row(SAME, 0, 0, "")]:
        if row.kind == GONE:
            gone.append(row)
        elif row.kind == NEW:
            new.append(row)
        else:
            for place in range(max(len(gone), len(new))):
                yield gone[place] if place < len(gone) else None, new[place] if place < len(new) else None
            gone, new = [], []
            if row.before:
                yield row, row


def _rows(codes: Sequence[tuple[str, int, int, int, int]], old: list[str], new: list[str]) -> Iterator[Row]:
    for tag, a, b, c, d in codes:
        if tag == "equal":
            for place in range(b - a):
                yield Row(SAME, a + place + 1, c + place + 1, new[c + place])
            continue
        for place in range(a, b):
            yield Row(GONE, place + 1, 0, old[place])
        for place in range(c, d):
            yield Row(NEW, 0, place + 1, new[place])


def _near(rows: list[Row], context: int) -> list[bool]:
    near = [False] * len(rows)
    for place, row in enumerate(rows):
        if row.kind != SAME:
            for other in range(max(0, place - context), min(len(rows), place + context + 1)):
                near[other] = True
    return near


def _common(first: list[str], second: list[str]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
