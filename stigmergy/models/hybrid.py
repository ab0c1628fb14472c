"""Rules first, a language model for what is left: open sites, and files whose tests still fail."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from environment.traces import OpenSite
from migration.code_model import CodeModel, Proposal, Request, Usage
from migration.source.line_changes import carried, changes_between, kept_lines, sites_left
from stigmergy.models.dialogue import NO_BUDGET, Outcome
from stigmergy.models.llm import Author, stand
from stigmergy.models.newlines import with_newlines
from stigmergy.models.prompting import blamed_lines, site_lines
from stigmergy.models.regions import regions_around

_MAX_SITES = 40
_LINE = re.compile(r"line (\d+)")


@dataclass(frozen=True, slots=True)
class Schedule:
    """How often a file that still fails is taken to the model: edits first, the whole file last."""

    edits: int = 2
    whole: int = 1

    @property
    def total(self) -> int:
        """Model candidates altogether."""
        return self.edits + self.whole


class HybridModel:
    """Asks `pure` first and always; the model only for what `pure` leaves open, and after its last candidate.

    A file that the rules settle costs nothing. Which rule, repair or model changed which lines is kept apart.
    """

    free = False

    def __init__(self, pure: CodeModel, author: Author, schedule: Schedule | None = None) -> None:
        self.pure = pure
        self.author = author
        self.schedule = schedule or Schedule()
        self.name = f"hybrid:{author.dialogue.settings.model}"

    def propose(self, request: Request) -> Proposal:
        """The next candidate. Raises FatalModelError only."""
        offered = self.pure.propose(request)
        if self._is_new(request, offered):
            settled = self._settle_open_sites(request, offered) if request.attempt == 0 else offered
            return replace(settled, candidates_left=offered.candidates_left + self.schedule.total)
        turn = self._turns_taken(request)
        if turn >= self.schedule.total:
            return self._stand(request, "rules and model have nothing further to try")
        return self._ask(request, turn)

    # -- whose turn it is --------------------

    def _is_new(self, request: Request, offered: Proposal) -> bool:
        text = offered.texts.get(request.key)
        return text is not None and not (request.attempt and text == request.current)

    def _turns_taken(self, request: Request) -> int:
        """How many attempts just before this one were the model's: those for which `pure` had nothing."""
        taken = 0
        for attempt in range(request.attempt - 1, -1, -1):
            earlier = replace(request, attempt=attempt)
            if any(trial.number == attempt for trial in request.trials):
                break
            if self._is_new(earlier, self.pure.propose(earlier)):
                break
            taken += 1
        return taken

    # -- asking the model --------------------

    def _settle_open_sites(self, request: Request, offered: Proposal) -> Proposal:
        sites = offered.open_sites.get(request.key, ())
        if not sites:
            return offered
        text = offered.texts[request.key]
        outcome = self.author.edits(request, text, _first(site_lines(sites)))
        if outcome.text is None:
            return replace(
                offered,
                usage=offered.usage + outcome.usage,
                notes=(*offered.notes, f"open sites stay open: {outcome.refusal}"),
            )
        return _with_cost(self._edited(request, offered, outcome.text), outcome)

    def _ask(self, request: Request, turn: int) -> Proposal:
        base = self._first_candidate(request)
        text = request.current if request.current is not None else base.texts.get(request.key)
        lines: dict[int, str] = {}
        if text is not None:
            sites = sites_left(base.open_sites.get(request.key, ()), base.texts.get(request.key, ""), text)
            lines = (
                self._broken_line(request, text)
                | blamed_lines(request.key, request.issues)
                | site_lines(sites)
            )
        if text is not None and not lines and not request.issues:
            return self._stand(request, "no test names a place for the model to look at")
        left = self.schedule.total - turn - 1
        if text is not None and lines and turn < self.schedule.edits:
            outcome = self.author.edits(request, text, _first(lines))
            if outcome.text == text:
                outcome = replace(outcome, text=None, refusal="the model sees nothing to change")
        else:
            # Without a line to point at, edits have no aim.
            left = 0 if turn >= self.schedule.edits else left
            outcome = self.author.whole_file(request)
        if outcome.text is None:
            return self._refused(request, outcome, left)
        edited = self._edited(request, base, outcome.text)
        return replace(_with_cost(edited, outcome), candidates_left=left)

    def _refused(self, request: Request, outcome: Outcome, left: int) -> Proposal:
        if request.current is None or (left and not outcome.refusal.startswith(NO_BUDGET)):
            return Proposal(
                {},
                usage=outcome.usage,
                author=self.author.name,
                candidates_left=left,
                refusal=outcome.refusal,
            )
        return self._stand(request, outcome.refusal, outcome.usage)

    def _stand(self, request: Request, why: str, usage: Usage | None = None) -> Proposal:
        """The best candidate again, with what each author did to it, so that a person can decide about it."""
        standing = stand(request, why, usage)
        if request.current is None:
            return standing
        known = self._edited(request, self._first_candidate(request), request.current)
        return replace(standing, changes=known.changes, open_sites=known.open_sites)

    def _first_candidate(self, request: Request) -> Proposal:
        return self.pure.propose(replace(request, attempt=0, current=None, issues=()))

    def _broken_line(self, request: Request, text: str) -> dict[int, str]:
        error = self.author.check_for(request.target)(with_newlines(text, "\n"))
        match = _LINE.match(error)
        return {int(match.group(1)) if match else 1: f"does not compile: {error}"} if error else {}

    def _edited(self, request: Request, base: Proposal, text: str) -> Proposal:
        """A proposal of the model's text; lines that are still as the rules left them stay the rules' own."""
        key = request.key
        new, ruled = _plain(text), _plain(base.texts.get(key, request.source))
        kept = carried(base.changes.get(key, ()), ruled, new)
        own = changes_between(ruled, new, self.author.name)
        sites: tuple[OpenSite, ...] = sites_left(
            _not_met(base.open_sites.get(key, ()), ruled, new), ruled, new
        )
        return replace(
            base,
            texts={**base.texts, key: text},
            changes={**base.changes, key: tuple(sorted((*kept, *own), key=lambda c: (c.line, c.end_line)))},
            open_sites={**base.open_sites, key: sites},
            author=f"{base.author}+{self.author.name}" if own else base.author,
            refusal="",
        )


def _not_met(sites: Sequence[OpenSite], ruled: str, new: str) -> tuple[OpenSite, ...]:
    """`sites` of `ruled` but those that `new` settles elsewhere: what is open at the line of a class is often a method.

    That is where a region that was asked about for one site only has changed.
    """
    regions = regions_around(ruled, [site.line for site in sites]).values()
    unmoved = kept_lines(ruled, new)
    left = []
    for site in sites:
        region = next((r for r in regions if r.start <= site.line <= r.end), None)
        alone = region and sum(region.start <= other.line <= region.end for other in sites) == 1
        changed = region and not unmoved.issuperset(range(region.start, region.end + 1))
        if not (alone and changed):
            left.append(site)
    return tuple(left)


def _with_cost(proposal: Proposal, outcome: Outcome) -> Proposal:
    notes = (*proposal.notes, f"{outcome.repairs} repairs") if outcome.repairs else proposal.notes
    return replace(proposal, usage=proposal.usage + outcome.usage, notes=notes)


def _first(lines: Mapping[int, str]) -> dict[int, str]:
    return dict(list(lines.items())[:_MAX_SITES])


def _plain(text: str) -> str:
    return with_newlines(text, "\n")
