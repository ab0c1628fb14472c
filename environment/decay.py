"""Evaporation and inhibition: pure functions of a deposited value and the ticks begun since.

Nothing is ever rewritten because time passed. A value fades when it is read.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from environment.medium_settings import MediumSettings
from environment.traces import WAITING


def exponential(value: float, rate: float, ticks: int) -> float:
    """v · e^(−rate · n). Raises ValueError for a negative number of ticks."""
    return value * math.exp(-rate * _forward(ticks))


def linear(value: float, rate: float, ticks: int) -> float:
    """max(0, v − rate · n). Raises ValueError for a negative number of ticks."""
    return max(0.0, value - rate * _forward(ticks))


DECAYS = {"exponential": exponential, "linear": linear}


def evaporated(value: float, ticks: int, settings: MediumSettings) -> float:
    """A task's intensity after `ticks` of waiting, by the configured law."""
    try:
        law = DECAYS[settings.decay_type]
    except KeyError:
        raise ValueError(f"decay_type {settings.decay_type!r}: expected one of {sorted(DECAYS)}") from None
    return law(value, settings.decay_rate, ticks)


def faded(gamma: float, ticks: int, settings: MediumSettings) -> float:
    """Inhibition γ · e^(−k · n) after `ticks`."""
    return exponential(gamma, settings.inhibition_decay_rate, ticks) if gamma else 0.0


def ticks_waited(status: Mapping[str, Any] | None, now: int) -> int:
    """Ticks a file has spent pending or in retry up to `now`, before its last deposit and since."""
    if not status:
        return 0
    since = now - int(status["tick"]) if status["status"] in WAITING else 0
    return int(status.get("waited", 0)) + max(0, since)


def effective_intensity(
    task: Mapping[str, Any], status: Mapping[str, Any] | None, now: int, settings: MediumSettings
) -> float:
    """What is left of a task's intensity at tick `now`. It fades only while its file waits to be taken.

    A fresh deposit starts anew: what the file had waited before it (`waited_before`) no longer counts.
    """
    waited = ticks_waited(status, now) - int(task.get("waited_before", 0))
    return evaporated(float(task["intensity"]), max(0, waited), settings)


def effective_inhibition(status: Mapping[str, Any], now: int, settings: MediumSettings) -> float:
    """γ of a file at tick `now`."""
    return faded(float(status.get("inhibition", 0.0)), max(0, now - int(status["tick"])), settings)


def _forward(ticks: int) -> int:
    if ticks < 0:
        raise ValueError(f"{ticks} ticks: time does not run backwards")
    return ticks
