"""The story of a run, folded from its audit log: each file's pheromones at the end of every tick, and its events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from environment.audit_report import told
from environment.decay import effective_inhibition, effective_intensity
from environment.fold import REFUSED, RUN, TICK, AuditRecord, MediumState
from environment.medium_settings import MediumSettings
from environment.state_machine import HUMAN
from environment.traces import Kind, Status

#: What an event is, for whoever reads the story of a file.
TASK, ATTEMPT, EVIDENCE, DECISION, PERSON, REFUSAL, NOTE = (
    *("task", "attempt", "evidence", "decision", "person", "refusal"),
    "note",
)
_DECIDED = frozenset(
    {Status.VALIDATED, Status.FAILED, Status.RETRY, Status.SKIPPED, Status.NEEDS_REVIEW, Status.PENDING}
)


class Cell(NamedTuple):
    """A file's pheromones as they read at the end of one tick; None where nothing was deposited yet."""

    state: str
    intensity: float | None
    inhibition: float
    confidence: float | None


class Event(NamedTuple):
    """Something that happened to a file, or (file "") to the run: when, by whom, what it was, in words."""

    tick: int
    time: str
    agent: str
    what: str
    text: str


@dataclass
class RunStory:
    """All that an audit log tells of a run. `cells[key]` has one cell a tick of `ticks`, None before the first."""

    state: MediumState
    settings: MediumSettings
    ticks: list[int] = field(default_factory=list)
    cells: dict[str, list[Cell | None]] = field(default_factory=dict)
    events: dict[str, list[Event]] = field(default_factory=dict)
    started: str = ""
    ended: str = ""
    records: int = 0

    @property
    def keys(self) -> list[str]:
        """Keys of all files that have a state, sorted."""
        return sorted(self.state.maps[Kind.STATUS])


def story_of(records: Iterable[AuditRecord]) -> RunStory:
    """Fold `records`, in order. What is deposited after the last tick (a review) counts as the last tick's."""
    state = MediumState()
    story = RunStory(state, MediumSettings())
    tick = 0
    for record in records:
        if record["tick"] != tick:
            _close(story, tick)
            tick = record["tick"]
        state.apply(record)
        if record["type"] == RUN and record["action"] == "opened":
            story.settings = MediumSettings.from_dict(record["after"].get("settings", {}))
        if record["type"] != TICK:
            story.events.setdefault(str(record["file"]), []).append(event_of(record))
        story.started = story.started or str(record["time"])
        story.ended = str(record["time"])
        story.records += 1
    _close(story, tick)
    return story


def event_of(record: AuditRecord) -> Event:
    """What one audit record means to a reader."""
    return Event(record["tick"], str(record["time"]), str(record["agent"]), _what(record), told(record))


def _what(record: AuditRecord) -> str:
    after: Mapping[str, object] = record["after"]
    if record["action"] == REFUSED:
        return REFUSAL
    if record["agent"] == HUMAN:
        return PERSON
    if record["type"] == Kind.TASKS:
        return TASK
    if record["type"] == Kind.QUALITY:
        return EVIDENCE if "evidence" in after or "issues" in after else NOTE
    status = after.get("status") if record["type"] == Kind.STATUS else None
    if status == Status.TRANSFORMED:
        return ATTEMPT
    return DECISION if status in _DECIDED else NOTE


def _close(story: RunStory, tick: int) -> None:
    """Note how every file reads at the end of `tick`. Tick 0 is what comes before the first."""
    if tick <= 0:
        return
    state = story.state
    before = len(story.ticks)
    story.ticks.append(tick)
    tasks, quality = state.maps[Kind.TASKS], state.maps[Kind.QUALITY]
    for key, status in state.maps[Kind.STATUS].items():
        task = tasks.get(key)
        cell = Cell(
            str(status["status"]),
            effective_intensity(task, status, tick, story.settings) if task else None,
            effective_inhibition(status, tick, story.settings),
            (quality.get(key) or {}).get("confidence"),
        )
        story.cells.setdefault(key, [None] * before).append(cell)
