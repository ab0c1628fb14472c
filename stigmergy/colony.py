"""The colony: the one place that names the four agents and gives each its seat and its craft."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from agents.base_agent import BaseAgent
from agents.scout import IntensityScale, Opine, Scout
from agents.tester import Hindsight, Tester
from agents.transformer import Appetite, Transformer
from agents.validator import Thresholds, Validator
from environment.medium import Medium
from environment.traces import Judgement, Observation
from migration.code_model import CodeModel
from stigmergy.models.parallel import propose_all
from stigmergy.settings import Settings
from verification.evidence import Subject


@dataclass(frozen=True)
class Crafts:
    """What the agents can do: scan, observe, rewrite, judge. The same crafts serve every way of coordinating."""

    scan: Callable[[Mapping[str, bytes]], Mapping[str, Any]]
    model: CodeModel
    judge: Callable[[Path, Sequence[Subject]], Mapping[str, Judgement]]
    is_test: Callable[[str], bool]
    compile_error: Callable[[str, bytes], str]
    target: tuple[int, int]
    #: What the original was seen to do when it ran, by file key; None: nobody looks.
    observe: Callable[[Sequence[str]], Mapping[str, Sequence[Observation]]] | None = None
    #: What a model makes of ambiguous places; None: nobody is asked.
    opine: Opine | None = None
    #: What later failures say against files judged before; and tests that the suite as a whole has lost.
    hindsight: Hindsight = lambda tree, settled, tests: {}
    lost: Callable[[], Sequence[str]] = lambda: ()


def gather(
    medium: Medium,
    crafts: Crafts,
    settings: Settings,
    run_id: str,
    seed: int = 0,
    affordable: Callable[[], bool] = lambda: True,
) -> list[BaseAgent[Any, Any, Any]]:
    """The four agents in the order of their turns."""
    weights, (low, high) = (
        settings.pheromones.task_intensity_weights,
        settings.pheromones.task_intensity_clamp,
    )
    free = crafts.model.free
    return [
        Scout(
            medium.seat("scout"),
            crafts.scan,
            IntensityScale(weights.pattern_count, weights.dep_count, low, high),
            crafts.observe,
            crafts.opine,
        ),
        Transformer(
            medium.seat("transformer"),
            crafts.model,
            crafts.compile_error,
            Appetite(
                intensity_min=settings.thresholds.transformer_intensity_min,
                inhibition_threshold=settings.pheromones.inhibition_threshold,
                files_per_step=settings.loop.files_per_step if free else settings.llm.files_per_step,
                max_examples=settings.transformer.max_examples,
                max_issues=settings.transformer.max_issues,
                max_candidates=settings.transformer.max_candidates,
            ),
            propose_all=partial(propose_all, crafts.model, concurrency=settings.llm.concurrency),
            affordable=lambda: free or affordable(),
            target=crafts.target,
            seed=seed,
        ),
        Tester(
            medium.seat("tester"),
            crafts.judge,
            crafts.is_test,
            settings.thresholds.validator_confidence_high,
            crafts.hindsight,
            crafts.lost,
        ),
        Validator(
            medium.seat("validator"),
            Thresholds(
                high=settings.thresholds.validator_confidence_high,
                low=settings.thresholds.validator_confidence_low,
                max_failed_tests=settings.thresholds.max_failed_tests,
                max_retry_count=settings.thresholds.max_retry_count,
            ),
            run_id,
        ),
    ]
