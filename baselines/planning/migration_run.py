"""A migration by planner, coder and reviewer: rounds in a worktree, then the gates, then decisions file by file."""

from __future__ import annotations

import shlex
from typing import Any

from baselines.common import Halt, Trial
from baselines.contained import CommandRunner, parsed
from baselines.planning import hierarchy
from baselines.planning.artefacts import Artefacts
from baselines.planning.coder import Coder
from baselines.planning.flags import NAME, asked
from baselines.planning.gates import ACCEPTED, SWEEP_FAILED, TESTS_FAILED, Gates, Sweep, tested
from baselines.planning.hierarchy import Outcome, StandIns, Team
from baselines.planning.migration_coder import HarvestingCoder, OwnCoder, judged_report
from baselines.planning.planner import Planner
from baselines.planning.reviewer import Reviewer
from baselines.planning.stand_ins import migration_plan, migration_review
from baselines.planning.templates import TEMPLATES
from baselines.planning.worktrees import Worktree, Worktrees
from baselines.reading_order import reading_order
from baselines.reports import file_lines
from baselines.toolloop.migration_tools import Migration
from baselines.voice import Templates, Voice
from stigmergy.baseline_settings import Hierarchical
from stigmergy.crafts import target_version, verification_settings
from stigmergy.settings import Settings, SettingsError
from stigmergy.stopping import StopReason

_IDEA = """\
Migrate this repository from Python 2 to Python {target}, so that it behaves as before.

Every file is to run on Python {target}. The tests that pass on Python 2 pass afterwards, with their test functions and
their assertions. What needs no change stays as it is.
"""


def max_rounds(settings: Settings) -> int:
    """How many reviews there may be; `auto`: as many tries as a file has in the other ways."""
    rounds = settings.baselines.hierarchical.max_review_rounds
    return settings.thresholds.max_retry_count + 1 if rounds == "auto" else rounds


def described(settings: Settings) -> dict[str, Any]:
    """What goes into the manifest. Raises SettingsError for commands that can't be run, before anything is touched."""
    gate_words(settings)
    Sweep.of(settings.baselines.hierarchical)
    if settings.baselines.hierarchical.coder == "mcp":
        from baselines.planning.mcp_coder import server_words

        server_words(settings.baselines.hierarchical.mcp)
    section = settings.baselines.hierarchical.model_dump()
    return section | {"max_review_rounds": max_rounds(settings), "prompts": Templates(TEMPLATES).version}


def gate_words(settings: Settings) -> tuple[str, ...] | None:
    """The words of the test command; None where tests are run as they were found. Raises SettingsError.

    A command in verification.test_command may be meant for a shell; then the tests are run as that section says.
    """
    own, shared = settings.baselines.hierarchical.test_command, settings.verification.test_command
    if own != "auto":
        return tuple(parsed(own, "baselines.hierarchical.test_command"))
    if shared == "auto":
        return None
    try:
        return tuple(parsed(shared, "verification.test_command"))
    except SettingsError:
        return None


class MigrationRun:
    """One run, within a trial."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.bench = trial.bench
        self.memory = trial.memory
        self.settings = asked(trial.options, trial.settings)
        self.section: Hierarchical = self.settings.baselines.hierarchical
        self.words = gate_words(self.settings)
        self.sweep = Sweep.of(self.section)
        self.artefacts = Artefacts(trial.workspace.root / NAME / trial.run_id, trial.run_id)
        # Written before the work, so that a run that is killed shows.
        self.artefacts.summary({"idea": "migration", "status": "started"})

    def work(self) -> None:
        """The whole of it. What stands and was judged is decided, however the rounds ended."""
        trial = self.trial
        findings = self.bench.survey(NAME)
        self.order = reading_order({key: finding.imports for key, finding in findings.items()})
        worktrees = Worktrees(trial.target.root, trial.workspace.root / "worktrees")
        for name in worktrees.clean():
            trial.console.say(f"  a worktree that was left behind is removed: {name}")
        keep = bool(trial.options.keep_worktrees)
        try:
            with worktrees.opened(trial.run_id, trial.target.base_commit, keep) as worktree:
                self.bench.tree = worktree.path
                self.migration = Migration(self.bench, NAME, None)
                try:
                    self._in_worktree(worktree)
                finally:
                    self.bench.tree = trial.target.root
            if keep:
                trial.console.say(f"  the worktree is kept: {worktree.path}")
        finally:
            self.artefacts.close()

    def _in_worktree(self, worktree: Worktree) -> None:
        outcome, told = Outcome("halted", 0), dict[str, Any]()
        try:
            outcome = self._team(worktree)
            if outcome.status == hierarchy.APPROVED:
                told = self._gates(worktree)
        finally:
            self._conclude(outcome)
            self._summary(outcome, told)
        if outcome.status == hierarchy.NO_BUDGET and self.memory.undecided():
            raise Halt(StopReason.BUDGET_EXHAUSTED)

    def _team(self, worktree: Worktree) -> Outcome:
        trial, migration = self.trial, self.migration
        templates = Templates(TEMPLATES)
        voice = Voice(trial.chosen, trial.seed, templates.version)
        findings, target = self.bench.findings, ".".join(map(str, target_version(self.settings)))
        checked = trial.checked
        facts = "\n".join(
            [
                *(f"weakness: {text}" for text in checked.weaknesses if "tests" in text),
                f"tests: {checked.passing} of {checked.tests} pass on Python 2.7, by {checked.runner}",
                "files, from the bottom of their imports, with the Python 2 patterns found in them:",
                *file_lines(findings, self.order),
            ]
        )
        coder = self._coder(worktree)
        team = Team(
            Planner(voice, templates, self.artefacts),
            coder,
            Reviewer(voice, templates, self.artefacts, self.section.diff_chars),
            templates,
            self.artefacts,
        )
        gains = 0

        def gained() -> bool:
            nonlocal gains
            before, gains = gains, migration.gains
            return gains > before

        try:
            return team.work(
                _IDEA.format(target=target),
                facts,
                worktree,
                StandIns(
                    lambda: migration_plan(findings, self.order),
                    lambda difference, report: migration_review(migration, difference),
                ),
                max_rounds(self.settings),
                trial.end_tick,
                gained,
            )
        finally:
            coder.close()

    def _coder(self, worktree: Worktree) -> Coder:
        if self.section.coder == "own":
            return OwnCoder(self.migration, self.order, self.trial.pause)
        from baselines.planning.mcp_coder import McpCoder

        inner = McpCoder(self.section.mcp, worktree, self.artefacts, self.trial.interrupted)
        return HarvestingCoder(inner, self.migration, worktree)

    # -- the gates -----------------------------------------------------------------------------------------------

    def _gates(self, worktree: Worktree) -> dict[str, Any]:
        """The test command over the worktree, and the sweep where that passed."""
        self.migration.give_up_drafts()
        told: dict[str, Any] = {"tests": self._tested(worktree)}
        self.trial.end_tick("tests", "passed" if told["tests"]["passed"] else "failed")
        if self.sweep is not None and told["tests"]["passed"]:
            gates = Gates(self._runner(), self.artefacts)
            told["sweep"] = gates.sweep(worktree.path, self.sweep)
            self.bench.tests_seconds += told["sweep"]["seconds"]
            self.trial.end_tick("sweep", "passed" if told["sweep"]["passed"] else "failed")
        return told

    def _tested(self, worktree: Worktree) -> dict[str, Any]:
        if self.words is not None:
            runner = self._runner()
            limit = runner.settings.limit(self.trial.checked.seconds)
            told = Gates(runner, self.artefacts).tests(worktree.path, self.words, limit)
            self.bench.tests_seconds += told["seconds"]
            return told
        kept = self.trial.verifier.retention(worktree.path)
        self.bench.tests_seconds += kept.seconds
        known = kept.baseline or kept.collected
        passed = bool(known) and not kept.lost and kept.passing >= known
        ending = f"{kept.passing} of {known} tests pass" if known else "no tests were found"
        log = "\n".join([ending, *(f"lost: {name}" for name in kept.lost)]) + "\n"
        command = f"the tests that were found, by {self.trial.checked.runner}"
        return tested(self.artefacts, command, passed, ending, log, kept.seconds)

    def _runner(self) -> CommandRunner:
        verification = verification_settings(self.settings, self.trial.options.allow_unsandboxed)
        return CommandRunner(verification, self.trial.workspace.scratch / "commands")

    # -- the end -------------------------------------------------------------------------------------------------

    def _conclude(self, outcome: Outcome) -> None:
        """Put what stands into the working copy, and decide about it. A run told to stop runs no further tests."""
        migration, bench = self.migration, self.bench
        migration.give_up_drafts()
        if outcome.status != "halted":
            judged_report(migration)
        files = {
            key: bench.read(key) for key in migration.standing() if not self.memory.fact(key, "unchanged")
        }
        for key in list(files):
            for name in self.memory.fact(key, "group") or ():
                files.setdefault(name, bench.read(name))
        bench.tree = bench.target.root
        for key, data in sorted(files.items()):
            bench.write(key, data)
        abandoned = {
            hierarchy.NO_BUDGET: "",
            "halted": "",
            hierarchy.CODER_FAILED: f"the coder failed: {outcome.reason}",
        }.get(outcome.status, "no candidate that can stand")
        migration.conclude(NAME, abandoned, self._held(outcome, files))

    def _held(self, outcome: Outcome, changed: dict[str, bytes]) -> dict[str, str]:
        """The files that the last review rejects: those it names, or all where it names none."""
        review = outcome.review
        if outcome.status != hierarchy.REJECTED or review is None or not review.given:
            return {}
        named = {issue.file: issue.text for issue in review.issues if issue.file}
        if all(issue.file for issue in review.issues) and review.issues:
            return {key: f"the reviewer rejects it: {text[:200]}" for key, text in named.items()}
        return dict.fromkeys(changed, "the reviewer rejects the change as a whole")

    def _summary(self, outcome: Outcome, told: dict[str, Any]) -> None:
        status = outcome.status
        if status == hierarchy.APPROVED:
            if not told.get("tests", {}).get("passed"):
                status = TESTS_FAILED
            else:
                status = ACCEPTED if told.get("sweep", {"passed": True})["passed"] else SWEEP_FAILED
        usage = self.trial.chosen.usage()
        states: dict[str, int] = {}
        for entry in self.memory.status.values():
            states[entry["status"]] = states.get(entry["status"], 0) + 1
        self.artefacts.summary(
            {
                "idea": "migration",
                "status": status,
                "reason": outcome.reason,
                "rounds": outcome.rounds,
                "approved": bool(outcome.review and outcome.review.approved),
                "base_commit": self.trial.target.base_commit,
                "branch": self.trial.target.branch,
                "files_by_status": dict(sorted(states.items())),
                "coder": self.section.coder,
                "test_command": shlex.join(self.words) if self.words else None,
                "tests": told.get("tests"),
                "sweep": told.get("sweep"),
                "tokens": usage.tokens if usage else 0,
                "cost_usd": usage.cost_usd if usage else 0.0,
                "simulated": self.trial.chosen.simulated,
            }
        )
