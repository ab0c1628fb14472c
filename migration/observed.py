"""Patterns that only running the original shows: divisions that rounded, and that nothing in the text gives away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from environment.traces import Observation, PatternSite
from migration.rules._whole import SITES, WHOLE

PATTERN = "old_division"


def patterns_seen(
    observations: Sequence[Observation], found: Iterable[PatternSite]
) -> tuple[PatternSite, ...]:
    """Sites of integer divisions that were observed, beyond those that are among `found` by their line."""
    known = {site.line for site in found if site.pattern == PATTERN}
    lines = {o.line for o in observations if o.site in SITES and any(map(is_whole, o.seen))}
    return tuple(PatternSite(PATTERN, line, "observed") for line in sorted(lines - known))


def is_whole(pair: str) -> bool:
    """Whether both operands of an observed pair of types ('int/long') were integers."""
    return set(pair.replace(" ", "").split("/")) <= WHOLE
