"""What is seen of a target before any file is rewritten: what it does under 2.7, and how its native strings are best
taken, as far as its own tests tell.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from environment.guardrails import GuardrailViolation
from environment.traces import Observation
from environment.tree_files import write_file
from migration.code_model import CodeModel, Request
from migration.engine.documents import decode_file
from migration.models.string_policy import OCTETS, PLACES, decision, has_choice
from migration.repository.index import RepositoryIndex
from migration.source.source_text import SourceText, UndecodableError
from stigmergy.crafts import embedded_model, target_version
from stigmergy.settings import Settings
from verification.evidence import Retention, Verifier

#: Suites that take longer, in seconds, are not run for this: repairs decide place by place.
LONGEST = 120.0
#: Nor are those that take more than this share of the time that is left.
_TIME = 0.05
#: A suite that takes so many seconds more, and so many times as long as under 2.7, hangs: the other way is not tried.
_HANGS, _TIMES = 30.0, 5.0
#: The other way must win back this share of the tests that are lost, or the lesser one if those are many. Repairs win
#: back many of the rest either way, and most where places are told apart.
_SHARE, _LESSER, _MANY = 2 / 3, 1 / 2, 20

log = logging.getLogger("stigmergy.observing")


@dataclass(frozen=True)
class Seen:
    """Observations by file key. `decision`, one of every file, stands where tests are for the other way to take native
    strings than the texts; `places` are then a line of each file that is rewritten so.
    """

    observations: Mapping[str, Sequence[Observation]]
    decision: Observation | None = None
    places: Mapping[str, int] = field(default_factory=dict)

    def by_file(self, keys: Sequence[str]) -> Mapping[str, Sequence[Observation]]:
        """All that is known of each of `keys`."""
        made = self.decision
        if made is None:
            return self.observations
        return {
            key: (replace(made, line=self.places.get(key, 0)), *self.observations.get(key, ()))
            for key in keys
        }


def see(
    verifier: Verifier,
    keys: Sequence[str],
    settings: Settings,
    left: Callable[[], float | None] = lambda: None,
) -> Seen:
    """What the original does under 2.7 in `keys`, and the decision about native strings, for which the suite has to be
    short beside the seconds that are `left` (None: as many as it takes). Raises GivenUp.
    """
    observations = verifier.observe(keys)
    seconds, remaining = verifier.baseline_seconds, left()
    if seconds is None or seconds > (LONGEST if remaining is None else min(LONGEST, remaining * _TIME)):
        return Seen(observations)
    rules, target = embedded_model(settings), target_version(settings)
    return try_native_strings(verifier, keys, observations, rules, target)


def try_native_strings(
    verifier: Verifier,
    keys: Sequence[str],
    observations: Mapping[str, Sequence[Observation]],
    rules: CodeModel,
    target: tuple[int, int],
) -> Seen:
    """The observations, with the decision where tests are for the other way than the texts.

    The whole suite runs once on what the rules make of `keys`, and once more on what they make of them the other way
    if tests have been lost. Where no octets go through the texts there is no choice, and nothing runs.
    """
    seen = Seen(observations)
    sources = _sources(verifier.original, keys)
    if not has_choice(source.text for source in sources.values()):
        return seen
    index = RepositoryIndex(sources, lambda key: sources[key].text)
    requests = [
        Request(key, source.text, index, observations=tuple(observations.get(key, ())), target=target)
        for key, source in sources.items()
    ]
    usual, _ = _kept(verifier, requests, sources, rules)
    if usual.passing == usual.baseline:
        return seen
    if usual.seconds > _HANGS + _TIMES * (verifier.baseline_seconds or 0.0):
        log.info("native strings: the suite took %.0f s, the other way is not tried", usual.seconds)
        return seen
    otherwise = index.taken_for(not index.octets)
    other, places = _kept(verifier, [replace(r, index=otherwise) for r in requests], sources, rules)
    log.info(
        "native strings: of %d tests %d pass with %s, %d the other way",
        usual.baseline,
        usual.passing,
        OCTETS if index.octets else PLACES,
        other.passing,
    )
    if not outweighs(usual.baseline - usual.passing, other.passing - usual.passing):
        return seen
    made = decision(otherwise.octets, other.passing, usual.passing, usual.baseline)
    return replace(seen, decision=made, places=places)


def outweighs(lost: int, won: int) -> bool:
    """Whether the other way wins back enough of the tests that are lost."""
    return won >= lost * (_LESSER if won >= _MANY else _SHARE)


def _sources(original: Path, keys: Sequence[str]) -> dict[str, SourceText]:
    sources = {}
    for key in keys:
        try:
            sources[key] = decode_file(key, (original / key).read_bytes())
        except (OSError, UndecodableError) as error:
            log.info("%s: %s", key, error)
    return sources


def _kept(
    verifier: Verifier, requests: Sequence[Request], sources: Mapping[str, SourceText], rules: CodeModel
) -> tuple[Retention, dict[str, int]]:
    """What the suite says of the original with all that the rules make of it, and a line they rewrite in each file."""
    places: dict[str, int] = {}
    tree = verifier.scratch / "native_strings"
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(verifier.original, tree, symlinks=True)
    for request in requests:
        offered = rules.propose(request)
        if changes := offered.changes.get(request.key):
            # Helpers and imports come first, and stand for nothing in the text.
            places[request.key] = max(c.before_line or c.line for c in changes)
        try:
            data = sources[request.key].encode(offered.texts.get(request.key, request.source))
            for key, new in {
                **{k: t.encode() for k, t in offered.new_files.items()},
                request.key: data,
            }.items():
                write_file(tree, key, new, verifier.scratch / "unfinished")
        except (GuardrailViolation, UndecodableError, OSError) as error:
            log.info("%s: %s", request.key, error)
    try:
        return verifier.retention(tree), places
    finally:
        shutil.rmtree(tree, ignore_errors=True)
