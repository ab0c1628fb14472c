"""Text files with examples that doctest runs: migrated as those in docstrings are, with what they are to show."""

from __future__ import annotations

import ast
import builtins
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace

from environment.traces import Change, Exactness, OpenSite, PatternSite, is_document
from migration.dialects.dialect import parse
from migration.engine.example_divisions import floored
from migration.engine.examples import (
    EXAMPLE,
    SHOWN,
    Rewritten,
    code_of,
    exception_shown,
    fitted,
    ignoring_detail,
    lowered,
    migrated,
    moved,
    placed,
    shows_traceback,
)
from migration.engine.outcome import Outcome, Scan
from migration.engine.wording import said_now
from migration.repository.imports import imported_files
from migration.repository.index import RepositoryIndex
from migration.source.source_text import (
    SourceText,
    UndecodableError,
    decode,
    line_starts,
    restore_newlines,
    unify_newlines,
)
from migration.source.tokens import OPENING

#: Who rewrites the examples, where no rule of its own did, and what they show: as the rules for docstrings are called.
_SOURCE, _SHOWN = "doctest_source", "doctest_output"
_ESCAPE = re.compile(r"(?<!\\)\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))")


def holds_examples(text: str) -> bool:
    """Whether doctest would find an example in `text`."""
    return ">>> " in text and EXAMPLE.search(text) is not None


def migrate_document(text: str, python2: bool, target: tuple[int, int]) -> Outcome:
    """`text` with its examples in Python 3, each on as many lines as before, and with what they show spelled so.

    Nothing is done where neither the repository (`python2`) nor an example shows that Python 2 is meant. What is put
    in place of what an example shows is right only if it shows that: whoever judges has to run it.
    """
    unified, newlines = unify_newlines(text)
    examples = list(EXAMPLE.finditer(unified))
    written = [code_of(example) for example in examples]
    if not written or not (python2 or any(map(lowered, written))):
        return Outcome(text)
    given = [floored(e, code) for e, code in zip(examples, written, strict=True)]
    found = migrated(given, target) or [Rewritten(lowered(code) or code) for code in written]
    starts = line_starts(unified)
    edits: list[tuple[int, int, str]] = []
    changes: list[Change] = []
    patterns: list[PatternSite] = []
    open_sites: list[OpenSite] = []
    if python2:
        found = [replace(new, code=fitted(e, new.code)) for e, new in zip(examples, found, strict=True)]
    for example, code, new in zip(examples, written, found, strict=True):
        before = bisect_right(starts, example.start()) - 1
        patterns += [moved(site, before) for site in new.found]
        open_sites += [moved(site, before) for site in new.open_sites]
        if new.code != code and new.code.count("\n") == code.count("\n"):
            edits.append((*example.span(), placed(example, new.code)))
            lowered_only = Change(_SOURCE, Exactness.EXACT, 1, code.count("\n") + 1)
            changes += [moved(change, before) for change in new.changes or (lowered_only,)]
            patterns += [] if new.found else [PatternSite(_SOURCE, before + 1)]
    made = _replaced(unified, edits)
    starts = line_starts(made)
    spelled = [edit for example in SHOWN.finditer(made) for edit in _shown(example)]
    for line in sorted({bisect_right(starts, start) for start, _, _ in spelled}):
        changes.append(Change(_SHOWN, Exactness.SEMANTIC, line, line))
        patterns.append(PatternSite(_SHOWN, line))
    made = _replaced(made, spelled)
    return Outcome(
        text if made == unified else restore_newlines(made, text, newlines),
        tuple(sorted((replace(c, before_line=c.line) for c in changes), key=lambda c: (c.line, c.author))),
        tuple(sorted(patterns, key=lambda site: (site.line, site.pattern))),
        tuple(sorted(open_sites, key=lambda site: (site.line, site.pattern))),
    )


def scan_document(text: str, key: str, index: RepositoryIndex, target: tuple[int, int] = (3, 11)) -> Scan:
    """What a text file holds before anything is done to it: what is Python 2 in its examples, which files they import.

    It needs nothing, as a source file that compiles does, where its examples stay as they are.
    """
    outcome = migrate_document(text, index.is_in_python2(key), target)
    examples = EXAMPLE.finditer(unify_newlines(outcome.text)[0])
    trees = [tree for example in examples if (tree := parse(code_of(example), key)) is not None]
    imports = imported_files((node for tree in trees for node in ast.walk(tree)), key, index)
    return Scan(outcome.found, imports, compiles=outcome.text == text)


def decode_file(key: str, data: bytes) -> SourceText:
    """The text of a file of the repository. One in no declared encoding, and not in UTF-8, is kept octet by octet if it
    is no Python source: nothing but its examples is touched. Raises UndecodableError.
    """
    try:
        return decode(data)
    except UndecodableError:
        if not is_document(key) or b"\0" in data:
            raise
        return SourceText(data.decode("latin-1"), "latin-1")


def _replaced(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    pieces, position = [], 0
    for start, end, new in sorted(edits):
        pieces += [text[position:start], new]
        position = end
    return "".join([*pieces, text[position:]])


def _shown(example: re.Match[str]) -> Iterator[tuple[int, int, str]]:
    """What is to be replaced in what an example is expected to show: from, to, and by what."""
    found = exception_shown(example) if shows_traceback(example) else None
    # Python 3 names the module of an exception as well.
    if found and not hasattr(builtins, found[1]):
        first = example.start("shown")
        yield first, first, ignoring_detail(example)
    yield from said_now(example, _characters)


def _characters(text: str, start: int, last: int) -> Iterator[tuple[int, int, str]]:
    """The escapes of a literal that Python 3 shows as the characters they stand for."""
    opening, end = OPENING.match(text, start), text.find(text[start], start + 1, last)
    for found in _ESCAPE.finditer(text, start, end if opening else start):
        character = chr(int(found[1] or found[2], 16))
        if character.isprintable():
            yield *found.span(), character
