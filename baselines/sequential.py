"""Baseline: a fixed pipeline in the manner of Agentless (Xia et al. 2024), with no feedback between its phases.

1. localise: scan all files for Python 2 patterns. 2. repair: sample several candidates for each file, independently
of one another. 3. validate: run the tests on each round of candidates. 4. select: for each file the candidate with
the most of its tests passing, among equals the one that most samples agree on; put the winners together, judge that
tree once if it is a new one, and commit what the thresholds accept. Nothing found in a later phase reaches an
earlier one: no issues, no examples, no second try.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from baselines.common import Trial
from baselines.decision import Thresholds
from baselines.runs import run_baseline
from baselines.workbench import Candidate, normal_form
from environment.traces import Judgement, Status
from migration.code_model import Request
from stigmergy.cli import positive_int
from stigmergy.crafts import embedded_model
from stigmergy.models.dialogue import NO_BUDGET
from stigmergy.settings import Settings
from verification.baseline import tree_hash

NAME = "sequential"
LOCALISE, REPAIR, VALIDATE, SELECT = "localise", "repair", "validate", "select"


@dataclass
class Sample:
    """One distinct candidate of a file, how many samples came to it, and what running it showed."""

    candidate: Candidate
    votes: int = 0
    judgement: Judgement | None = None


class Pipeline:
    """The four phases, each over all files."""

    def __init__(self, trial: Trial, samples: int) -> None:
        self.trial = trial
        self.bench = trial.bench
        self.memory = trial.memory
        self.thresholds = Thresholds.of(trial.settings)
        self.rounds = 1 if trial.chosen.model.free else samples
        self._rules = embedded_model(trial.settings)
        self._samples: dict[str, list[Sample]] = {}
        self._judged: dict[str, Judgement | None] = {}

    def work(self) -> None:
        """One phase after the other, never back."""
        findings = self.bench.survey(LOCALISE)
        self.trial.end_tick(LOCALISE, f"localise: {len(findings)} files scanned")
        found = self._repair()
        self.trial.end_tick(REPAIR, f"repair: {found} candidates")
        judged = self._validate()
        self.trial.end_tick(VALIDATE, f"validate: {judged} rounds of tests")
        self._select()
        self.trial.end_tick(SELECT, "select: winners put together and decided")

    # -- repair --------------------------------------------------------------------------------------------------

    def _repair(self) -> int:
        """Sample candidates, round by round, so that a short budget costs further samples and not whole files."""
        pending = self.memory.in_state(Status.PENDING)
        drawn: dict[str, list[Candidate]] = {key: [] for key in pending}
        why: dict[str, str] = {}
        chunk = len(pending) or 1 if self.trial.chosen.model.free else self.trial.settings.llm.files_per_step
        for attempt in range(self.rounds):
            for start in range(0, len(pending), chunk):
                self.trial.pause()
                if not self.bench.affordable():
                    break
                requests = [self._request(key, attempt) for key in pending[start : start + chunk]]
                for request, proposal in zip(requests, self.bench.ask(REPAIR, requests), strict=True):
                    candidate = self.bench.check(request.key, proposal)
                    if isinstance(candidate, Candidate):
                        drawn[request.key].append(candidate)
                    elif not proposal.refusal.startswith(NO_BUDGET):
                        why[request.key] = candidate
        for key, candidates in drawn.items():
            if candidates:
                self._samples[key] = self._distinct(candidates)
                self.bench.put(REPAIR, self._samples[key][0].candidate)
                self.memory.note(REPAIR, key, samples=len(candidates), distinct=len(self._samples[key]))
            elif key in why:
                self.bench.conclude(REPAIR, key, Status.FAILED, why[key])
        return sum(map(len, drawn.values()))

    def _request(self, key: str, attempt: int) -> Request:
        """An independent question. The hybrid asks its model about what stands open in the text it is shown."""
        request = self.bench.request(key, attempt)
        if attempt and self.trial.chosen.kind == "hybrid":
            return replace(request, current=self._rules.propose(replace(request, attempt=0)).texts.get(key))
        return request

    def _distinct(self, candidates: Sequence[Candidate]) -> list[Sample]:
        """One sample for each meaning, in the order of their first appearance, with its votes."""
        samples: dict[str, Sample] = {}
        for candidate in candidates:
            form = normal_form(self.bench.text(candidate))
            samples.setdefault(form, Sample(candidate)).votes += 1
        return list(samples.values())

    # -- validate ------------------------------------------------------------------------------------------------

    def _validate(self) -> int:
        """Round i runs the tests on every file's i-th distinct candidate, among the first ones of the others."""
        as_it_is = [k for k in self.memory.in_state(Status.TRANSFORMED) if k not in self._samples]
        rounds = max(map(len, self._samples.values()), default=int(bool(as_it_is)))
        for number in range(rounds):
            self.trial.pause()
            subjects = [key for key, samples in self._samples.items() if number < len(samples)]
            for key, samples in self._samples.items():
                self._show(key, samples[number if number < len(samples) else 0])
            judgements = self.bench.judge(VALIDATE, [*subjects, *(as_it_is if number == 0 else [])])
            for key in subjects:
                self._samples[key][number].judgement = judgements[key]
            self._judged |= {key: judgements[key] for key in as_it_is if number == 0}
        return rounds

    def _show(self, key: str, sample: Sample) -> None:
        """Have `sample` in the working copy."""
        data = sample.candidate.data
        if self.memory.fact(key, "candidate") != self.bench.target.keep(data):
            self.bench.put(VALIDATE, sample.candidate, None)

    # -- select --------------------------------------------------------------------------------------------------

    def _select(self) -> None:
        """Put the winners together, judge them as one tree where it is a new one, and decide by the thresholds."""
        for key, samples in self._samples.items():
            winner = best_of(samples)
            self._show(key, winner)
            self._judged[key] = winner.judgement
            self.memory.note(SELECT, key, votes=winner.votes)
        present = tree_hash(self.bench.target.root)
        together = [
            key for key, judged in self._judged.items() if judged and judged.evidence.tree_hash == present
        ]
        if len(together) < len(self._judged):
            self._judged |= self.bench.judge(SELECT, sorted(self._judged))
        for key in sorted(self._judged):
            judgement = self._judged[key]
            assert judgement is not None
            self.bench.conclude(SELECT, key, *self.thresholds.decide(judgement, 0))


def best_of(samples: Sequence[Sample]) -> Sample:
    """The sample with the fewest tests regressed, then most passing, then most confidence, then votes, then first."""

    def worth(sample: Sample) -> tuple[int, int, float, int]:
        judged = sample.judgement
        assert judged is not None, "a sample is chosen after it was run"
        return (-judged.tests_failed, judged.tests_passed, judged.confidence, sample.votes)

    return max(samples, key=worth)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The option that only this baseline has."""
    parser.add_argument(
        "--samples",
        metavar="K",
        type=positive_int,
        help="candidates a file that a model is asked for (default: one more than thresholds.max_retry_count, "
        "so that each file has as many tries as in the other ways; the rules have one)",
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""

    def samples(options: argparse.Namespace, settings: Settings) -> int:
        return int(options.samples or settings.thresholds.max_retry_count + 1)

    return run_baseline(
        NAME,
        __doc__ or "",
        lambda trial: Pipeline(trial, samples(trial.options, trial.settings)).work(),
        argv,
        add_options,
        lambda options, settings: {"samples": samples(options, settings)},
    )


if __name__ == "__main__":
    sys.exit(main())
