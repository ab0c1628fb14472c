"""Validator: decides by thresholds what was shown; alone commits. Uses no model."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from agents.base_agent import BaseAgent
from environment.medium import CommitConflict, GuardrailViolation, Seat
from environment.seat import SeatTransaction
from environment.traces import Kind, Status

#: How many files are committed in one transaction. A crash among them is made good at the resume: a text that the
#: branch holds already is not committed again. More would save little, and keep a review waiting.
COMMITS_AT_ONCE = 16


@dataclass(frozen=True)
class Thresholds:
    """Where confidence divides, and how often a file may be tried again."""

    high: float = 0.8
    low: float = 0.5
    max_failed_tests: int = 5
    max_retry_count: int = 3
    reward: float = 0.1
    penalty: float = 0.2


@dataclass(frozen=True)
class Verdict:
    """What is to become of one file, and why."""

    key: str
    status: Status
    reason: str
    person: str = ""
    regressions: tuple[str, ...] = ()


class Validator(BaseAgent[dict[str, dict[str, Any]], list[Verdict], list[Verdict]]):
    """Turns evidence into decisions, and decisions of a person into states."""

    name = "validator"

    def __init__(self, seat: Seat, thresholds: Thresholds | None = None, run_id: str = "") -> None:
        super().__init__(seat)
        self.thresholds = thresholds or Thresholds()
        self.run_id = run_id

    def perceive(self) -> dict[str, dict[str, Any]]:
        """Files that were tested or failed, those about which a person has decided, and those that regressed."""
        sensed = self.seat.query(Kind.STATUS, status__in=[Status.TESTED, Status.FAILED])
        waiting = self.seat.query(Kind.STATUS, status__eq=Status.NEEDS_REVIEW)
        sensed |= {k: e for k, e in waiting.items() if e.get("metadata", {}).get("decision")}
        for key, quality in self.seat.query(Kind.QUALITY, regressions__exists=True).items():
            entry = self.seat.read_one(Kind.STATUS, key) or {}
            answered = entry.get("metadata", {}).get("answered", ())
            if entry.get("status") == Status.VALIDATED and set(quality["regressions"]) - set(answered):
                sensed[key] = entry
        return sensed

    def should_act(self, sensed: dict[str, dict[str, Any]]) -> bool:
        """Whether there is anything to decide."""
        return bool(sensed)

    def decide(self, sensed: dict[str, dict[str, Any]]) -> list[Verdict]:
        """One verdict a file. The other texts of its proposal go where it goes, in the same commit."""
        return [self._verdict(key, entry) for key, entry in sorted(sensed.items())]

    def execute(self, choice: list[Verdict]) -> list[Verdict]:
        """Nothing to work out: what a decision costs is paid when it is carried out."""
        return choice

    def deposit(self, outcome: list[Verdict]) -> bool:
        """Carry out each verdict: commit and reward, or restore the best candidate and requeue."""
        for delivered, verdicts in groupby(outcome, lambda verdict: verdict.status == Status.VALIDATED):
            if delivered:
                ready = list(verdicts)
                for start in range(0, len(ready), COMMITS_AT_ONCE):
                    self._validate(ready[start : start + COMMITS_AT_ONCE])
                continue
            for verdict in verdicts:
                entry = self.seat.read_one(Kind.STATUS, verdict.key) or {}
                if verdict.status == Status.FAILED:
                    self._fail(verdict, entry)
                elif verdict.status == Status.PENDING:
                    self._reopen(verdict)
                else:
                    self._settle(verdict, entry)
                self._say(verdict)
        return bool(outcome)

    def _say(self, verdict: Verdict) -> None:
        self.log.info("%s: %s (%s)", verdict.key, verdict.status.value, verdict.reason)

    # -- deciding ------------------------------------------------------------------------------------------------

    def _verdict(self, key: str, entry: dict[str, Any]) -> Verdict:
        metadata = entry.get("metadata", {})
        status = Status(entry["status"])
        if status == Status.NEEDS_REVIEW:
            return self._from_person(key, metadata["decision"])
        if status == Status.FAILED:
            return self._after_failure(key, entry)
        quality = self.seat.read_one(Kind.QUALITY, key) or {}
        if status == Status.VALIDATED:
            lost = tuple(quality["regressions"])
            shown = f"{lost[0]} fails since" + (f", and {len(lost) - 1} more" if lost[1:] else "")
            return Verdict(key, Status.PENDING, shown, regressions=lost)
        confidence = float(quality.get("confidence", 0.0))
        failed = int(quality.get("tests_failed", 0))
        kind = quality.get("evidence", {}).get("kind", "none")
        shown = f"confidence {confidence:.2f} by {kind}"
        blocker = metadata.get("blocked_by")
        if blocker and confidence < self.thresholds.high:
            return Verdict(key, Status.NEEDS_REVIEW, f"{shown}; waited in vain for {blocker}")
        if failed > self.thresholds.max_failed_tests:
            return Verdict(key, Status.FAILED, f"{failed} tests regressed")
        if confidence >= self.thresholds.high:
            retries = int(entry.get("retry_count", 0))
            if metadata.get("reopened_by") and retries > self.thresholds.max_retry_count:
                why = f"{shown}; validated and taken back too often (tried again {retries} times)"
                return Verdict(key, Status.NEEDS_REVIEW, why)
            return Verdict(key, Status.VALIDATED, shown)
        if confidence < self.thresholds.low:
            return Verdict(key, Status.FAILED, shown)
        left = int(metadata.get("candidates_left", 0))
        if failed and int(entry.get("retry_count", 0)) <= self.thresholds.max_retry_count:
            # What a test tells may lead to further candidates, as long as one may still be tried.
            # A file that needed no change was offered none yet.
            untried = int(bool(metadata.get("unchanged")) and "attempts" not in metadata)
            left = max(left, int(metadata.get("candidates_on_failure", untried)))
        if left > 0:
            return Verdict(key, Status.FAILED, f"{shown}, {left} candidates untried")
        return Verdict(key, Status.NEEDS_REVIEW, f"{shown}, no candidate untried")

    def _after_failure(self, key: str, entry: dict[str, Any]) -> Verdict:
        metadata = entry.get("metadata", {})
        reason = str(metadata.get("reason", ""))
        if metadata.get("no_budget"):
            return Verdict(key, Status.SKIPPED, reason or "no budget left for it")
        if metadata.get("gained"):
            return Verdict(key, Status.RETRY, "the last candidate gained tests")
        retries = int(entry.get("retry_count", 0))
        if retries > self.thresholds.max_retry_count:
            return Verdict(key, Status.SKIPPED, f"{reason or 'failed'}; tried again {retries} times")
        return Verdict(key, Status.RETRY, reason or "failed")

    @staticmethod
    def _from_person(key: str, decision: dict[str, Any]) -> Verdict:
        # A text that a person wrote is tried like any other candidate: it counts once it was tested.
        outcome = {
            "approve": Status.VALIDATED,
            "retry": Status.RETRY,
            "edit": Status.RETRY,
            "skip": Status.SKIPPED,
        }[decision["verdict"]]
        who = str(decision.get("who", "a person"))
        return Verdict(key, outcome, str(decision.get("why", "")) or f"decided by {who}", who)

    # -- carrying out --------------------------------------------------------------------------------------------

    def _validate(self, verdicts: list[Verdict]) -> None:
        """Commit and reward each file, and put that on record at once: one wait for the disk for all of them."""
        conflicts = []
        with self.seat.transaction() as tx:
            for verdict in verdicts:
                entry = self.seat.read_one(Kind.STATUS, verdict.key) or {}
                try:
                    self._deliver(tx, verdict, entry.get("metadata", {}))
                except CommitConflict as conflict:
                    conflicts.append((verdict, entry, f"Git conflict: {conflict}"))
        refused = {verdict.key for verdict, _, _ in conflicts}
        for verdict in verdicts:
            if verdict.key not in refused:
                self._say(verdict)
        for verdict, entry, why in conflicts:
            self.log.error("%s: %s", verdict.key, why)
            if verdict.person:
                self._ask_again(verdict.key, why, verdict.person)
            else:
                self._fail(Verdict(verdict.key, Status.FAILED, why), entry)

    def _deliver(self, tx: SeatTransaction, verdict: Verdict, metadata: dict[str, Any]) -> None:
        key = verdict.key
        quality = self.seat.read_one(Kind.QUALITY, key) or {}
        confidence = min(1.0, float(quality.get("confidence", 0.0)) + self.thresholds.reward)
        update: dict[str, Any] = {
            "reason": verdict.reason,
            "best": metadata.get("candidate"),
            "best_score": self._score(metadata, quality),
            "best_changes": metadata.get("changes"),
        }
        if verdict.person:
            update |= {"decided_by": verdict.person, "decision": None}
        if not metadata.get("unchanged"):
            update["commit"] = self._commit(tx, key, metadata, quality)
        tx.write(Kind.STATUS, key, {"status": Status.VALIDATED, "metadata": update})
        tx.update(Kind.QUALITY, key, {"confidence": confidence})

    def _reopen(self, verdict: Verdict) -> None:
        """Take back what was delivered. Where that can't be done any more, the file says what speaks against it."""
        try:
            self.seat.reopen(verdict.key, verdict.reason)
        except (CommitConflict, GuardrailViolation) as refusal:
            self.log.error("%s: %s, and it can't be taken back: %s", verdict.key, verdict.reason, refusal)
            note = {
                "reason": f"{verdict.reason}; not taken back: {refusal}",
                "answered": list(verdict.regressions),
            }
            with self.seat.transaction() as tx:
                tx.update(Kind.STATUS, verdict.key, {"metadata": note})

    def _ask_again(self, key: str, reason: str, person: str) -> None:
        """A person's decision could not be carried out: it is taken off, and the file waits for another."""
        note = {"reason": reason, "decision": None, "decided_by": person}
        with self.seat.transaction() as tx:
            tx.update(Kind.STATUS, key, {"metadata": note})

    def _commit(
        self, tx: SeatTransaction, key: str, metadata: dict[str, Any], quality: dict[str, Any]
    ) -> str:
        confidence = float(quality.get("confidence", 0.0))
        task = self.seat.read_one(Kind.TASKS, key) or {}
        trailers = {
            "Agent": self.name,
            "Run-Id": self.run_id,
            "Confidence": f"{confidence:.2f}",
            "Evidence": str(quality.get("evidence", {}).get("kind", "none")),
            "Patterns": ", ".join(task.get("patterns_found", ())) or "none",
            "Tokens": str(metadata.get("tokens", 0)),
        }
        group = metadata.get("group") or [key]
        return tx.commit(group, f"migrate({key}): Python 3, confidence {confidence:.2f}", trailers)

    def _fail(self, verdict: Verdict, entry: dict[str, Any]) -> None:
        """tested → failed → retry or skipped, with the best candidate back in the working copy."""
        key = verdict.key
        quality = self.seat.read_one(Kind.QUALITY, key) or {}
        best = self._keep_best(key, entry, quality)
        lowered = max(0.0, float(quality.get("confidence", 0.0)) - self.thresholds.penalty)
        with self.seat.transaction() as tx:
            tx.write(
                Kind.STATUS, key, {"status": Status.FAILED, "metadata": {"reason": verdict.reason, **best}}
            )
            tx.update(Kind.QUALITY, key, {"confidence": lowered})
        after = self.seat.read_one(Kind.STATUS, key) or {}
        self._settle(self._after_failure(key, after), after)

    def _settle(self, verdict: Verdict, entry: dict[str, Any]) -> None:
        metadata: dict[str, Any] = {"reason": verdict.reason}
        if verdict.person:
            decision = entry["metadata"]["decision"]
            metadata |= {"decided_by": verdict.person, "hint": decision.get("hint", "")}
            if decision.get("text") is not None:
                metadata["given"] = {"text": decision["text"], "who": verdict.person}
        if verdict.status == Status.NEEDS_REVIEW:
            quality = self.seat.read_one(Kind.QUALITY, verdict.key) or {}
            metadata |= self._keep_best(verdict.key, entry, quality)
        if entry.get("metadata", {}).get("decision"):
            metadata["decision"] = None
        with self.seat.transaction() as tx:
            tx.write(Kind.STATUS, verdict.key, {"status": verdict.status, "metadata": metadata})

    @staticmethod
    def _score(metadata: dict[str, Any], quality: dict[str, Any]) -> list[int]:
        """How good a candidate is: more of its own tests passing, then fewer open sites."""
        return [int(quality.get("tests_passed", 0)), -len(metadata.get("open_sites", ()))]

    def _keep_best(self, key: str, entry: dict[str, Any], quality: dict[str, Any]) -> dict[str, Any]:
        """Which candidate is the best so far, and put it into the working copy.

        Best is: most of the file's own tests passing, then fewest open sites, then the newest.
        """
        metadata = entry.get("metadata", {})
        candidate = metadata.get("candidate")
        if not candidate and metadata.get("unchanged"):
            candidate = self.seat.keep(self.seat.source(key))  # to compare with, should a repair be tried
        if entry.get("status") == Status.FAILED or not candidate:
            return {"gained": False}
        score = self._score(metadata, quality)
        best, best_score = metadata.get("best"), metadata.get("best_score")
        if best is None or best_score is None:
            return {
                "best": candidate,
                "best_score": score,
                "best_changes": metadata.get("changes"),
                "gained": False,
            }
        if score >= best_score:
            gained = score[0] > best_score[0]
            return {
                "best": candidate,
                "best_score": score,
                "best_changes": metadata.get("changes"),
                "gained": gained,
            }
        self.seat.restore(key, best)
        return {
            "candidate": best,
            "changes": metadata.get("best_changes"),
            "gained": False,
            # What was worse may have been the original again, and is no word about this one.
            "unchanged": self.seat.source(key) == self.seat.original(key) or None,
        }
