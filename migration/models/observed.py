"""Patterns that only running shows: divisions that rounded, text that was decoded, files of no UTF-8, octets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from environment.traces import Observation, PatternSite
from migration.analysis.strings.seen import NO_UTF8, RETURNS, STRINGS, UNICODE
from migration.analysis.whole import SITES, WHOLE
from migration.models.string_policy import SITE

#: Pattern → those that the text shows and that tell the same of a line.
_PATTERNS = {
    "old_division": ("old_division",),
    "seen_decode": ("seen_decode", "literal_decode"),
    "seen_files": ("seen_files",),
    "native_strings": ("octet_text",),
}


def patterns_seen(
    observations: Sequence[Observation], found: Iterable[PatternSite]
) -> tuple[PatternSite, ...]:
    """Sites where Python 3 certainly does otherwise, beyond those that are among `found` by their line."""
    known = {(site.pattern, site.line) for site in found}
    seen = {
        (o.line, pattern)
        for o in observations
        if (pattern := _pattern_of(o)) and not any((p, o.line) in known for p in _PATTERNS[pattern])
    }
    return tuple(PatternSite(pattern, line, "observed") for line, pattern in sorted(seen))


def _pattern_of(observation: Observation) -> str:
    """What was seen is a pattern of Python 2: integers divided, text decoded, octets or line ends read as text."""
    kinds = set(observation.seen)
    if observation.site in SITES:
        return "old_division" if any(map(is_whole, kinds)) else ""
    if observation.site == SITE:
        return "native_strings" if observation.line else ""
    if observation.site == "decode":
        return "seen_decode" if kinds & UNICODE and kinds <= STRINGS else ""
    if observation.site == "open":
        words = [set(kind.split()) for kind in kinds]
        universal = any("U" in kind.split()[0] for kind in kinds)
        other = any(NO_UTF8 in w or (RETURNS in w and not universal) for w in words)
        return "seen_files" if other else ""
    return ""


def is_whole(pair: str) -> bool:
    """Whether both operands of an observed pair of types ('int/long') were integers."""
    return set(pair.replace(" ", "").split("/")) <= WHOLE
