"""The person's turn: files that evidence could not decide. Every decision is deposited, with who and why."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from agents.validator import Thresholds, Validator
from environment.medium import Medium
from environment.medium_settings import MediumSettings
from environment.pheromone_store import PheromoneStore
from environment.target_repo import TargetRepo
from environment.traces import Kind, Status
from stigmergy.conditions import anchor_of, user_name
from stigmergy.settings import Settings

KEYS = {
    "l": "list",
    "d": "diff",
    "e": "evidence",
    "a": "approve",
    "r": "retry",
    "s": "skip",
    "n": "next",
    "q": "quit",
}
DECISIONS = frozenset({"approve", "retry", "skip"})
HELP = "[d]iff  [e]vidence  [a]pprove  [r]etry  [s]kip  [n]ext  [l]ist  [q]uit"


@dataclass(frozen=True)
class Case:
    """One file that needs a person."""

    key: str
    confidence: float
    kind: str
    reason: str

    def line(self) -> str:
        """The case in one line."""
        return f"{self.key}  confidence {self.confidence:.2f}  evidence {self.kind}  {self.reason}"


def review(options: argparse.Namespace, settings: Settings) -> int:
    """Go through the files that need a person, the least certain first. Returns 0."""
    from stigmergy.expedition import workspace_of

    workspace = workspace_of(options)
    run_id, anchor = workspace.for_resume(), anchor_of(settings)
    with workspace.run_lock(joining=True) as beside_run:
        target = TargetRepo.open(
            workspace.target_repo,
            run_id=run_id,
            branch_prefix=settings.git.branch_prefix,
            joining=beside_run,
        )
        with PheromoneStore(workspace.pheromones, run_id, settings=MediumSettings.of(settings)) as store:
            medium = Medium(store, target)
            reviewer = Reviewer(medium, ask=_ask, say=print, who=user_name())
            try:
                decided = reviewer.run()
            finally:
                # Also what was decided before an interrupt, and in a review that was killed.
                validator = Validator(
                    medium.seat("validator"),
                    Thresholds(high=settings.thresholds.validator_confidence_high),
                    run_id,
                )
                store.anchor = anchor
                if reviewer.undone():
                    validator.step()
            if "retry" in decided.values():
                place = f" --workspace {options.workspace}" if options.workspace else ""
                print(f"To have the retries done: python main.py --resume{place}")
    return 0


def _ask(prompt: str) -> str:
    """A line typed by the person. Raises EOFError at the end of input."""
    try:
        return input(prompt)
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"
    except EOFError:
        print()
        raise


class Reviewer:
    """Asks about each case and deposits what is decided, under the seat `human`.

    `ask` returns what was typed; EOFError, the end of input, means quit.
    """

    def __init__(
        self, medium: Medium, ask: Callable[[str], str], say: Callable[[str], None], who: str
    ) -> None:
        self.seat = medium.seat("human")
        self.ask = ask
        self.say = say
        self.who = who

    def cases(self) -> list[Case]:
        """Files that need a person and have no decision yet, the least certain first."""
        found = []
        for key, entry in self.seat.query(Kind.STATUS, status__eq=Status.NEEDS_REVIEW).items():
            metadata = entry.get("metadata", {})
            if metadata.get("decision"):
                continue
            quality = self.seat.read_one(Kind.QUALITY, key) or {}
            kind = quality.get("evidence", {}).get("kind", "none")
            found.append(
                Case(key, float(quality.get("confidence", 0.0)), kind, str(metadata.get("reason", "")))
            )
        return sorted(found, key=lambda case: (case.confidence, case.key))

    def undone(self) -> bool:
        """Whether a decision was deposited and not carried out yet."""
        waiting = self.seat.query(Kind.STATUS, status__eq=Status.NEEDS_REVIEW).values()
        return any(entry.get("metadata", {}).get("decision") for entry in waiting)

    def run(self) -> dict[str, str]:
        """Ask until all cases are decided or the person quits. Returns the decisions by file key."""
        decided: dict[str, str] = {}
        cases = self.cases()
        if not cases:
            self.say("No file needs a person.")
            return decided
        self.say(f"{len(cases)} files need a person. {HELP}")
        position = 0
        while position < len(cases):
            case = cases[position]
            self.say(f"\n({position + 1}/{len(cases)}) {case.line()}")
            try:
                answer = self._command()
                if answer in DECISIONS:
                    self._decide(case, answer)
            except EOFError:
                break
            if answer == "quit":
                break
            if answer in DECISIONS:
                decided[case.key] = answer
                position += 1
            elif answer == "next":
                position += 1
            elif answer == "list":
                for other in cases:
                    self.say(f"  {decided.get(other.key, 'open'):8} {other.line()}")
            elif answer == "diff":
                self.say(self.seat.diff(case.key) or "(no difference)")
            else:
                self._show_evidence(case)
        left = len(cases) - len(decided)
        self.say(f"{len(decided)} decided, {left} left.")
        return decided

    def _command(self) -> str:
        while True:
            typed = self.ask("> ").strip().lower()
            for letter, word in KEYS.items():
                if typed in (letter, word):
                    return word
            self.say(f"{typed!r} is no command. {HELP}")

    def _decide(self, case: Case, verdict: str) -> None:
        why = self.ask("why? (one line, may be empty) ").strip()
        hint = self.ask("hint for the next attempt? ").strip() if verdict == "retry" else ""
        decision = {"verdict": verdict, "who": self.who, "why": why, "hint": hint}
        with self.seat.transaction() as tx:
            tx.update(Kind.STATUS, case.key, {"metadata": {"decision": decision, "decided_by": self.who}})

    def _show_evidence(self, case: Case) -> None:
        quality: Mapping[str, Any] = self.seat.read_one(Kind.QUALITY, case.key) or {}
        status: Mapping[str, Any] = self.seat.read_one(Kind.STATUS, case.key) or {}
        evidence = quality.get("evidence", {})
        self.say(
            f"  {evidence.get('kind', 'none')}: {quality.get('tests_passed', 0)} of {quality.get('tests_total', 0)} "
            f"tests pass on {evidence.get('interpreter') or 'no interpreter'} "
            f"(compared with {evidence.get('baseline_interpreter') or 'nothing'}), "
            f"sandbox {evidence.get('sandbox') or 'none'}"
        )
        if evidence.get("unexecuted_sites"):
            self.say(
                f"  lines rewritten and never executed: {', '.join(map(str, evidence['unexecuted_sites']))}"
            )
        for site in status.get("metadata", {}).get("open_sites", ()):
            self.say(f"  left open, line {site['line']}: {site['pattern']}: {site['reason']}")
        for issue in quality.get("issues", ()):
            self.say(
                f"  {issue['test']}: {issue['exception']}: {issue['message']} ({issue['file']}:{issue['line']})"
            )
        for note in quality.get("notes", ()):
            self.say(f"  {note}")
        if not sys.stdin.isatty():
            sys.stdout.flush()
