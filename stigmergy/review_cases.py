"""What a person is asked to decide: each file with its risk, the riskiest first, and what speaks for and against."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from environment.medium import Seat
from environment.traces import Kind, Status
from metrics.causes import unseen_lines
from metrics.visible_text import one_line, visible
from metrics.words import EVIDENCE

#: What one place that nothing executed, or that was left open, adds to a file's risk; and how many are counted.
SITE_RISK, MOST_SITES = 0.02, 10


@dataclass(frozen=True)
class Case:
    """One file that needs a person. `leaning` is how many files import it, also by way of others."""

    key: str
    confidence: float
    kind: str
    reason: str
    failed: int = 0
    unseen: int = 0
    leaning: int = 0

    @property
    def risk(self) -> float:
        """How much could go wrong by deciding wrongly: doubt times reach, and a little for each unseen place.

        (1 − confidence) · (1 + log2(1 + files that lean on it)) + 0.02 · min(10, places never executed or left open).
        Ours, to order a queue by; nothing else is computed from it.
        """
        doubt = (1 - self.confidence) * (1 + math.log2(1 + self.leaning))
        return doubt + SITE_RISK * min(MOST_SITES, self.unseen)

    def line(self) -> str:
        """The case in one line."""
        return f"{visible(self.key)}  confidence {self.confidence:.2f}  evidence {self.kind}  {one_line(self.reason)}"

    def why_risky(self) -> str:
        """What makes up its risk, in words."""
        parts = [
            f"{count} {what}"
            for count, what in (
                (self.failed, "tests regressed"),
                (self.unseen, "places never executed or left open"),
                (self.leaning, "files lean on it"),
            )
            if count
        ]
        return f"risk {self.risk:.2f}" + (f": {', '.join(parts)}" if parts else "")


def cases(seat: Seat) -> list[Case]:
    """Files that need a person and have no decision yet, the riskiest first."""
    waiting = seat.query(Kind.STATUS, status__eq=Status.NEEDS_REVIEW)
    open_ones = {key: e for key, e in waiting.items() if not e.get("metadata", {}).get("decision")}
    if not open_ones:
        return []
    tasks = seat.read_all(Kind.TASKS)
    users = users_of({key: task.get("dependencies") or () for key, task in tasks.items()})
    found = []
    for key, entry in open_ones.items():
        metadata, quality = entry.get("metadata", {}), seat.read_one(Kind.QUALITY, key) or {}
        evidence = quality.get("evidence", {})
        found.append(
            Case(
                key,
                float(quality.get("confidence", 0.0)),
                evidence.get("kind", "none"),
                str(metadata.get("reason", "")),
                int(quality.get("tests_failed", 0)),
                len(unseen_lines(entry, quality)) + len(metadata.get("open_sites") or ()),
                len(leaning_on(key, users)),
            )
        )
    return sorted(found, key=lambda case: (-round(case.risk, 6), case.key))


def decided(seat: Seat) -> list[str]:
    """Files with a decision that was not carried out yet, the earliest first."""
    waiting = seat.query(Kind.STATUS, status__eq=Status.NEEDS_REVIEW)
    found = [(e["timestamp"], key) for key, e in waiting.items() if e.get("metadata", {}).get("decision")]
    return [key for _, key in sorted(found)]


def users_of(imports: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Who imports each file."""
    users: dict[str, list[str]] = {}
    for key, wanted in imports.items():
        for other in wanted:
            users.setdefault(other, []).append(key)
    return users


def leaning_on(key: str, users: Mapping[str, Iterable[str]]) -> set[str]:
    """Files that import `key`, also by way of others."""
    reached: set[str] = set()
    front = [key]
    while front:
        front = [user for name in front for user in users.get(name, ()) if user not in reached]
        reached.update(front)
    return reached - {key}


def evidence_lines(seat: Seat, key: str) -> Iterator[str]:
    """Evidence, failing tests, places never executed or left open, and notes, a line each."""
    quality: Mapping[str, Any] = seat.read_one(Kind.QUALITY, key) or {}
    entry: Mapping[str, Any] = seat.read_one(Kind.STATUS, key) or {}
    metadata: Mapping[str, Any] = entry.get("metadata", {})
    evidence = quality.get("evidence", {})
    kind = evidence.get("kind", "none")
    yield (
        f"{kind}: {quality.get('tests_passed', 0)} of {quality.get('tests_total', 0)} "
        f"tests pass on {evidence.get('interpreter') or 'no interpreter'} "
        f"(compared with {evidence.get('baseline_interpreter') or 'nothing'}), "
        f"sandbox {evidence.get('sandbox') or 'none'}"
    )
    if kind in EVIDENCE:
        yield f"which means: {EVIDENCE[kind]}"
    try:
        text = seat.source(key).decode("utf-8", "replace").splitlines()
    except OSError:
        text = []
    for line in unseen_lines(entry, quality):
        shown = one_line(text[line - 1], 90) if 0 < line <= len(text) else ""
        yield f"rewritten and never executed, line {line}: {shown}"
    for site in metadata.get("open_sites") or ():
        yield f"left open, line {site['line']}: {site['pattern']}: {one_line(site['reason'])}"
    for issue in quality.get("issues") or ():
        yield (
            f"{one_line(issue['test'])}: {one_line(issue['exception'])}: {one_line(issue['message'], 300)} "
            f"({visible(issue['file'])}:{issue['line']})"
        )
        for frame in (issue.get("frames") or ())[-4:]:
            yield f"    {visible(frame['file'])}:{frame['line']} {visible(frame.get('function', ''))}"
    for note in quality.get("notes") or ():
        yield one_line(note)
