"""Baseline: one agent does everything for a file, then the next, with its own memory and its own feedback loop.

It reads the whole repository once, then takes file after file: candidate → run what exercises it → repair with
the issues it saw → commit or give up. It works through the imports from the bottom: a file comes after what it
imports, and tests as soon as what they import is done, because a file can be judged only when all that its tests
load runs on Python 3. Files that can't be judged yet stay on its list and are looked at when the last thing they
wait for is done. There is one writer and nothing is shared: no pheromones, no decay, no inhibition.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from baselines.attempts import SAME, Attempts
from baselines.common import Trial
from baselines.decision import Thresholds
from baselines.reading_order import reading_order
from baselines.runs import run_baseline
from baselines.workbench import Candidate
from environment.traces import Judgement, Status
from stigmergy.crafts import is_test
from stigmergy.models.dialogue import NO_BUDGET
from verification.baseline import tree_hash
from verification.needs import Needs

NAME = "single_agent"


class SingleAgent:
    """The agent. What it remembers of a file beyond the notes is in `attempts`."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.bench = trial.bench
        self.memory = trial.memory
        self.thresholds = Thresholds.of(trial.settings)
        self.attempts = Attempts(trial.bench, NAME)
        #: Files that could not be accepted, and for which nothing new is left to try: with their last judgement.
        self._aside: dict[str, Judgement] = {}

    def work(self) -> None:
        """File after file, until each is decided or no call can be paid any more."""
        findings = self.bench.survey(NAME)
        imports = {key: finding.imports for key, finding in findings.items()}
        needs = Needs(imports, is_test)
        waiting: list[str] = []
        for key in reading_order(imports):
            self.trial.pause()
            if self.memory.state(key) == Status.PENDING:
                self._take_up(key)
            if self.memory.state(key) == Status.TRANSFORMED:
                waiting.append(key)
            coming = set(self.memory.in_state(Status.PENDING))
            ready = [key for key in waiting if not needs.to_judge(key) & coming]
            self._settle(ready)
            waiting = [key for key in waiting if key not in ready]
            self.trial.end_tick(NAME, f"{key}: {self.memory.status[key]['status']}")
        coming = set(self.memory.in_state(Status.PENDING))
        self._settle(waiting, {key: min(needs.to_judge(key) & coming, default="") for key in waiting})
        if waiting or self._aside:
            self._look_back()
            self.trial.end_tick(NAME, "looked back at what was left")

    # -- one file ------------------------------------------------------------------------------------------------

    def _take_up(self, key: str) -> None:
        candidate = self._next_candidate(key)
        if candidate is not None:
            self.attempts.put(candidate)
        elif self.memory.state(key) != Status.PENDING:
            reason = str(self.memory.fact(key, "reason") or "no usable candidate")
            self.bench.conclude(NAME, key, Status.SKIPPED, reason)

    def _next_candidate(self, key: str) -> Candidate | None:
        """A candidate that can stand and is not the present one; None when there is nothing left to ask."""
        while True:
            if not self.bench.affordable() or self.attempts.number(key) >= self.attempts.most:
                return None
            self.trial.pause()
            request = self.attempts.request(key)
            [proposal] = self.bench.ask(NAME, [request])
            candidate = self.attempts.usable(key, proposal)
            if isinstance(candidate, Candidate):
                return candidate
            if proposal.refusal.startswith(NO_BUDGET) or candidate == SAME:
                return None
            if request.current is not None and not proposal.candidates_left:
                return None
            self.memory.note(NAME, key, Status.FAILED, reason=candidate, gained=None)
            if not proposal.candidates_left or not self.attempts.may_retry(key):
                return None
            self.memory.note(NAME, key, Status.RETRY)

    # -- feedback ------------------------------------------------------------------------------------------------

    def _settle(self, keys: Sequence[str], blocked: Mapping[str, str] | None = None) -> None:
        """Run once what exercises these files, then bring each to its end. `blocked`: what came too late for it."""
        judgements = self.bench.judge(NAME, keys)
        for key in keys:
            self._follow(key, judgements[key], (blocked or {}).get(key))

    def _follow(self, key: str, judgement: Judgement, blocker: str | None) -> None:
        """Candidate after candidate, each with the issues of the last, until one is accepted or none is left."""
        while True:
            gained = self.attempts.judged(key, judgement)
            left = self.attempts.left(key, judgement)
            status, reason = self.thresholds.decide(judgement, left)
            if status == Status.VALIDATED:
                self.bench.conclude(NAME, key, status, reason)
                return
            if blocker:
                self.bench.conclude(NAME, key, Status.NEEDS_REVIEW, f"{reason}; waited in vain for {blocker}")
                return
            asked = bool(self.attempts.number(key))
            if status == Status.NEEDS_REVIEW or not (left or not asked):
                self._put_aside(key, reason, judgement)
                return
            self.memory.note(NAME, key, Status.FAILED, reason=reason, gained=gained or None)
            if not gained and not self.attempts.may_retry(key):
                retries = self.memory.status[key]["retry_count"]
                self.bench.conclude(NAME, key, Status.SKIPPED, f"{reason}; tried again {retries} times")
                return
            candidate = self._next_candidate(key)
            if candidate is None:
                self._put_aside(key, reason, judgement)
                return
            self.memory.note(NAME, key, Status.RETRY)
            self.attempts.put(candidate)
            judgement = self.bench.judge(NAME, [key])[key]

    def _put_aside(self, key: str, reason: str, judgement: Judgement) -> None:
        self._aside[key] = judgement
        self.memory.note(NAME, key, reason=reason)

    def _look_back(self) -> None:
        """Come back to what was put aside: run again where other files have changed since, and go on trying where
        that shows something new. What is left when a whole pass changes nothing is decided as it stands."""
        while True:
            present = tree_hash(self.bench.tree)
            changed = [key for key, judged in self._aside.items() if judged.evidence.tree_hash != present]
            if not changed:
                break
            self._aside |= self.bench.judge(NAME, changed)
            for key in changed:
                self._follow(key, self._aside.pop(key), None)
        for key in list(self._aside):
            self.bench.conclude(NAME, key, *self.thresholds.decide(self._aside[key], 0))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    return run_baseline(NAME, __doc__ or "", lambda trial: SingleAgent(trial).work(), argv)


if __name__ == "__main__":
    sys.exit(main())
