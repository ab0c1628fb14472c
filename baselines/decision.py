"""What evidence leads to: the same thresholds, whoever coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from environment.traces import Judgement, Status
from stigmergy.settings import Settings


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where confidence divides, how many regressed tests are too many, and how often a file is tried again."""

    high: float = 0.8
    low: float = 0.5
    max_failed_tests: int = 5
    max_retry_count: int = 3

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Those of a run's settings."""
        section = settings.thresholds
        return cls(
            section.validator_confidence_high,
            section.validator_confidence_low,
            section.max_failed_tests,
            section.max_retry_count,
        )

    def decide(self, judgement: Judgement, candidates_left: int) -> tuple[Status, str]:
        """`validated`, `needs_review` or `failed`, and why.

        `candidates_left` is how many further candidates could still be tried; with some left, confidence between
        the thresholds is no reason yet to call a person.
        """
        confidence = judgement.confidence
        shown = f"confidence {confidence:.2f} by {judgement.evidence.kind}"
        if judgement.tests_failed > self.max_failed_tests:
            return Status.FAILED, f"{judgement.tests_failed} tests regressed"
        if confidence >= self.high:
            return Status.VALIDATED, shown
        if confidence < self.low:
            return Status.FAILED, shown
        if candidates_left > 0:
            return Status.FAILED, f"{shown}, {candidates_left} candidates untried"
        return Status.NEEDS_REVIEW, f"{shown}, no candidate untried"
