"""What comes of a look at a text: edits, patterns that were seen, places that are left open; and in whose name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from environment.traces import Exactness, OpenSite
from migration.source.edits import Edit


class Author(Protocol):
    """Who edits and finds: a rule, or a repair. What it makes carries these unless it says otherwise."""

    @property
    def id(self) -> str:
        """The name that its edits are signed with."""

    @property
    def pattern(self) -> str:
        """The id of the pattern that it looks for."""

    @property
    def exactness(self) -> Exactness:
        """What its edits promise."""

    @property
    def evidence(self) -> bool:
        """Whether its edits prove that the file is Python 2."""

    @property
    def needs_python2(self) -> bool:
        """Whether its edits are right only in a file proven to be Python 2."""


@dataclass(frozen=True, slots=True)
class Found:
    """A pattern seen at an offset, whether or not anything is done about it."""

    pattern: str
    offset: int
    guarded: bool = False
    needs_python2: bool = False


@dataclass(frozen=True, slots=True)
class Open:
    """A place left as it is, with the reason (a plain sentence a person can act on)."""

    pattern: str
    offset: int
    reason: str
    guarded: bool = False
    needs_python2: bool = False

    def at(self, line: int) -> OpenSite:
        """This as a trace at `line`."""
        return OpenSite(self.pattern, line, self.reason)


Finding = Edit | Found | Open
Findings = Iterator[Finding]
