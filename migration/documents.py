"""Text files with examples that doctest runs: migrated as those in docstrings are, with what they are to show."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator

from migration.examples import (
    EXAMPLE,
    SHOWN,
    TRACEBACK,
    code_of,
    exception_shown,
    ignoring_detail,
    lowered,
    migrated,
    placed,
    respelled,
)
from migration.source_text import restore_newlines, unify_newlines
from migration.tokens import OPENING

#: What such files are called.
SUFFIXES = (".txt", ".rst", ".md", ".doctest")
_ESCAPE = re.compile(r"(?<!\\)\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))")


def holds_examples(text: str) -> bool:
    """Whether doctest would find an example in `text`."""
    return ">>> " in text and EXAMPLE.search(text) is not None


def migrate_document(text: str, python2: bool, target: tuple[int, int]) -> str:
    """`text` with its examples in Python 3, each on as many lines as before, and with what they show spelled so.

    Nothing is done where neither the repository (`python2`) nor an example shows that Python 2 is meant.
    """
    unified, newlines = unify_newlines(text)
    examples = list(EXAMPLE.finditer(unified))
    written = [code_of(example) for example in examples]
    if not written or not (python2 or any(map(lowered, written))):
        return text
    found = migrated(written, target) or [lowered(code) or code for code in written]
    made = _replaced(
        unified,
        (
            (example.start(), example.end(), placed(example, new))
            for example, new in zip(examples, found, strict=True)
            if new.count("\n") == example[0].count("\n")
        ),
    )
    made = _replaced(made, (edit for example in SHOWN.finditer(made) for edit in _shown(example)))
    return text if made == unified else restore_newlines(made, text, newlines)


def _replaced(text: str, edits: Iterator[tuple[int, int, str]]) -> str:
    pieces, position = [], 0
    for start, end, new in sorted(edits):
        pieces += [text[position:start], new]
        position = end
    return "".join([*pieces, text[position:]])


def _shown(example: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """What is to be replaced in what an example is expected to show: from, to, and by what."""
    if example["shown"].lstrip().startswith(TRACEBACK):
        found = exception_shown(example)
        # Python 3 names the module of an exception as well.
        if found and not hasattr(builtins, found[1]):
            first = example.start("shown")
            yield first, first, ignoring_detail(example)
        return
    yield from respelled(example, _characters)


def _characters(text: str, start: int, last: int) -> Iterator[tuple[int, int, str]]:
    """The escapes of a literal that Python 3 shows as the characters they stand for."""
    opening, end = OPENING.match(text, start), text.find(text[start], start + 1, last)
    for found in _ESCAPE.finditer(text, start, end if opening else start):
        character = chr(int(found[1] or found[2], 16))
        if character.isprintable():
            yield *found.span(), character
