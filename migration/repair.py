"""What a repair is: a frozen description, the failures it knows, and one function that offers edits at their cause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from environment.traces import Frame, Issue
from migration.edits import Edit

if TYPE_CHECKING:
    from migration.scene import Scene

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]+")


@dataclass(frozen=True, slots=True)
class Failure:
    """One way in which tests fail at one place of a file.

    `line` is 1-based, in the candidate that was judged; 0: no frame lies in the file. `frames` run from the
    outermost to the innermost.
    """

    exception: str
    message: str
    line: int = 0
    frames: tuple[Frame, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """What a repair's pattern is searched in: `TypeError: the message`."""
        return f"{self.exception}: {self.message}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Edits that answer a failure. Lower `rank`s are tried first; `variant` tells one repair's answers apart."""

    edits: tuple[Edit, ...]
    rank: int = 50
    variant: str = ""


Candidates = Iterator[Candidate]


@dataclass(frozen=True, kw_only=True)
class Repair:
    """One repair.

    id             name; changes it makes are signed `repair:<id>`
    summary        one line
    failure        an example of the failure it answers, with the line of `before` where that is raised
    before, after  a small program that fails so, and what the first candidate makes of it (a test applies it)
    caveats        what it does not see, or may change
    pattern        searched in `Failure.signature`
    offer          the candidates for a failure; edits are offsets in the scene's text
    order          among candidates of equal rank, lower ones come first
    doubt          what a person has to look at although tests pass: each of its edits leaves an open site that says so
    """

    id: str
    summary: str
    failure: Failure
    before: str
    after: str
    caveats: str = ""
    pattern: re.Pattern[str] = field(repr=False)
    offer: Callable[[Scene, re.Match[str]], Candidates]
    order: int = 50
    doubt: str = ""

    @property
    def author(self) -> str:
        """The name under which its changes are recorded."""
        return f"repair:{self.id}"


def failures_of(issues: Iterable[Issue]) -> tuple[Failure, ...]:
    """Issues that tell of the same failure as one, the failure of most tests first."""
    groups: dict[tuple[str, str, int, str], list[Issue]] = {}
    for issue in issues:
        function = issue.frames[-1].function if issue.frames else ""
        key = (issue.exception, plain(issue.message), issue.line, function)
        groups.setdefault(key, []).append(issue)
    found = [
        Failure(
            same[0].exception,
            plain(same[0].message),
            same[0].line,
            same[0].frames,
            tuple(dict.fromkeys(i.test for i in same)),
        )
        for same in groups.values()
    ]
    return tuple(sorted(found, key=lambda f: (-len(f.tests), f.line, f.signature)))


def plain(message: str) -> str:
    """A message without what differs from run to run."""
    return _ADDRESS.sub("0x", message)


__all__ = ["Candidate", "Candidates", "Failure", "Repair", "failures_of", "plain"]
