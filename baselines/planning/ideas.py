"""Ideas for any repository: one file an idea, each planned, coded, reviewed, tested and scored in its own worktree."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from baselines.contained import CommandRunner
from baselines.planning import hierarchy
from baselines.planning.artefacts import Artefacts
from baselines.planning.coder import Coder
from baselines.planning.facts import facts_of
from baselines.planning.flags import NAME
from baselines.planning.gates import ACCEPTED, SWEEP_FAILED, TESTS_FAILED, Gates, Sweep
from baselines.planning.hierarchy import Outcome, StandIns, Team
from baselines.planning.loop_coder import LoopCoder, RulesCoder
from baselines.planning.migration_run import described, gate_words, max_rounds
from baselines.planning.planner import Planner
from baselines.planning.reviewer import Reviewer
from baselines.planning.stand_ins import plain_plan, plain_review
from baselines.planning.templates import TEMPLATES
from baselines.planning.worktrees import Worktree, Worktrees
from baselines.voice import Templates, Voice
from baselines.working_tree import clone_of
from environment.workspace import Workspace, write_atomic
from metrics.visible_text import visible
from stigmergy.cli import overrides
from stigmergy.console import Console
from stigmergy.crafts import read_dotenv, target_version, verification_settings
from stigmergy.llm_errors import FatalModelError
from stigmergy.logs import configure_logging
from stigmergy.preparation import PROJECT_ROOT, new_run_id, unless_refused
from stigmergy.providers import ChosenModel, choose_model
from stigmergy.settings import Settings, SettingsError, load
from stigmergy.stopping import FatalError, StopReason, complain, exit_code, stop_requests
from verification.runners import find_tests

STARTED, INTERRUPTED, FATAL = "started", "interrupted", "fatal"
#: A larger file is no idea.
_MAX_IDEA_BYTES = 200_000
_DECIDED = (ACCEPTED, hierarchy.REJECTED, hierarchy.NO_CHANGES, TESTS_FAILED, SWEEP_FAILED)


class Stopped(Exception):
    """The run was told to stop, or its time is up: raised between two steps."""


@dataclass(frozen=True)
class Idea:
    """One idea: the name of its file without the ending, and its text."""

    name: str
    text: str


def ideas_in(folder: Path) -> list[Idea]:
    """The ideas in a folder, by name. Raises SettingsError that names the file at fault."""
    if not folder.is_dir():
        raise SettingsError(f"--ideas: {folder} is no folder: expected one with a text file for each idea")
    found = []
    for path in sorted(folder.iterdir()):
        if path.name.startswith(".") or not path.is_file():
            continue
        try:
            data = path.read_bytes()
            text = data.decode("utf-8") if len(data) <= _MAX_IDEA_BYTES else ""
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"--ideas: {path} can't be read as text: {error}") from None
        if not text.strip():
            why = "is empty" if not data.strip() else f"is larger than {_MAX_IDEA_BYTES} bytes"
            raise SettingsError(f"--ideas: {path} {why}: write what is wanted into it")
        found.append(Idea(re.sub(r"[^A-Za-z0-9._-]+", "-", path.stem).strip(".-") or "idea", text))
    if not found:
        raise SettingsError(f"--ideas: {folder} holds no file: expected one for each idea")
    twice = sorted({i.name for i in found if sum(other.name == i.name for other in found) > 1})
    if twice:
        raise SettingsError(f"--ideas: several files are called {', '.join(twice)}: rename all but one")
    return found


def run_ideas(options: argparse.Namespace, asked: Callable[[Settings], Settings]) -> int:
    """Work on all ideas. Returns the exit code; each idea's folder and the table tell what became of it."""
    for variable, value in read_dotenv(PROJECT_ROOT / ".env").items():
        os.environ.setdefault(variable, value)
    settings = asked(load(options.config, overrides(options)))
    ideas = ideas_in(options.ideas)
    root = Path(options.workspace).expanduser() if options.workspace else PROJECT_ROOT / "runs" / NAME
    return IdeaRuns(options, settings, ideas, Workspace(root)).run()


class IdeaRuns:
    """All ideas of one call, one after the other, out of one budget."""

    def __init__(
        self, options: argparse.Namespace, settings: Settings, ideas: list[Idea], workspace: Workspace
    ) -> None:
        self.options = options
        self.settings = settings
        self.section = settings.baselines.hierarchical
        self.ideas = ideas
        self.workspace = workspace
        self.console = Console(options.quiet)
        self.stop = threading.Event()
        # What is wrong with the commands is told before anything is touched.
        self.described = described(settings)
        self.words = gate_words(settings)
        self.sweep = Sweep.of(self.section)
        names = hashlib.sha256("\0".join(i.name + i.text for i in ideas).encode()).hexdigest()
        self.run_id = new_run_id(options.repo, options.repo_ref, options.seed, settings.fingerprint() + names)
        self.folder = workspace.root / "ideas" / self.run_id

    def run(self) -> int:
        """Bring the repository in, then idea after idea. Returns the exit code."""
        self._began = time.monotonic()
        self.workspace.check_source(self.options.repo)
        with unless_refused(self.workspace.root), self.workspace.run_lock():
            configure_logging(self.workspace.logs, self.options.verbose, self.options.quiet)
            self.chosen: ChosenModel = choose_model(
                self.settings,
                self.workspace.root / "calls",
                self.options.seed,
                target=target_version(self.settings),
            )
            repository = self.folder / "repository"
            working_tree = self.section.base_on_working_tree
            self.base = clone_of(self.options.repo, self.options.repo_ref, repository, working_tree)
            worktrees = Worktrees(repository, self.workspace.root / "worktrees")
            for name in worktrees.clean():
                self.console.say(f"  a worktree that was left behind is removed: {name}")
            self._manifest()
            told = []
            with stop_requests(self.stop):
                for idea in self.ideas:
                    told.append(self._idea(idea, worktrees))
                    if told[-1]["status"] in (INTERRUPTED, FATAL):
                        break
        self._table(told)
        return self._code(told)

    def _manifest(self) -> None:
        values = {
            "run_id": self.run_id,
            "time": datetime.now(UTC).isoformat(timespec="seconds"),
            "repo": self.options.repo,
            "repo_ref": self.options.repo_ref,
            "base_commit": self.base,
            "ideas": [idea.name for idea in self.ideas],
            "provider": self.chosen.provider,
            "model": self.chosen.model_name,
            "simulated": self.chosen.simulated,
            "seed": self.options.seed,
            NAME: self.described,
            "config_hash": self.settings.fingerprint(),
        }
        write_atomic(self.folder / "manifest.json", json.dumps(values, indent=2, default=str) + "\n")

    # -- one idea ------------------------------------------------------------------------------------------------

    def _idea(self, idea: Idea, worktrees: Worktrees) -> dict[str, Any]:
        """Work on one idea; its summary. What was done before an error or a signal is kept."""
        artefacts = Artefacts(self.folder / idea.name, self.run_id)
        began, spent = time.monotonic(), self._spent()
        told: dict[str, Any] = {"idea": idea.name, "status": INTERRUPTED, "reason": ""}
        # Written before the work, so that a run that is killed shows.
        artefacts.summary({"idea": idea.name, "status": STARTED, "base_commit": self.base})
        name = f"{self.run_id}-{idea.name}"
        keep = bool(self.options.keep_worktrees)
        self.console.say(f"idea {idea.name}")
        try:
            with worktrees.opened(name, self.base, keep) as worktree:
                told["worktree"] = str(worktree.path) if keep else None
                told |= self._worked(idea, worktree, artefacts)
        except Stopped as stopped:
            told["reason"] = str(stopped)
        except (FatalModelError, FatalError) as error:
            told |= {"status": FATAL, "reason": str(error)}
            complain(str(error), exit_code(StopReason.FATAL))
        finally:
            tokens, cost = self._spent()
            told |= {
                "base_commit": self.base,
                "coder": self.section.coder,
                "tokens": tokens - spent[0],
                "cost_usd": round(cost - spent[1], 6),
                "simulated": self.chosen.simulated,
                "seconds": round(time.monotonic() - began, 3),
            }
            artefacts.summary(told)
            artefacts.close()
        return told

    def _worked(self, idea: Idea, worktree: Worktree, artefacts: Artefacts) -> dict[str, Any]:
        templates = Templates(TEMPLATES)
        voice = Voice(self.chosen, self.options.seed, templates.version)
        coder = self._coder(worktree, artefacts, voice)
        team = Team(
            Planner(voice, templates, artefacts),
            coder,
            Reviewer(voice, templates, artefacts, self.section.diff_chars),
            templates,
            artefacts,
        )
        facts = facts_of(worktree.path)
        stand_ins = StandIns(lambda: plain_plan(idea.text), plain_review)
        try:
            outcome = team.work(idea.text, facts, worktree, stand_ins, max_rounds(self.settings), self._step)
        finally:
            coder.close()
        told: dict[str, Any] = {
            "status": outcome.status,
            "reason": outcome.reason,
            "rounds": outcome.rounds,
            "approved": bool(outcome.review and outcome.review.approved),
            "files": list(outcome.difference.files) if outcome.difference else [],
        }
        if outcome.status == hierarchy.APPROVED:
            told |= self._gated(worktree, artefacts)
        if outcome.difference and outcome.difference.files:
            told["branch"] = self._branch(idea, worktree, outcome, told["status"])
        return told

    def _coder(self, worktree: Worktree, artefacts: Artefacts, voice: Voice) -> Coder:
        if self.section.coder == "mcp":
            from baselines.planning.mcp_coder import McpCoder

            return McpCoder(self.section.mcp, worktree, artefacts, self.stop)
        if voice.by_rules:
            return RulesCoder(worktree, self.settings)
        return LoopCoder(worktree, voice, self.settings, self._runner(), self.words, self._pause)

    def _gated(self, worktree: Worktree, artefacts: Artefacts) -> dict[str, Any]:
        """The gates over an approved change."""
        gates = Gates(self._runner(), artefacts)
        words = self.words or _found_tests(worktree.path)
        told: dict[str, Any] = {"status": ACCEPTED}
        if words:
            told["tests"] = gates.tests(worktree.path, words, gates.runner.settings.limit(0.0))
        else:
            # Zero tests are no success.
            why = "no tests were found; set baselines.hierarchical.test_command"
            told["tests"] = {"command": "", "passed": False, "ending": why, "seconds": 0.0}
            artefacts.write("tests.log", why + "\n")
        self._step("tests", str(told["tests"]["ending"]))
        if not told["tests"]["passed"]:
            return told | {"status": TESTS_FAILED, "reason": f"the test command: {told['tests']['ending']}"}
        if self.sweep is not None:
            told["sweep"] = gates.sweep(worktree.path, self.sweep)
            self._step("sweep", str(told["sweep"]["ending"]))
            if not told["sweep"]["passed"]:
                why = told["sweep"]["problem"] or told["sweep"]["ending"]
                return told | {"status": SWEEP_FAILED, "reason": f"the sweep: {why}"}
        return told

    def _runner(self) -> CommandRunner:
        verification = verification_settings(self.settings, self.options.allow_unsandboxed)
        return CommandRunner(verification, self.workspace.scratch / "commands")

    def _branch(self, idea: Idea, worktree: Worktree, outcome: Outcome, status: str) -> str:
        """Keep the change as a commit of the clone, whatever became of it."""
        assert outcome.difference is not None
        branch = f"idea/{idea.name}"
        subject = f"idea({idea.name}): {status}, after {outcome.rounds} rounds"
        worktree.commit(outcome.difference, f"{subject}\n\nRun-Id: {self.run_id}\n", branch)
        return branch

    # -- around --------------------------------------------------------------------------------------------------

    def _step(self, agent: str, what: str) -> None:
        self.console.say(f"  {agent:<9} {what}")
        self._pause()

    def _pause(self) -> None:
        if self.stop.is_set():
            raise Stopped("interrupted")
        seconds = self.settings.loop.max_minutes * 60
        if seconds and time.monotonic() - self._began >= seconds:
            raise Stopped(f"{self.settings.loop.max_minutes:g} minutes are over")

    def _spent(self) -> tuple[int, float]:
        usage = self.chosen.usage()
        return (usage.tokens, usage.cost_usd) if usage else (0, 0.0)

    def _table(self, told: list[dict[str, Any]]) -> None:
        for each in told:
            score = ((each.get("sweep") or {}).get("score") or {}).get("score")
            shown = f"  score {score:+.4g}" if score is not None else ""
            why = f"  ({each['reason']})" if each["reason"] else ""
            print(visible(f"{each['idea']:<24} {each['status']:<13}{shown}{why}"), flush=True)
        print(f"everything is kept in {self.folder}", flush=True)

    def _code(self, told: list[dict[str, Any]]) -> int:
        if any(each["status"] == FATAL for each in told):
            return exit_code(StopReason.FATAL)
        if self.stop.is_set():
            return exit_code(StopReason.INTERRUPTED)
        done = len(told) == len(self.ideas) and all(each["status"] in _DECIDED for each in told)
        return 0 if done else 1


def _found_tests(tree: Path) -> tuple[str, ...] | None:
    """A command for the tests that a tree holds, or None."""
    found, needs_pytest = find_tests(tree)
    if not found:
        return None
    return (
        ("python", "-m", "pytest", "-q", *found)
        if needs_pytest
        else ("python", "-m", "unittest", "-v", *found)
    )
