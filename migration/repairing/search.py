"""Which repairs to try next: one a failure, those of independent failures together, fewer after a batch made it worse.

A trial whose batch made tests fail comes back in ever smaller batches, at last alone; what failed alone is not tried
again. A repair after which its failure stayed as it was is taken out of the text, and the next candidate is tried.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from environment.traces import Issue, Trial
from migration.dialects.dialect import parse
from migration.repairing.failures import failures_of, plain
from migration.repairing.kinds import made_bytes
from migration.repairing.repair import Candidate, Failure, Repair, offered
from migration.repairing.scene import Scene, view
from migration.repairing.trial_outcomes import (
    alike,
    answers,
    line_text,
    moved,
    regretted,
    withdrawn,
    without_bytes,
)
from migration.repository.index import RepositoryIndex
from migration.source.edits import Edit, apply
from migration.view.module import Module
from migration.view.placement import with_needs

#: Most failures that one candidate answers.
MAX_BATCH = 12
#: How the variants end that take text as well as bytes.
_EITHER = "either"
#: Test names that a trial remembers: enough to recognise its failure.
_REMEMBERED = 8
Hunks = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Plan:
    """The next text, and all trials so far, those it carries included. `fresh`: it carries a new one."""

    text: str
    trials: tuple[Trial, ...]
    fresh: bool


@dataclass(frozen=True)
class _Item:
    """A candidate that may be tried, with the trial that would record it."""

    edits: tuple[Edit, ...]
    trial: Trial


def next_plan(
    text: str,
    issues: Sequence[Issue],
    trials: Sequence[Trial],
    *,
    key: str,
    number: int,
    repairs: Sequence[Repair],
    index: RepositoryIndex,
    target: tuple[int, int] = (3, 11),
    original: str = "",
    present: RepositoryIndex | None = None,
) -> Plan:
    """The text to judge next (with \\n line ends), given what failed in `text` and what was tried before."""
    failures = failures_of(issues)
    repaired, known = withdrawn(text, failures, list(trials))
    search = _Search(key, number, repairs, index, target, original, present)
    # Lines of the failures are those of the judged text; taking something back may have moved them.
    found = search.items(repaired, [moved(f, text, repaired, key) for f in failures], known)
    if found is None:
        return Plan(repaired, tuple(known), False)
    module, items, unanswered = found
    better, again = regretted(repaired, unanswered, known, key)
    better = without_bytes(search.trials, key, better, failures, known, again)
    if again:
        others = [moved(f, text, better, key) for f in failures]
        once_more = search.items(better, [f for f in others if not answers(f, again)] + again, known)
        if once_more is not None:
            repaired, (module, items, _) = better, once_more
    chosen = _together(module, _batch(items, known))
    if not chosen:
        return Plan(repaired, tuple(known), False)
    result = _applied(module, chosen)
    fresh = [_with_place(item.trial, repaired, result) for item in chosen]
    return Plan(result, (*known, *fresh), True)


# -- choosing ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Search:
    """What the candidates of one planning have in common."""

    key: str
    number: int
    repairs: Sequence[Repair]
    index: RepositoryIndex
    target: tuple[int, int]
    original: str
    present: RepositoryIndex | None

    def items(
        self, text: str, failures: Sequence[Failure], trials: Sequence[Trial]
    ) -> tuple[Module, list[_Item], list[Failure]] | None:
        """The first untried candidate for each failure, and the failures without one; None: the text does not parse."""
        module = view(text, self.key, self.index, self.target)
        if module is None:
            return None
        refused = {t.variant for t in trials if t.outcome in ("undone", "both", "refused")}
        refused |= {t.variant for t in trials if t.outcome == "worse" and _alone(t, trials)}
        # Read from a trace, hunks are lists.
        alive = {tuple((old, new) for old, new in t.hunks) for t in trials if t.outcome in ("kept", "gained")}
        found: dict[str, _Item] = {}
        unanswered = []
        for failure in failures:
            scene = Scene(module, failure, self.original, self.present)
            both = any(t.outcome == "both" and alike(t, failure) for t in trials)
            tried = {t.variant for t in trials if t.outcome == "text" and alike(t, failure)}
            item = self._first(scene, refused, alive, both, tried)
            if item is not None:
                found.setdefault(item.trial.variant, item)
            else:
                unanswered.append(failure)
        return module, list(found.values()), unanswered

    def trials(self, text: str, failure: Failure, trials: Sequence[Trial]) -> list[Trial]:
        """The trial that would answer one failure in `text`, or none."""
        found = self.items(text, [failure], trials)
        return [] if found is None else [item.trial for item in found[1]]

    def _first(
        self,
        scene: Scene,
        refused: Collection[str],
        alive: Collection[Hunks],
        both: bool,
        tried: Collection[str] = (),
    ) -> _Item | None:
        """The first candidate that was not tried. `both`: text and bytes come here, so what takes either comes first.

        What one repair did and another would take back was asked to be text, and bytes as well. `tried`: behind
        these tests got bytes where they wanted text, so they come last, with all that makes bytes.
        """
        offers = ranked(scene, self.repairs)
        if both:
            offers.sort(key=lambda pair: not pair[1].variant.endswith(_EITHER))
        last: _Item | None = None
        for repair, candidate in offers:
            item = _item(scene, repair, candidate, self.number)
            if item is None or item.trial.variant in refused:
                continue
            if tried and (made_bytes(item.trial) or item.trial.variant in tried):
                last = last or item
                continue
            if tuple((new, old) for old, new in item.trial.hunks) not in alive:
                return item
            if not both:
                return self._first(scene, refused, alive, True, tried)
        return last


def ranked(scene: Scene, repairs: Sequence[Repair]) -> list[tuple[Repair, Candidate]]:
    """All candidates for a scene's failure, the first to try first."""
    found = [(repair, candidate) for repair in repairs for candidate in offered(repair, scene)]
    return sorted(found, key=lambda pair: (pair[1].rank, pair[0].order))


def _item(scene: Scene, repair: Repair, candidate: Candidate, number: int) -> _Item | None:
    text = scene.module.text
    result = rewritten(scene.module, candidate.edits)
    if result is None or result == text:
        return None
    hunks = _hunks(text, result)
    # A helper that another repair has brought by now does not make it another edit.
    own = _hunks(text, apply(text, list(candidate.edits)).text)
    digest = hashlib.sha1(repr((repair.id, own)).encode(), usedforsecurity=False).hexdigest()[:12]
    failure = scene.failure
    trial = Trial(
        number,
        repair.id,
        digest,
        failure.exception,
        plain(failure.message),
        failure.tests[:_REMEMBERED],
        failure.line,
        hunks=hunks,
    )
    return _Item(candidate.edits, trial)


def rewritten(module: Module, edits: Sequence[Edit]) -> str | None:
    """The module's text with `edits` and what they need; None when not all fit, or nothing valid comes out."""
    rendering = apply(module.text, with_needs(module, edits))
    if rendering.deferred or parse(rendering.text) is None:
        return None
    return rendering.text


def _hunks(before: str, after: str) -> Hunks:
    old, new = before.split("\n"), after.split("\n")
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    found = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            continue
        if i1 == i2 or j1 == j2:  # what was only added or taken away needs a neighbour to be found again
            i2, j2 = min(i2 + 1, len(old)), min(j2 + 1, len(new))
        found.append(("\n".join(old[i1:i2]), "\n".join(new[j1:j2])))
    return tuple(found)


def _alone(trial: Trial, trials: Sequence[Trial]) -> bool:
    return sum(t.number == trial.number for t in trials) == 1


def _batch(items: list[_Item], trials: Sequence[Trial]) -> list[_Item]:
    """Those never suspected together; else, of those least suspected, half as many as failed together last."""
    suspected = {i.trial.variant: _suspicion(i.trial.variant, trials) for i in items}
    if not items:
        return []
    least = min(suspected.values())
    group = [i for i in items if suspected[i.trial.variant] == least]
    if not least:
        return group[:MAX_BATCH]
    first = group[0].trial.variant
    size = min(
        sum(t.number == worse.number for t in trials)
        for worse in trials
        if worse.outcome == "worse" and worse.variant == first
    )
    return group[: max(1, size // 2)]


def _suspicion(variant: str, trials: Sequence[Trial]) -> int:
    return sum(t.variant == variant and t.outcome == "worse" for t in trials)


# -- writing -------------------------------------------------------------------------------------------------


def _together(module: Module, batch: Sequence[_Item]) -> list[_Item]:
    """Those of the batch whose edits fit together; the earlier ones win.

    Two that rewrite one line may answer the same cause from both sides: `as_text(a) == b'x'`.
    """
    chosen: list[_Item] = []
    lines: set[int] = set()
    for item in batch:
        edits = [e for one in (*chosen, item) for e in one.edits]
        touched = _lines(module, item)
        if not touched & lines and rewritten(module, edits) is not None:
            chosen.append(item)
            lines |= touched
    return chosen


def _lines(module: Module, item: _Item) -> set[int]:
    """The lines that an item rewrites something of."""
    spans = [part.span for edit in item.edits for part in edit.parts]
    return {bisect_right(module.line_starts, span.start) for span in spans}


def _applied(module: Module, chosen: Sequence[_Item]) -> str:
    text = rewritten(module, [e for item in chosen for e in item.edits])
    assert text is not None  # they were found to fit together
    return text


def _with_place(trial: Trial, before: str, after: str) -> Trial:
    """The trial, with the text that the failing line has now, and its number."""
    place = moved(Failure(trial.exception, trial.message, trial.line), before, after, "")
    return replace(trial, where=line_text(after.split("\n"), place.line), there=place.line)
