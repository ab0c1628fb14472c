"""What a feedback loop knows of each file's candidates: the best so far, what failed in it, what was tried before.

The same knowledge that the colony leaves in its traces, so that repairs serve every way of coordinating that learns
from failures. A file's best candidate stands in the tree: most of its own tests passing, then fewest open sites, then
the newest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from baselines.workbench import Candidate, Workbench
from environment.traces import Issue, Judgement, Trial
from migration.code_model import Proposal, Request
from migration.repairing.trial_outcomes import after_worse, settled

#: Why a proposal is of no use that offers the text that stands.
SAME = "the same text again"


@dataclass
class Known:
    """What is known of one file. `best` None with a `score`: the original, which compiles as it is, was judged."""

    best: Candidate | None = None
    score: tuple[int, int] | None = None
    #: All issues of the best candidate in this file, and the first ones of the latest judgement.
    failures: tuple[Issue, ...] = ()
    issues: tuple[Issue, ...] = ()
    trials: tuple[Trial, ...] = ()
    #: Put into the tree, and not judged yet.
    fresh: Candidate | None = None
    #: Whether the code model ever said that a failing test may lead it to further candidates.
    promised: bool = False


class Attempts:
    """Candidate after candidate for each file, each with what is known of the earlier ones."""

    def __init__(self, bench: Workbench, agent: str) -> None:
        self.bench = bench
        self.memory = bench.memory
        self.agent = agent
        self.most = bench.settings.transformer.max_candidates
        self.retries = bench.settings.thresholds.max_retry_count
        self._known: dict[str, Known] = {}

    def known(self, key: str) -> Known:
        """What is known of a file."""
        return self._known.setdefault(key, Known())

    # -- asking --------------------------------------------------------------------------------------------------

    def request(self, key: str, hint: str = "") -> Request:
        """The question for the file's next candidate."""
        known = self.known(key)
        return self.bench.request(
            key,
            self.number(key),
            current=self._standing(key),
            issues=known.issues,
            examples=self.bench.examples(key),
            failures=known.failures,
            trials=known.trials,
            hint=hint,
        )

    def number(self, key: str) -> int:
        """How many candidates were asked for."""
        return int(self.memory.fact(key, "attempts", 0))

    def usable(self, key: str, proposal: Proposal) -> Candidate | str:
        """The candidate in `proposal` if it can stand and is a new one, or why not; its trials are remembered."""
        known = self.known(key)
        known.trials = known.trials if proposal.trials is None else proposal.trials
        known.promised |= proposal.candidates_on_failure > 0
        candidate = self.bench.check(key, proposal)
        if isinstance(candidate, Candidate):
            if self._standing(key) is None or candidate.data != self.bench.read(key):
                return candidate
            # A model that offers the same text again has nothing new to say.
            candidate = SAME
        known.trials = tuple(t if t.outcome else replace(t, outcome="refused") for t in known.trials)
        return candidate

    def put(self, candidate: Candidate) -> None:
        """Have a candidate stand, to be judged."""
        self.bench.put(self.agent, candidate)
        self.known(candidate.key).fresh = candidate

    def left(self, key: str, judgement: Judgement) -> int:
        """How many further candidates there may be, now that `judgement` is known.

        A failing test may lead to more than the code model promised, as long as the file may be tried again.
        """
        if not self.bench.affordable():
            return 0
        room = max(0, self.most - self.number(key))
        left = int(self.memory.fact(key, "candidates_left", 0))
        if judgement.tests_failed and self.may_retry(key):
            left = max(left, int(self.memory.fact(key, "candidates_on_failure", 0)))
        return min(left, room)

    def may_retry(self, key: str) -> bool:
        """Whether the file was not yet tried again too often without a gain."""
        return int(self.memory.status[key]["retry_count"]) <= self.retries

    # -- learning ------------------------------------------------------------------------------------------------

    def judged(self, key: str, judgement: Judgement) -> bool:
        """Learn from a judgement of what stands, and have the best stand. Returns whether more tests pass than ever."""
        known = self.known(key)
        known.issues = judgement.issues
        own = tuple(issue for issue in judgement.issues if issue.file == key)
        fresh, known.fresh = known.fresh, None
        if fresh is None and known.best is None and not self.memory.fact(key, "unchanged"):
            return False
        judged = fresh or known.best
        if fresh is None and known.promised and _signs(own) - _signs(known.failures):
            # Others have changed since, and what fails now nobody has tried to repair.
            self.memory.note(self.agent, key, candidates_on_failure=1)
        score = (judgement.tests_passed, -judged.open_sites if judged else 0)
        before = known.score
        if fresh is not None and before is not None and score < before:
            known.trials = after_worse(known.trials, own, known.failures)
            self._back_to_best(key)
            return False
        gained = before is not None and score[0] > before[0]
        known.trials = settled(known.trials, "gained" if gained else "kept")
        known.score, known.failures = score, own
        known.best = fresh or known.best
        return gained

    def _back_to_best(self, key: str) -> None:
        best = self.known(key).best
        if best is not None:
            self.bench.put(self.agent, best, None)
        else:
            self.bench.restore(self.agent, key)

    def _standing(self, key: str) -> str | None:
        """The text to go on from: the best candidate's, or an original's that was judged as it is."""
        known = self.known(key)
        if known.best is not None:
            return self.bench.text(known.best)
        return self.bench.source(key) if known.score is not None else None


def _signs(issues: Iterable[Issue]) -> set[tuple[str, str, int]]:
    """What tells failures apart, whichever test showed them."""
    return {(issue.exception, issue.message, issue.line) for issue in issues}
