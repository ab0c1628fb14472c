"""What the token phase and the tree phase have in common: the text, facts about the file, and how edits
are made.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from environment.traces import Observation
from migration.flow.repository import RepositoryFlow
from migration.repository.index import RepositoryIndex
from migration.source.edits import Edit, Part, Piece, Span
from migration.source.findings import Author, Found, Open
from migration.source.source_text import line_starts


class Dialect(StrEnum):
    """Which language a text is written in. AMBIGUOUS: valid in both, and nothing tells them apart."""

    PYTHON2 = "python2"
    PYTHON3 = "python3"
    POLYGLOT = "polyglot"
    AMBIGUOUS = "ambiguous"


@dataclass(slots=True)
class Facts:
    """What is known about a file while it is migrated.

    `parses`: the original text is valid Python 3 syntax. `chevrons`: it prints to files by statements, which
    Python 3 reads as shifts. `future`: names imported from `__future__`.
    `lowered`: ids of the syntax rules that rewrote something. `python2`: something in the file exists in
    Python 2 only. `presumed`: nothing does, but nothing speaks against it, and `python2` is set for that.
    `asked`: a rule has asked for the language while nothing had shown it. `flow` gives what flows through the
    repository, followed when first asked for.
    """

    key: str
    index: RepositoryIndex
    target: tuple[int, int] = (3, 11)
    observations: tuple[Observation, ...] = ()
    parses: bool = False
    chevrons: bool = False
    future: frozenset[str] = frozenset()
    lowered: set[str] = field(default_factory=set)
    python2: bool = False
    presumed: bool = False
    asked: bool = False
    flow: Callable[[], RepositoryFlow] | None = None

    @property
    def is_proven(self) -> bool:
        """Whether the file is known to be Python 2's, not only taken for it."""
        return self.python2 and not self.presumed


class Draft:
    """A text under migration. `rule` is the rule at work; edits and findings made here carry its defaults."""

    rule: Author

    def __init__(self, text: str, facts: Facts) -> None:
        self.text = text
        self.facts = facts

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset at which each line begins."""
        return line_starts(self.text)

    def line(self, offset: int) -> int:
        """The 1-based line of an offset."""
        return bisect_right(self.line_starts, offset)

    def source(self, span: Span | tuple[int, int]) -> str:
        """The text of a span."""
        return self.text[span[0] : span[1]]

    def edit(self, *parts: Part, **flags: Any) -> Edit:
        """An edit of the rule at work. `flags` override: exactness, pattern, evidence, needs_python2,
        guarded, note.
        """
        rule = self.rule
        values: dict[str, Any] = {
            "pattern": rule.pattern,
            "exactness": rule.exactness,
            "evidence": rule.evidence,
            "needs_python2": rule.needs_python2,
        }
        values.update((k, v) for k, v in flags.items() if v is not None)
        return Edit(parts=parts, rule=rule.id, **values)

    def replace_span(self, span: Span | tuple[int, int], *pieces: Piece, **flags: Any) -> Edit:
        """An edit that puts `pieces` (text, or spans to keep) in the place of `span`."""
        return self.edit(Part(Span(*span), pieces), **flags)

    def insert(self, offset: int, *pieces: Piece, **flags: Any) -> Edit:
        """An edit that inserts `pieces` at `offset`."""
        return self.replace_span(Span(offset, offset), *pieces, **flags)

    def found_at(self, offset: int, pattern: str | None = None, **flags: bool) -> Found:
        """A pattern seen at `offset`."""
        flags.setdefault("needs_python2", self.rule.needs_python2)
        return Found(pattern or self.rule.pattern, offset, **flags)

    def open_at(self, offset: int, reason: str, pattern: str | None = None, **flags: bool) -> Open:
        """A place left as it is, with the reason."""
        flags.setdefault("needs_python2", self.rule.needs_python2)
        return Open(pattern or self.rule.pattern, offset, reason, **flags)
