"""Tester: runs what exercises the transformed files, and deposits what that showed. Uses no model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.base_agent import BaseAgent
from environment.medium import Seat
from environment.traces import Change, Judgement, Kind, Status
from verification.evidence import Subject
from verification.needs import Needs

#: Judges files in the given tree (see `verification.evidence.Verifier.judge`).
Judge = Callable[[Path, Sequence[Subject]], Mapping[str, Judgement]]


@dataclass(frozen=True)
class Transformed:
    """What the Tester senses: transformed files that can be judged now, and for whom each of the others waits."""

    ready: tuple[str, ...]
    blocked: Mapping[str, str]


@dataclass(frozen=True)
class Findings:
    """What the batch showed, and which of its files were judged although something they need never came."""

    judgements: Mapping[str, Judgement]
    blocked: Mapping[str, str]


class Tester(BaseAgent[Transformed, Transformed, Findings]):
    """Executes and reports. A file is judged among the best candidates of all others."""

    __test__ = False  # the name is not a test class's, whatever pytest thinks
    name = "tester"

    def __init__(
        self, seat: Seat, judge: Judge, is_test: Callable[[str], bool], conclusive: float = 0.8
    ) -> None:
        super().__init__(seat)
        self.conclusive = conclusive
        self.judge = judge
        self.is_test = is_test

    def perceive(self) -> Transformed:
        """Transformed files. Those that lean on a file still in Python 2 wait for it, while anything still moves."""
        entries = self.seat.query(Kind.STATUS, status__eq=Status.TRANSFORMED)
        missing = self._missing(entries) if entries else {}
        blocked = {key: min(keys) for key, keys in missing.items() if keys}
        ready = sorted(entries if self.seat.idle_ticks else entries.keys() - blocked.keys())
        return Transformed(tuple(ready), blocked)

    def should_act(self, sensed: Transformed) -> bool:
        """Whether a file can be judged now."""
        return bool(sensed.ready)

    def decide(self, sensed: Transformed) -> Transformed:
        """All ready files in one batch: one run of the suite judges them together."""
        return sensed

    def execute(self, choice: Transformed) -> Findings:
        """Run what exercises them, in a copy of the tree."""
        judgements = self.judge(self.seat.tree, [self._subject(key) for key in choice.ready])
        return Findings(judgements, choice.blocked)

    def deposit(self, outcome: Findings) -> bool:
        """Evidence and the state `tested`, one transaction.

        A file about which failures of other files hide everything is left as it is, to be judged again when those
        have changed; it says whom it waits for.
        """
        judged_tree = self.seat.tree_hash()
        with self.seat.transaction() as tx:
            for key in sorted(outcome.judgements):
                judgement = outcome.judgements[key]
                waits_for = self._still_moving(key, judgement)
                if waits_for:
                    tx.update(Kind.STATUS, key, {"metadata": {"waits_for": waits_for}})
                    continue
                tx.write(
                    Kind.QUALITY,
                    key,
                    {
                        "confidence": judgement.confidence,
                        "tests_total": judgement.tests_total,
                        "tests_passed": judgement.tests_passed,
                        "tests_failed": judgement.tests_failed,
                        "coverage": judgement.coverage,
                        "issues": [issue.as_dict() for issue in judgement.issues],
                        "evidence": judgement.evidence.as_dict(),
                        "notes": list(judgement.notes),
                    },
                )
                metadata = {
                    "blocked_by": outcome.blocked.get(key),
                    "waits_for": None,
                    "judged_tree": judged_tree,
                }
                tx.write(Kind.STATUS, key, {"status": Status.TESTED, "metadata": metadata})
        return bool(outcome.judgements)

    def _missing(self, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, set[str]]:
        """By file, what has to change before it can be judged: untouched files it needs, and files it waits for."""
        coming = self._coming()
        waiting = {key: entry["metadata"].get("waits_for") or () for key, entry in entries.items()}
        missing = {key: {name for name in names if self._moving(name)} for key, names in waiting.items()}
        if coming:
            graph = Needs(
                {key: task.get("dependencies", ()) for key, task in self.seat.read_all(Kind.TASKS).items()},
                self.is_test,
            )
            for key in entries:
                missing[key] |= graph.to_judge(key) & coming
        return missing

    def _still_moving(self, key: str, judgement: Judgement) -> dict[str, str]:
        """Whom an inconclusive judgement is to wait for: files charged in its place that may still change.

        By file, the candidate it was charged with. A file waits once for each candidate: two that are charged with
        each other's failures would wait for ever.
        """
        if judgement.confidence >= self.conclusive or self.seat.idle_ticks:
            return {}
        if any(issue.file not in judgement.charged_to for issue in judgement.issues):
            return {}
        before = self._metadata(key).get("waits_for") or {}
        moving = {
            name: self._marker(name) for name in judgement.charged_to if self._moving(name, just_judged=True)
        }
        return {name: marker for name, marker in moving.items() if before.get(name) != marker}

    def _marker(self, key: str) -> str:
        entry = self.seat.read_one(Kind.STATUS, key) or {}
        return f"{entry.get('metadata', {}).get('candidate', '')}:{entry.get('retry_count', 0)}"

    def _metadata(self, key: str) -> dict[str, Any]:
        metadata: dict[str, Any] = (self.seat.read_one(Kind.STATUS, key) or {}).get("metadata", {})
        return metadata

    def _moving(self, key: str, just_judged: bool = False) -> bool:
        """Whether a file is on its way to another candidate."""
        status = (self.seat.read_one(Kind.STATUS, key) or {}).get("status")
        settled = {Status.VALIDATED, Status.SKIPPED, Status.NEEDS_REVIEW, None}
        return status not in (settled if just_judged else settled | {Status.TRANSFORMED})

    def _coming(self) -> set[str]:
        """Files that nobody has transformed yet."""
        return {
            key
            for key, entry in self.seat.query(
                Kind.STATUS, status__in=[Status.PENDING, Status.IN_PROGRESS]
            ).items()
            if not entry.get("metadata", {}).get("candidate")
        }

    def _subject(self, key: str) -> Subject:
        metadata = self._metadata(key)
        task = self.seat.read_one(Kind.TASKS, key) or {}
        return Subject(
            key=key,
            changes=tuple(Change.from_dict(change) for change in metadata.get("changes", ())),
            unchanged=bool(metadata.get("unchanged")),
            is_test=self.is_test(key),
            depends_on=tuple(task.get("dependencies", ())),
        )
