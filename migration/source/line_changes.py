"""Who changed which lines, when one author's text is changed further by another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from difflib import SequenceMatcher
from functools import lru_cache

from environment.traces import Change, Exactness, OpenSite

_Block = tuple[str, int, int, int, int]


def changes_between(before: str, after: str, author: str) -> tuple[Change, ...]:
    """A semantic change for each run of lines of `after` that differs from `before`.

    Lines are 1-based. Deleted lines have no place in the new text: they are charged to the line that follows.
    """
    last = max(1, len(after.split("\n")))
    return tuple(
        Change(author, Exactness.SEMANTIC, min(last, j1 + 1), min(last, max(j2, j1 + 1)), i1 + 1)
        for tag, i1, _, j1, j2 in blocks(before, after)
        if tag != "equal"
    )


def carried(changes: Iterable[Change], before: str, after: str) -> tuple[Change, ...]:
    """Changes recorded for `before`, with their lines in `after`; those whose lines are gone are left out."""
    moved = _moves(before, after)
    result = []
    for change in changes:
        lines = [moved[line] for line in range(change.line, change.end_line + 1) if line in moved]
        if lines:
            result.append(replace(change, line=min(lines), end_line=max(lines)))
    return tuple(result)


def sites_left(sites: Iterable[OpenSite], before: str, after: str) -> tuple[OpenSite, ...]:
    """Open sites of `before` whose lines `after` still has as they were, with their lines there."""
    moved = _moves(before, after)
    return tuple(replace(site, line=moved[site.line]) for site in sites if site.line in moved)


def kept_lines(before: str, after: str) -> frozenset[int]:
    """Lines of `before` (1-based) that `after` still has as they were."""
    return frozenset(_moves(before, after))


def _moves(before: str, after: str) -> dict[int, int]:
    return {
        i + 1: j1 + (i - i1) + 1
        for tag, i1, i2, j1, _ in blocks(before, after)
        if tag == "equal"
        for i in range(i1, i2)
    }


@lru_cache(maxsize=4)
def blocks(before: str, after: str) -> tuple[_Block, ...]:
    """What became of lines of `before` in `after`: a tag of difflib, and from which line to which of each, from 0."""
    matcher = SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False)
    return tuple((str(tag), i1, i2, j1, j2) for tag, i1, i2, j1, j2 in matcher.get_opcodes())
