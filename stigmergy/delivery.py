"""The two branches that a run leaves behind, and what the whole suite says of them.

Each file's best candidate is the one of which most of the file's own tests pass. All of them together may keep less
than what the code model wrote first: a file that is better by itself can take others' tests with it, and a run whose
time was up has some files between two states. Whichever whole keeps more goes to the candidates branch.
"""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable, Mapping
from typing import Any

from environment.target_repo import TargetRepo
from environment.traces import Status
from environment.workspace import Workspace
from stigmergy.preparation import candidates_of
from verification.evidence import Retention, Verifier
from verification.sandbox import GivenUp

#: So many suites are run at the end of a run that has little time, each taking so many times what it took under 2.7.
_SUITES, _TIMES = 3, 1.5
#: No more than this share of a run's time is kept back for them.
_SHARE = 0.15

log = logging.getLogger("stigmergy.run")

States = Mapping[str, Mapping[str, Any]]


def kept_back(seconds: float, suite: float | None) -> float:
    """Of the `seconds` that a run has, those in which the whole suite is run in the end.

    `suite`: how long it takes under 2.7, in seconds; None where there is none.
    """
    return min(seconds * _SHARE, (suite or 0.0) * _SUITES * _TIMES)


class Delivery:
    """What a run delivers, and keeps beside it; each pair of branches is measured once.

    `stage` is told when the suite is run; `seconds` is how long that has taken in all.
    """

    def __init__(
        self,
        target: TargetRepo,
        verifier: Verifier,
        workspace: Workspace,
        stage: Callable[[str], None] = lambda words: None,
    ) -> None:
        self._target = target
        self._verifier = verifier
        self._workspace = workspace
        self._stage = stage
        self._measured: dict[str, tuple[object, Retention]] = {}
        self.seconds = 0.0

    def bring(self, status: States, first: bool = False) -> None:
        """Every file's best candidate, or the first of each, to the candidates branch."""
        self._target.deliver_candidates(candidates_of(self._target, status, first))

    def retentions(self, status: States) -> tuple[Retention, Retention]:
        """How much of the suite the branch keeps, and the candidates branch with every file's best. Raises GivenUp."""
        self.bring(status)
        candidates = self._candidates(status)
        return self._delivered(status, candidates), candidates

    def better_whole(self, status: States) -> tuple[Retention | None, Retention | None]:
        """The same, with the first candidates on the candidates branch where these keep more together.

        None for what there was no time to ask.
        """
        delivered = candidates = None
        self.bring(status)
        try:
            candidates = self._candidates(status)
            if candidates.lost:
                candidates = self._or_first(status, candidates)
            delivered = self._delivered(status, candidates)
        except GivenUp:
            log.info("there was no time left to run the whole suite on all that the run leaves behind")
        return delivered, candidates

    def _or_first(self, status: States, best: Retention) -> Retention:
        if self._texts(status, first=True) == self._texts(status):
            return best
        self.bring(status, first=True)
        try:
            first = self._candidates(status, first=True)
        except GivenUp:
            self.bring(status)
            raise
        if first.passing > best.passing:
            log.info(
                "the first candidates keep %d tests together, the best of each file %d: those are kept",
                first.passing,
                best.passing,
            )
            return first
        self.bring(status)
        return best

    def _candidates(self, status: States, first: bool = False) -> Retention:
        texts = self._target.delivered(), self._texts(status, first)
        return self._tested(self._target.candidates_branch, texts)

    def _texts(self, status: States, first: bool = False) -> list[tuple[str, bytes]]:
        return [(key, text) for key, text, _ in candidates_of(self._target, status, first)]

    def _delivered(self, status: States, candidates: Retention) -> Retention:
        """What the suite says of the branch; where all is validated, that is the same as the candidates' one."""
        if all(entry["status"] == Status.VALIDATED for entry in status.values()):
            return candidates
        return self._tested(self._target.branch, self._target.delivered())

    def _tested(self, branch: str, texts: object) -> Retention:
        """What the suite says of a branch that has these texts. Raises GivenUp."""
        known = self._measured.get(branch)
        if known is not None and known[0] == texts:
            return known[1]
        began = time.monotonic()
        self._stage("running the whole suite on the result")
        try:
            tree = self._workspace.scratch / "whole"
            shutil.rmtree(tree, ignore_errors=True)
            self._target.export(tree, branch)
            found = self._verifier.retention(tree)
        finally:
            self.seconds += time.monotonic() - began
        self._measured[branch] = texts, found
        return found
