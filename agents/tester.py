"""Tester: runs what exercises the transformed files, and deposits what that showed. Uses no model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agents.base_agent import BaseAgent
from environment.medium import Seat
from environment.seat import SeatTransaction
from environment.traces import Change, Issue, Judgement, Kind, Status
from verification.evidence import Subject
from verification.judging import MAX_ISSUES
from verification.needs import Needs

#: Judges files in the given tree (see `verification.evidence.Verifier.judge`).
Judge = Callable[[Path, Sequence[Subject]], Mapping[str, Judgement]]
#: What tests that fail say against files judged before (see `verification.evidence.Verifier.regressions`).
Hindsight = Callable[[Path, Callable[[str], Subject | None], Sequence[str]], Mapping[str, Sequence[Issue]]]


@dataclass(frozen=True)
class Transformed:
    """What the Tester senses: transformed files that can be judged now, for whom each of the others waits, and
    tests that the suite as a whole has lost although every file is decided."""

    ready: tuple[str, ...]
    blocked: Mapping[str, str]
    lost: tuple[str, ...] = ()


@dataclass(frozen=True)
class Findings:
    """What the batch showed, which of its files were judged although something they need never came, which were left
    for later, and what speaks against files that are validated."""

    judgements: Mapping[str, Judgement]
    blocked: Mapping[str, str]
    postponed: tuple[str, ...] = ()
    regressions: Mapping[str, Sequence[Issue]] = field(default_factory=dict)


#: How often the judgement of a file that no test speaks about may be left for later.
MOST_POSTPONED = 5


class Tester(BaseAgent[Transformed, Transformed, Findings]):
    """Executes and reports. A file is judged among the best candidates of all others."""

    __test__ = False  # the name is not a test class's, whatever pytest thinks
    name = "tester"

    def __init__(
        self,
        seat: Seat,
        judge: Judge,
        is_test: Callable[[str], bool],
        conclusive: float = 0.8,
        hindsight: Hindsight = lambda tree, settled, tests: {},
        lost: Callable[[], Sequence[str]] = lambda: (),
    ) -> None:
        super().__init__(seat)
        self.conclusive = conclusive
        self.judge = judge
        self.is_test = is_test
        self.hindsight = hindsight
        self.lost = lost

    def perceive(self) -> Transformed:
        """Transformed files. Those that lean on a file still in Python 2 wait for it, while anything still moves."""
        entries = self.seat.query(Kind.STATUS, status__eq=Status.TRANSFORMED)
        missing = self._missing(entries) if entries else {}
        blocked = {key: min(keys) for key, keys in missing.items() if keys}
        ready = sorted(entries if self.seat.idle_ticks else entries.keys() - blocked.keys())
        return Transformed(tuple(ready), blocked, () if entries else tuple(self.lost()))

    def should_act(self, sensed: Transformed) -> bool:
        """Whether a file can be judged now, or tests were lost behind the files that were."""
        return bool(sensed.ready or sensed.lost)

    def decide(self, sensed: Transformed) -> Transformed:
        """All ready files in one batch: one run of the suite judges them together."""
        return sensed

    def execute(self, choice: Transformed) -> Findings:
        """Run what exercises them, in a copy of the tree. What fails may speak against files validated before."""
        judgements: Mapping[str, Judgement] = {}
        if choice.ready:
            judgements = self.judge(self.seat.tree, [self._subject(key) for key in choice.ready])
        regressions = self.hindsight(self.seat.tree, self._validated, choice.lost)
        postponed = tuple(key for key in choice.ready if key not in judgements)
        return Findings(judgements, choice.blocked, postponed, regressions)

    def deposit(self, outcome: Findings) -> bool:
        """Evidence and the state `tested`, one transaction.

        A file about which failures of other files hide everything is left as it is, to be judged again when those
        have changed; it says whom it waits for. So does one that no test speaks about, while files that tests speak
        against are repaired.
        """
        judged_tree = self.seat.tree_hash()
        with self.seat.transaction() as tx:
            for key in sorted(outcome.judgements):
                judgement = outcome.judgements[key]
                waits_for = self._still_moving(key, judgement, outcome.regressions.keys())
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
                    "postponed": None,
                    "judged_tree": judged_tree,
                }
                tx.write(Kind.STATUS, key, {"status": Status.TESTED, "metadata": metadata})
            failing = {key: self._marker(key) for key, j in outcome.judgements.items() if j.tests_failed}
            for key in outcome.postponed:
                times = self._metadata(key).get("postponed", 0) + 1
                tx.update(Kind.STATUS, key, {"metadata": {"waits_for": failing, "postponed": times}})
            told = [self._tell(tx, key, issues) for key, issues in sorted(outcome.regressions.items())]
        return bool(outcome.judgements or any(told))

    def _tell(self, tx: SeatTransaction, key: str, issues: Sequence[Issue]) -> bool:
        """Deposit on a validated file what fails because of it; whether there was anything new to say.

        What was known when it was validated, by a person who decided so, is not said again.
        """
        quality = tx.read_one(Kind.QUALITY, key) or {}
        before = list(quality.get("issues", ()))
        known = {*quality.get("evidence", {}).get("regressed", ()), *quality.get("regressions", ())}
        new = [issue for issue in issues if issue.test not in known]
        if new:
            told = [issue.as_dict() for issue in new[:MAX_ISSUES]]
            tests = sorted({issue.test for issue in new} | set(quality.get("regressions", ())))
            tx.update(Kind.QUALITY, key, {"issues": [*told, *before][:MAX_ISSUES], "regressions": tests})
        return bool(new)

    def _missing(self, entries: Mapping[str, Mapping[str, Any]]) -> dict[str, set[str]]:
        """By file, what has to change before it can be judged.

        Untouched files it needs, files of its import cycle that are between two candidates, and files it waits for.
        """
        unfinished = self.seat.query(
            Kind.STATUS,
            status__in=[Status.PENDING, Status.IN_PROGRESS, Status.RETRY, Status.FAILED],
        )
        coming = {
            key
            for key, entry in unfinished.items()
            if entry["status"] in (Status.PENDING, Status.IN_PROGRESS)
            and not entry.get("metadata", {}).get("candidate")
        }
        waiting = {key: entry["metadata"].get("waits_for") or () for key, entry in entries.items()}
        missing = {key: {name for name in names if self._moving(name)} for key, names in waiting.items()}
        if unfinished:
            graph = Needs(
                {key: task.get("dependencies", ()) for key, task in self.seat.read_all(Kind.TASKS).items()},
                self.is_test,
            )
            for key in entries:
                missing[key] |= graph.to_judge(key) & coming
                # Files of one import cycle are judged together: each waits until the others stand by it.
                missing[key] |= graph.cycle(key, unfinished.keys())
        return missing

    def _still_moving(self, key: str, judgement: Judgement, regressed: Collection[str]) -> dict[str, str]:
        """Whom an inconclusive judgement is to wait for: files charged in its place that may still change; where some
        of it is its own and it has nothing left to try, files charged beside it.

        `regressed` are validated files that will be taken back. By file, the candidate it was charged with. A file
        waits once for each candidate: two that are charged with each other's failures would wait for ever.
        """
        if judgement.confidence >= self.conclusive or self.seat.idle_ticks:
            return {}
        others = judgement.charged_to
        if any(issue.file not in judgement.charged_to for issue in judgement.issues):
            others = judgement.charged_beside if not self._untried(key) else ()
            others = tuple(name for name in others if self._moving(name) or self._untried(name))
        before = self._metadata(key).get("waits_for") or {}
        moving = {
            name: self._marker(name)
            for name in others
            if name in regressed or self._moving(name, just_judged=True)
        }
        return {name: marker for name, marker in moving.items() if before.get(name) != marker}

    def _untried(self, key: str) -> bool:
        """Whether its author has further candidates, or may have some once it knows which tests fail."""
        metadata = self._metadata(key)
        return bool(metadata.get("candidates_left") or metadata.get("candidates_on_failure"))

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

    def _validated(self, key: str) -> Subject | None:
        status = (self.seat.read_one(Kind.STATUS, key) or {}).get("status")
        return self._subject(key) if status == Status.VALIDATED else None

    def _subject(self, key: str) -> Subject:
        metadata = self._metadata(key)
        task = self.seat.read_one(Kind.TASKS, key) or {}
        quality = self.seat.read_one(Kind.QUALITY, key) or {}
        failed = [issue["test"] for issue in quality.get("issues", ())] if metadata.get("reopened_by") else []
        return Subject(
            key=key,
            changes=tuple(Change.from_dict(change) for change in metadata.get("changes", ())),
            unchanged=bool(metadata.get("unchanged")),
            is_test=self.is_test(key),
            depends_on=tuple(task.get("dependencies", ())),
            suspected_by=tuple(dict.fromkeys([*quality.get("regressions", ()), *failed])),
            left_open=tuple(int(site["line"]) for site in metadata.get("open_sites", ())),
            patient=metadata.get("postponed", 0) < MOST_POSTPONED and not self.seat.idle_ticks,
        )
