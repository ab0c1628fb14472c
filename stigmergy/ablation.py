"""Mechanisms of the medium that an experiment can switch off, one by one, and what a run without them is called.

Agents know nothing of it. Without decay, intensities stay as deposited; without inhibition, a retry keeps nobody
away; without examples, diffs of validated files are not shown; without issues, the Transformer does not sense what
tests deposited on a file; without priority, it senses all tasks as equally strong, so that only names order them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

ABLATIONS = ("decay", "inhibition", "examples", "issues", "priority")
#: No inhibition that retries can add up to comes near.
_NEVER_INHIBITED = 1e9
#: What a mechanism's absence amounts to, as settings. The others are withheld by the medium itself.
_AS_SETTINGS: dict[str, tuple[str, str, Any]] = {
    "decay": ("pheromones", "decay_rate", 0.0),
    "inhibition": ("pheromones", "inhibition_threshold", _NEVER_INHIBITED),
    "examples": ("transformer", "max_examples", 0),
}


def as_settings(ablate: Iterable[str]) -> list[tuple[str, str, Any]]:
    """Section, name and value of each setting that switching these mechanisms off comes down to."""
    return [_AS_SETTINGS[one] for one in ablate if one in _AS_SETTINGS]


def configuration_name(base: str, ablate: Iterable[str]) -> str:
    """What runs without these mechanisms are compared as: `stigmergic-no-decay-no-issues`. One order, one name."""
    chosen = set(ablate)
    return "-no-".join([base, *(one for one in ABLATIONS if one in chosen)])
