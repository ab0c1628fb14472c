"""The numbers the environment itself obeys: rates, thresholds, bounds. It knows no other settings."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class MediumSettings:
    """Rates are per tick. `scope_lock_ttl` counts ticks. `reward` and `penalty` are steps of confidence."""

    decay_type: str = "exponential"
    decay_rate: float = 0.05
    inhibition_decay_rate: float = 0.4
    inhibition_threshold: float = 0.1
    retry_inhibition: float = 0.5
    max_retry_count: int = 3
    scope_lock_ttl: int = 3
    confidence_high: float = 0.8
    reward: float = 0.1
    penalty: float = 0.2
    #: Which traces the medium keeps from being sensed, in an experiment: `issues`, `priority`.
    withheld: tuple[str, ...] = ()

    @classmethod
    def of(cls, settings: Any) -> Self:
        """From a run's settings, by their sections `pheromones` and `thresholds`."""
        pheromones, thresholds = settings.pheromones, settings.thresholds
        return cls(
            decay_type=pheromones.decay_type,
            decay_rate=pheromones.decay_rate,
            inhibition_decay_rate=pheromones.inhibition_decay_rate,
            inhibition_threshold=pheromones.inhibition_threshold,
            max_retry_count=thresholds.max_retry_count,
            scope_lock_ttl=thresholds.scope_lock_ttl,
            confidence_high=thresholds.validator_confidence_high,
            withheld=tuple(one for one in ("issues", "priority") if one in pheromones.ablate),
        )

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """The settings that `as_dict` described; unknown names are ignored."""
        known = {f.name for f in dataclasses.fields(cls)}
        kept = {k: v for k, v in values.items() if k in known}
        return cls(**{**kept, "withheld": tuple(kept.get("withheld", ()))})

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values, for the log's opening record."""
        return {**dataclasses.asdict(self), "withheld": list(self.withheld)}
