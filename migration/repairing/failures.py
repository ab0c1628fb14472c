"""How tests fail: the failures of a file, told from its issues."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from environment.traces import Frame, Issue

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
