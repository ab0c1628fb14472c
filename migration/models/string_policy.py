"""What the native strings of a whole repository are taken for, where its own tests have decided that.

By its texts alone a repository is judged by `RepositoryIndex.octets`: octets throughout (kept as text of Latin-1), or
text and octets, told apart place by place. Where tests were asked, what they say is an observation of every file,
and stands above that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from environment.traces import Observation
from migration.code_model import Request
from migration.dialects.octets import uses_octets

SITE = "native strings"
OCTETS, PLACES = "octets", "place by place"


def has_choice(texts: Iterable[str]) -> bool:
    """Whether octets go through any of these texts, so that there are two ways to take their native strings."""
    return any(map(uses_octets, texts))


def decision(octets: bool, kept: int, otherwise: int, tests: int) -> Observation:
    """The trace of a decision: so many of `tests` were kept by it, and by the other way.

    As one of a file that it has rewritten, its `line` is one that is; else 0.
    """
    name, other = (OCTETS, PLACES) if octets else (PLACES, OCTETS)
    return Observation(SITE, 0, 0, (name, f"{kept} of {tests} tests", f"{other}: {otherwise}"))


def decided(observations: Sequence[Observation]) -> bool | None:
    """Whether native strings are octets throughout, by the trace of a decision; None where there is none."""
    found = next((o for o in observations if o.site == SITE), None)
    return None if found is None else OCTETS in found.seen


def under_decision(request: Request) -> Request:
    """The same request, its files seen as the trace among its observations says."""
    octets = decided(request.observations)
    if octets is None:
        return request
    return replace(
        request,
        index=request.index.taken_for(octets),
        present=request.present and request.present.taken_for(octets),
        observations=tuple(o for o in request.observations if o.site != SITE),
    )
