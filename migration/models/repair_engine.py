"""Rules first; then, as long as tests fail, repairs at the causes that their failures point to."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from environment.traces import Change, Exactness, OpenSite, Trial, is_document
from migration.code_model import Proposal, Request
from migration.models.rule_engine import RuleEngine
from migration.models.string_policy import has_choice, under_decision
from migration.repairing.registry import all_repairs
from migration.repairing.repair import Repair
from migration.repairing.search import next_plan
from migration.source.line_changes import carried, changes_between, kept_lines, sites_left
from migration.source.source_text import restore_newlines, unify_newlines

#: What a first candidate promises, should a test fail: nobody can say before.
_PROMISE = 1
#: Outcomes of trials whose edits are in the text.
_ALIVE = ("", "kept", "gained")
#: The trials of another view of a file, and why each place that comes out otherwise stays open.
_UNOBSERVED, _OTHERWISE = "unobserved", "native_strings"
_DOUBTS = {
    _UNOBSERVED: "decided without what Python 2.7 was seen to do here, with which tests fail",
    _OTHERWISE: "native strings are taken otherwise than in the repository's other files, with which tests fail",
}


class RepairingEngine:
    """The embedded code model: rules give the first candidate, repairs the further ones. Free of charge."""

    name = "rules"
    free = True

    def __init__(self, rules: RuleEngine | None = None, repairs: Sequence[Repair] | None = None) -> None:
        self.rules = rules or RuleEngine()
        self.repairs = all_repairs() if repairs is None else tuple(repairs)

    def propose(self, request: Request) -> Proposal:
        """The next candidate; a refusal when the failures on record are none that a repair knows."""
        request = under_decision(request)
        if request.current is None:
            offered = self.rules.propose(request)
            promise = _PROMISE if offered.texts and self.repairs and not is_document(request.key) else 0
            return replace(offered, candidates_on_failure=promise)
        if is_document(request.key):
            return Proposal({}, refusal="no repair knows the examples of text files")
        return self._repaired(request, request.current)

    def _repaired(self, request: Request, current: str) -> Proposal:
        text, style = unify_newlines(current)
        plan = next_plan(
            text,
            request.failures,
            request.trials,
            key=request.key,
            number=request.attempt,
            repairs=self.repairs,
            index=_as_viewed(request, request.trials).index,
            target=request.target,
            original=unify_newlines(request.source)[0],
            present=request.present,
        )
        if plan.text == text:
            unknown = Proposal({}, refusal="no repair knows what still fails", trials=plan.trials)
            return self._viewed_otherwise(request, current, plan.trials) or unknown
        base = self._ruled(request, plan.trials)
        ruled = unify_newlines(base.texts.get(request.key, request.source))[0]
        kept = carried(base.changes.get(request.key, ()), ruled, plan.text)
        return Proposal(
            texts={request.key: restore_newlines(plan.text, current, style)},
            changes={request.key: (*kept, *_own_changes(ruled, plan.text, plan.trials))},
            open_sites={
                request.key: (
                    *sites_left(base.open_sites.get(request.key, ()), ruled, plan.text),
                    *self._doubts(plan.text, plan.trials),
                )
            },
            notes=tuple(
                f"repair {t.repair} for {t.exception}: {t.message}" for t in plan.trials if not t.outcome
            ),
            trials=plan.trials,
            candidates_on_failure=_PROMISE if plan.fresh or _untried_views(request, plan.trials) else 0,
        )

    def _ruled(self, request: Request, trials: Sequence[Trial]) -> Proposal:
        """What the rules make of the file, as the candidate at hand has it."""
        return self.rules.propose(replace(_as_viewed(request, trials), attempt=0))

    def _viewed_otherwise(self, request: Request, current: str, trials: tuple[Trial, ...]) -> Proposal | None:
        """The last resorts, each once, if it gives another text: what the rules say without observations, and what they
        say where this file alone takes native strings otherwise.

        What was seen decides well in nearly all places, and is one run of the program alone. Each place decided
        otherwise is left open, so that this counts only where more tests pass.
        """
        views = _untried_views(request, trials) if request.failures else []
        if not views:
            return None
        usual = self.rules.propose(replace(request, attempt=0)).texts.get(request.key, "")
        for view in views:
            other = self.rules.propose(replace(_viewed(request, view), attempt=0))
            text = other.texts.get(request.key, "")
            trials = (*trials, Trial(request.attempt, view, view, "", ""))
            if text in (usual, current):
                continue
            places = changes_between(unify_newlines(usual)[0], unify_newlines(text)[0], view)
            doubts = tuple(OpenSite(view, place.line, _DOUBTS[view]) for place in places)
            sites = (*other.open_sites.get(request.key, ()), *doubts)
            return replace(
                other, open_sites={request.key: sites}, trials=trials, candidates_on_failure=_PROMISE
            )
        return None

    def _doubts(self, text: str, trials: Sequence[Trial]) -> tuple[OpenSite, ...]:
        """Where repairs that a person has to look at rewrote something."""
        doubtful = {repair.id: repair.doubt for repair in self.repairs if repair.doubt}
        sites = []
        for trial in trials:
            if trial.repair in doubtful and trial.outcome in _ALIVE:
                places = [text.find(new) for _, new in trial.hunks]
                sites += [
                    OpenSite(trial.repair, text.count("\n", 0, place) + 1, doubtful[trial.repair])
                    for place in places
                    if place >= 0
                ]
        return tuple(sites)


def _untried_views(request: Request, trials: Sequence[Trial]) -> list[str]:
    """The views of the file that are other views, and were not tried yet."""
    tried = {trial.repair for trial in trials}
    views = [_UNOBSERVED] if request.observations else []
    if has_choice([request.source]):
        views.append(_OTHERWISE)
    return [view for view in views if view not in tried]


def _viewed(request: Request, view: str) -> Request:
    if view == _UNOBSERVED:
        return replace(request, observations=())
    return replace(request, index=request.index.taken_for(not request.index.octets))


def _as_viewed(request: Request, trials: Sequence[Trial]) -> Request:
    """The request as it was for the text at hand, which may come of another view."""
    for trial in trials:
        if trial.repair in _DOUBTS and trial.outcome in _ALIVE:
            request = _viewed(request, trial.repair)
    return request


def _own_changes(ruled: str, text: str, trials: Sequence[Trial]) -> tuple[Change, ...]:
    """What repairs rewrote, each run of lines signed by the repair whose lines they are."""
    rows = text.split("\n")
    alive = [t for t in trials if t.outcome in _ALIVE]

    def author(change: Change) -> str:
        lines = {row.strip() for row in rows[change.line - 1 : change.end_line]} - {""}
        for trial in alive:
            if any(lines & {row.strip() for row in new.split("\n")} for _, new in trial.hunks):
                return f"repair:{trial.repair}"
        return "repair"

    added, kept = _added_functions(ruled, text), kept_lines(ruled, text)

    def exactness(change: Change) -> Exactness:
        lines = {n for n in range(change.line, change.end_line + 1) if rows[n - 1].strip()}
        pure = lines and lines <= added and change.before_line in kept
        return Exactness.EXACT if pure else change.exactness

    return tuple(
        replace(c, author=author(c), exactness=exactness(c)) for c in changes_between(ruled, text, "repair")
    )


def _added_functions(before: str, after: str) -> frozenset[int]:
    """The lines of functions of the module that only `after` has, under names of which `before` knows nothing.

    Such a definition changes nothing by itself: what it does is up to the lines that call it.
    """
    try:
        body = ast.parse(after).body
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    names = set(re.findall(r"\w+", before))
    return frozenset(
        line
        for node in body
        if isinstance(node, ast.FunctionDef) and node.name not in names and not node.decorator_list
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    )
