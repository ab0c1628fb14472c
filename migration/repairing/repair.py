"""What a repair is: a frozen description, the failures it knows, and one function that offers edits at their cause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from environment.traces import Exactness
from migration.repairing.failures import Failure
from migration.repairing.scene import Scene
from migration.rule import Rule
from migration.source.edits import Edit


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
    original       that program under Python 2, where it is not `before`
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
    original: str = ""
    caveats: str = ""
    pattern: re.Pattern[str] = field(repr=False)
    offer: Callable[[Scene, re.Match[str]], Candidates]
    order: int = 50
    doubt: str = ""

    @property
    def author(self) -> str:
        """The name under which its changes are recorded."""
        return f"repair:{self.id}"


def offered(repair: Repair, scene: Scene) -> list[Candidate]:
    """The repair's candidates for the scene's failure; none when it does not know it, or stumbles over the text."""
    match = repair.pattern.search(scene.failure.signature)
    if match is None:
        return []
    scene.module.rule = Rule(
        id=repair.author,
        family="",
        summary=repair.summary,
        before="",
        after="",
        exactness=Exactness.SEMANTIC,
    )
    try:
        return [c for c in repair.offer(scene, match) if c.edits]
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return []


__all__ = ["Candidate", "Candidates", "Failure", "Repair", "offered"]
