"""What an agent senses: counted, and in an experiment with some of it withheld. Nothing here changes a trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from environment.fold import Entry
from environment.state_machine import TRANSFORMER
from environment.traces import Kind

#: Where every task is sensed as equally strong.
_FLAT = 0.5


@dataclass(slots=True)
class Sensed:
    """How often an agent has looked: at entries of pheromone files, and at texts and diffs in the working copy."""

    entries: int = 0
    texts: int = 0

    def take(self) -> dict[str, int]:
        """The counts so far, and begin anew."""
        counts = {"entries": self.entries, "texts": self.texts}
        self.entries = self.texts = 0
        return counts


def as_sensed(withheld: tuple[str, ...], agent: str, kind: Kind, entry: Entry) -> Entry:
    """`entry` as `agent` senses it where the medium withholds `withheld`: issues, or the strength of tasks."""
    if not withheld or agent != TRANSFORMER:
        return entry
    if kind is Kind.QUALITY and "issues" in withheld and entry.get("issues"):
        return {**entry, "issues": []}
    if kind is Kind.TASKS and "priority" in withheld:
        return {**entry, "intensity": _FLAT}
    return entry


def all_as_sensed(
    withheld: tuple[str, ...], agent: str, kind: Kind, entries: Mapping[str, Any]
) -> dict[str, Entry]:
    """As `as_sensed`, for several entries by file key."""
    return {key: as_sensed(withheld, agent, kind, entry) for key, entry in entries.items()}
