"""What shows in a run's records of how the work was coordinated, and what a mechanism's absence changed. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from environment.state_machine import ENVIRONMENT, HUMAN
from environment.traces import TERMINAL, Kind, Status
from metrics.run_trace import Graph, Record, sensed
from metrics.tick_row import TickRow, is_deposit

#: Whose deposits answer nothing they sensed.
_HOSTS = frozenset({ENVIRONMENT, HUMAN})


@dataclass(frozen=True, slots=True)
class Story:
    """What happened to one file. Moments are (tick, number of the record)."""

    key: str
    seen: tuple[int, int]
    #: Blobs of its candidates, in order; each is one decision of whoever rewrites.
    candidates: tuple[str, ...] = ()
    #: The moment of the first candidate.
    taken: tuple[int, int] | None = None
    #: How many candidates came after issues had been deposited on the file.
    informed: int = 0
    #: The moment of the last decision, and what it was.
    decided: tuple[int, int] | None = None
    state: str = ""
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class Mechanism:
    """Coordination in one run. None: there was nothing to measure it by.

    `import_order`: chance that an imported file got its first candidate before the file that imports it, the same tick
    counted half: 0.5 is no order, 1 is from the bottom of the imports. `import_order_decided`: the same of the last
    decision on each. `waiting_*`: ticks from when a file was found to its first candidate. `settling_mean`: to its
    last decision. `starved_most`: the most files that lay untouched for long at the end of one tick.
    `informed_share`: candidates written after tests had deposited issues on the file, of all candidates.
    `reads_to_writes`: entries and texts looked at, for each deposit of an agent.
    """

    files: int
    edges: int
    import_order: float | None
    import_order_decided: float | None
    waiting_mean: float | None
    waiting_max: int | None
    settling_mean: float | None
    starved_most: int | None
    candidates: int
    informed_share: float | None
    retried: int
    retries_resolved: float | None
    reads: int | None
    writes: int
    reads_to_writes: float | None


def stories(records: Sequence[Record]) -> dict[str, Story]:
    """What happened to each file, by key."""
    found: dict[str, Story] = {}
    issues: set[str] = set()
    for record in records:
        if not is_deposit(record):
            continue
        key, after, moment = str(record["file"]), record["after"], (int(record["tick"]), int(record["seq"]))
        story = found.get(key) or Story(key, moment)
        if record["type"] == Kind.QUALITY and after.get("issues"):
            issues.add(key)
        elif record["type"] == Kind.STATUS:
            story = _followed(story, after, moment, key in issues)
        found[key] = story
    return found


def _followed(story: Story, after: Mapping[str, object], moment: tuple[int, int], informed: bool) -> Story:
    from dataclasses import replace

    metadata = after.get("metadata")
    metadata = metadata if isinstance(metadata, Mapping) else {}
    status = after.get("status")
    candidate = metadata.get("candidate")
    if candidate and status == Status.TRANSFORMED:
        story = replace(
            story,
            candidates=(*story.candidates, str(candidate)),
            taken=story.taken or moment,
            informed=story.informed + informed,
        )
    if metadata.get("unchanged"):
        story = replace(story, unchanged=True)
    if status:
        story = replace(story, state=str(status))
        if Status(str(status)) in TERMINAL:
            story = replace(story, decided=moment)
    return story


def mechanism(records: Sequence[Record], graph: Graph, rows: Sequence[TickRow] = ()) -> Mechanism:
    """How the work of a run was coordinated, by its records, the import graph of its target, and its ticks."""
    by_key = stories(records)
    edges = [
        (importer, imported)
        for importer, every in graph.items()
        for imported in every
        if importer != imported and importer in by_key and imported in by_key
    ]
    taken = {key: story.taken[0] for key, story in by_key.items() if story.taken}
    decided = {key: story.decided[0] for key, story in by_key.items() if story.decided}
    waits = [story.taken[0] - story.seen[0] for story in by_key.values() if story.taken]
    settled = [story.decided[0] - story.seen[0] for story in by_key.values() if story.decided]
    candidates = sum(len(story.candidates) for story in by_key.values())
    retried = _retried(records)
    resolved = [key for key in retried if by_key[key].state == Status.VALIDATED]
    looks = sensed(list(records))
    reads = sum(sum(counts.values()) for counts in looks.values()) if looks else None
    writes = sum(1 for record in records if is_deposit(record) and record["agent"] not in _HOSTS)
    return Mechanism(
        files=len(by_key),
        edges=len(edges),
        import_order=_in_order(edges, taken),
        import_order_decided=_in_order(edges, decided),
        waiting_mean=fmean(waits) if waits else None,
        waiting_max=max(waits, default=None),
        settling_mean=fmean(settled) if settled else None,
        starved_most=max((row.starvation_count for row in rows), default=None),
        candidates=candidates,
        informed_share=sum(s.informed for s in by_key.values()) / candidates if candidates else None,
        retried=len(retried),
        retries_resolved=len(resolved) / len(retried) if retried else None,
        reads=reads,
        writes=writes,
        reads_to_writes=reads / writes if reads is not None and writes else None,
    )


def _in_order(edges: Sequence[tuple[str, str]], when: Mapping[str, int]) -> float | None:
    known = [
        (when[imported], when[importer])
        for importer, imported in edges
        if {importer, imported} <= when.keys()
    ]
    return fmean((low < high) + 0.5 * (low == high) for low, high in known) if known else None


def _retried(records: Sequence[Record]) -> set[str]:
    return {
        str(record["file"])
        for record in records
        if is_deposit(record)
        and record["type"] == Kind.STATUS
        and record["after"].get("status") == Status.RETRY
    }


@dataclass(frozen=True, slots=True)
class Changed:
    """How two runs on one target differ. Shares lie in [0, 1]; None where there is nothing to compare.

    `texts`: of all candidates, counted file by file and place by place, those that differ or that one run alone has.
    `outcomes`: of all files, those whose last state differs. `order`: of all pairs of files that both runs rewrote,
    those taken the other way round (Kendall's distance; a pair taken in one tick in one of the runs counts half).
    """

    texts: float | None
    outcomes: float | None
    order: float | None


def changed(first: Sequence[Record], second: Sequence[Record]) -> Changed:
    """How the decisions of two runs differ."""
    a, b = stories(first), stories(second)
    keys = sorted(a.keys() | b.keys())
    pairs = [
        pair
        for key in keys
        for pair in itertools.zip_longest(
            a[key].candidates if key in a else (), b[key].candidates if key in b else ()
        )
    ]
    outcomes = [(a[key].state if key in a else "", b[key].state if key in b else "") for key in keys]
    left = {key: story.taken[0] for key, story in a.items() if story.taken}
    right = {key: story.taken[0] for key, story in b.items() if story.taken}
    common = sorted(left.keys() & right.keys())
    distances = [
        abs(_sign(left[x] - left[y]) - _sign(right[x] - right[y])) / 2
        for x, y in itertools.combinations(common, 2)
    ]
    return Changed(
        fmean(x != y for x, y in pairs) if pairs else None,
        fmean(x != y for x, y in outcomes) if outcomes else None,
        fmean(distances) if distances else None,
    )


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
