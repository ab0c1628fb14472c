"""The person's turn: files that evidence could not decide. Every decision is deposited, with who and why.

A decision is a trace like any other: it is on record before anything happens because of it, the Validator carries it
out when the sitting ends (or the Validator of a run that is under way, or of the next sitting, should this one be
killed), and until then it can be undone.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from agents.validator import Thresholds, Validator
from environment.medium import Medium
from environment.medium_settings import MediumSettings
from environment.pheromone_store import PheromoneStore
from environment.target_repo import TargetRepo
from environment.traces import Kind, Status
from metrics.run_story import event_of
from stigmergy.conditions import anchor_of, user_name
from stigmergy.review_cases import Case, cases, decided, evidence_lines
from stigmergy.review_display import Screen
from stigmergy.review_edit import EditError, edited
from stigmergy.settings import Settings

KEYS = {
    "d": "diff",
    "b": "beside",
    "e": "evidence",
    "h": "history",
    "a": "approve",
    "c": "change",
    "r": "retry",
    "s": "skip",
    "u": "undo",
    "n": "next",
    "p": "previous",
    "l": "list",
    "?": "help",
    "q": "quit",
}
DECISIONS = frozenset({"approve", "change", "retry", "skip"})
HELP = (
    "[d]iff  [b]eside  [e]vidence  [h]istory  |  [a]pprove  [c]hange  [r]etry  [s]kip  [u]ndo  |  "
    "[n]ext  [p]revious  [l]ist  [?]  [q]uit"
)
EXPLAINED = """\
  d  diff           what the best candidate changes, one below the other
  b  beside         the same in two columns
  e  evidence       what was run, what failed, what was never executed, what was left open
  h  history        all that happened to the file, from the audit log
  a  approve        deliver it as it is: one commit
  c  change         write your own text in $EDITOR; it is tested like any candidate before it counts
  r  retry          another attempt, with a hint for whoever makes it
  s  skip           leave it as it was, for good
  u  undo           take back the latest decision that was not carried out yet
  n, p              the next, the previous file; l lists all; q, or the end of input, ends the sitting
Decisions are carried out when the sitting ends."""


def review(options: argparse.Namespace, settings: Settings) -> int:
    """Go through the files that need a person, the riskiest first. Returns 0, or what a resumed run returns."""
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
            reviewer = Reviewer(medium, ask=_ask, screen=Screen(), who=user_name())
            try:
                verdicts = reviewer.run()
            finally:
                # Also what was decided before an interrupt, and in a review that was killed.
                validator = Validator(
                    medium.seat("validator"),
                    Thresholds(high=settings.thresholds.validator_confidence_high),
                    run_id,
                )
                store.anchor = anchor
                if decided(reviewer.seat):
                    validator.step()
    if beside_run or not {"retry", "change"} & set(verdicts.values()):
        return 0
    return _tested_now(options, settings)


def _tested_now(options: argparse.Namespace, settings: Settings) -> int:
    """Offer to have retries and changes tested at once, where there is somebody to ask."""
    place = f" --workspace {options.workspace}" if options.workspace else ""
    config = f" --config {options.config}" if options.config else ""
    print(f"To have the retries and changes tested: python main.py --resume{place}{config}")
    if not sys.stdin.isatty():
        return 0
    try:
        answer = _ask("now? [y/N] ").strip().lower()
    except (EOFError, KeyboardInterrupt):
        return 0
    if answer not in ("y", "yes"):
        return 0
    from stigmergy.expedition import Expedition

    options.review, options.resume = False, True
    return Expedition(options, settings).run()


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

    def __init__(self, medium: Medium, ask: Callable[[str], str], screen: Screen, who: str) -> None:
        self.seat = medium.seat("human")
        self.log = medium.store.log.path
        self.ask = ask
        self.screen = screen
        self.who = who
        self.verdicts: dict[str, str] = {}
        self.cases: list[Case] = []
        self.position = 0

    def run(self) -> dict[str, str]:
        """Ask until all cases are decided or the person quits. Returns the decisions of this sitting by file key."""
        self.cases = cases(self.seat)
        say = self.screen.say
        if not self.cases:
            say("No file needs a person.")
            return self.verdicts
        say(f"{len(self.cases)} files need a person. {HELP}")
        shown = -1
        while self.position < len(self.cases):
            case = self.cases[self.position]
            if shown != self.position:
                say(f"\n({self.position + 1}/{len(self.cases)}) {case.line()}")
                say(f"  {case.why_risky()}")
            shown = self.position
            try:
                word = self._command()
                if word == "quit":
                    break
                if word in DECISIONS:
                    self._decide(case, word)
                else:
                    shown = self._look_or_move(case, word, shown)
            except EOFError:
                break
        left = sum(case.key not in self.verdicts for case in self.cases)
        say(f"{len(self.verdicts)} decided, {left} left.")
        return self.verdicts

    def _command(self) -> str:
        while True:
            typed = self.ask("> ").strip().lower()
            for letter, word in KEYS.items():
                if typed in (letter, word) or (word, typed) == ("change", "edit"):
                    return word
            self.screen.say(f"{typed[:60]!r} is no command. {HELP}")

    def _look_or_move(self, case: Case, word: str, shown: int) -> int:
        """Do what decides nothing. Returns which case is on the screen."""
        if word == "next":
            self.position += 1
        elif word == "previous":
            self.position = max(0, self.position - 1)
            return -1
        elif word == "undo":
            return self._undo(shown)
        elif word == "list":
            for other in self.cases:
                self.screen.say(f"  {self.verdicts.get(other.key, 'open'):8} {other.line()}")
        elif word in ("diff", "beside"):
            self.screen.diff(case.key, *self._texts(case.key), beside=word == "beside")
        elif word == "evidence":
            self.screen.lines(evidence_lines(self.seat, case.key))
        elif word == "history":
            self.screen.lines(self._history(case.key))
        else:
            self.screen.say(EXPLAINED)
        return shown

    # -- deciding ------------------------------------------------------------------------------------------------

    def _decide(self, case: Case, verdict: str) -> None:
        if case.key in self.verdicts:
            self.screen.say(f"decided already: {self.verdicts[case.key]}; undo it first")
            return
        try:
            more: dict[str, Any] = {}
            if verdict == "change":
                more["text"] = edited(case.key, *self._texts(case.key))
            why = self.ask("why? (one line, may be empty) ").strip()
            hint = self.ask("hint for the next attempt? ").strip() if verdict == "retry" else ""
        except EditError as error:
            self.screen.say(f"not decided: {error}")
            return
        except KeyboardInterrupt:
            self.screen.say("\nnot decided")
            return
        word = "edit" if verdict == "change" else verdict
        decision = {"verdict": word, "who": self.who, "why": why, "hint": hint, **more}
        with self.seat.transaction() as tx:
            tx.update(
                Kind.STATUS, case.key, {"metadata": {"decision": decision, "decided_by": self.who}}, "decided"
            )
        self.verdicts[case.key] = verdict
        self.position += 1

    def _undo(self, shown: int) -> int:
        """Withdraw the latest decision that nobody has carried out yet, and go back to its file."""
        waiting = decided(self.seat)
        if not waiting:
            self.screen.say("there is no decision that could still be undone")
            return shown
        key = waiting[-1]
        with self.seat.transaction() as tx:
            entry = tx.read_one(Kind.STATUS, key) or {}
            if entry.get("status") != Status.NEEDS_REVIEW or not entry["metadata"].get("decision"):
                self.screen.say(f"{key}: was carried out meanwhile")
                return shown
            note = {"decision": None, "decided_by": None, "withdrawn_by": self.who}
            tx.update(Kind.STATUS, key, {"metadata": note}, "withdrawn")
        self.verdicts.pop(key, None)
        if key not in [case.key for case in self.cases]:
            self.cases = sorted(
                [*self.cases, *(c for c in cases(self.seat) if c.key == key)], key=lambda c: -c.risk
            )
        self.position = next(n for n, case in enumerate(self.cases) if case.key == key)
        self.screen.say(f"undone: {key}")
        return -1

    # -- looking -------------------------------------------------------------------------------------------------

    def _texts(self, key: str) -> tuple[bytes, bytes]:
        """The original and the present text of a file; empty where there is none."""
        found = []
        for read in (self.seat.original, self.seat.source):
            try:
                found.append(read(key))
            except OSError:
                found.append(b"")
        return found[0], found[1]

    def _history(self, key: str) -> list[str]:
        from environment.audit_log import read_records

        lines = []
        for record in read_records(self.log):
            if record["file"] == key:
                event = event_of(record)
                lines.append(f"tick {event.tick:>3}  {event.time[11:19]}  {event.agent:<11}  {event.text}")
        return lines
