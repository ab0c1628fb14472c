"""One run of a baseline from the target to what it leaves behind: prepare, work, deliver, sum up."""

from __future__ import annotations

import argparse
import shutil
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baselines.memory import Memory, Trace
from baselines.workbench import Workbench
from baselines.working_tree import clone_of
from environment.git_acquire import remove_tree
from environment.target_repo import TargetRepo
from environment.workspace import Workspace
from metrics.collector import Collector, row_from_state
from metrics.summary import Suite, WallTime, summary_from_state
from metrics.tick_row import TickRow, Usage
from stigmergy.console import Console
from stigmergy.crafts import target_version
from stigmergy.delivery import Delivery
from stigmergy.llm_errors import FatalModelError
from stigmergy.logs import configure_logging
from stigmergy.preparation import (
    acquire_target,
    describe_baseline,
    describe_file,
    manifest_of,
    new_run_id,
    prepare_verifier,
    unless_refused,
)
from stigmergy.providers import choose_model
from stigmergy.settings import Settings
from stigmergy.stopping import FatalError, StopReason, complain, exit_code, stop_requests


class Halt(Exception):
    """A limit of the run was reached: raised between two steps, when all that was done is noted."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


#: How a baseline goes about it. It ends by itself when every file is decided, or nothing more can be paid.
Strategy = Callable[["Trial"], None]


@dataclass(frozen=True)
class Place:
    """Where one run works, and where it leaves its metrics."""

    workspace: Workspace
    output: Path


class Trial:
    """One run of the baseline `name`, whose `strategy` coordinates the crafts on the workbench `bench`.

    `more` goes into the manifest, such as parameters of the strategy.
    """

    bench: Workbench
    memory: Memory

    def __init__(
        self,
        name: str,
        strategy: Strategy,
        options: argparse.Namespace,
        settings: Settings,
        place: Place,
        seed: int,
        **more: Any,
    ) -> None:
        self.name = name
        self.strategy = strategy
        self.options = options
        self.settings = settings
        self.workspace = place.workspace
        self.output = place.output
        self.seed = seed
        self.more = more
        self.console = Console(options.quiet)
        self.run_id = new_run_id(options.repo, options.repo_ref, seed, f"{settings.fingerprint()}:{name}")
        self.interrupted = threading.Event()
        self._last_row: TickRow | None = None
        self._noted = 0

    def run(self) -> int:
        """Do the run. Returns the exit code."""
        self._began = time.monotonic()
        self.workspace.check_source(self.options.repo)
        with unless_refused(self.workspace.root), self.workspace.run_lock():
            configure_logging(self.workspace.logs, self.options.verbose, self.options.quiet)
            try:
                self._start()
                return self._finish(self._work())
            finally:
                if hasattr(self, "memory"):
                    self.memory.trace.close()
                shutil.rmtree(self.workspace.scratch, ignore_errors=True)

    # -- what a strategy asks for --------------------------------------------------------------------------------

    def pause(self) -> None:
        """To be called between two steps. Raises Halt when the run was interrupted or its time is up."""
        if self.interrupted.is_set():
            raise Halt(StopReason.INTERRUPTED)
        seconds = self.settings.loop.max_minutes * 60
        if seconds and time.monotonic() - self._began >= seconds:
            raise Halt(StopReason.MAX_MINUTES)

    def end_tick(self, agent: str, what: str) -> None:
        """Close a tick in which `agent` acted: a row, a line on the screen. Raises Halt when it was the last."""
        tick = self.memory.trace.tick
        row = self._row({agent: True})
        self.collector.tick(row)
        self._last_row, self._noted = row, self.memory.trace.counts().deposits
        self.console.say(
            f"tick {tick:>3}  {what}   (validated {row.files_validated} of {row.files_total}, "
            f"review {row.files_needs_review}, skipped {row.files_skipped})"
        )
        self.memory.trace.tick = tick + 1
        self.pause()
        # The default is meant for the colony's ticks, which take many files at once: only a limit asked for counts.
        if self.options.max_ticks is not None and tick >= self.options.max_ticks and self.memory.undecided():
            raise Halt(StopReason.MAX_TICKS)

    # -- the life of a run ---------------------------------------------------------------------------------------

    def _start(self) -> None:
        options, settings = self.options, self.settings
        self.chosen = choose_model(
            settings, self.workspace.root / "calls", self.seed, target=target_version(settings)
        )
        where = options.repo + (f" at {options.repo_ref}" if options.repo_ref else "")
        self.console.say(f"Run {self.run_id}: {self.name}, seed {self.seed}: {where}")
        self.console.say(f"  rewriting: {self.chosen.description}")
        self.target = self._acquired()
        self.verifier, self.checked = prepare_verifier(
            self.target, self.workspace, settings, options.allow_unsandboxed
        )
        for line in describe_baseline(self.checked):
            self.console.say(f"  {line}")
        self.collector = Collector(self.output, self.run_id)
        self.collector.open_run(
            manifest_of(
                options,
                settings,
                self.target,
                self.chosen,
                self.checked,
                seed=self.seed,
                baseline=self.name,
                **self.more,
            )
        )
        self.memory = Memory(Trace(self.workspace.logs / f"{self.name}_trace.jsonl", self.run_id))
        self.bench = Workbench(self.target, self.verifier, self.chosen, settings, self.memory, self.seed)

    def _acquired(self) -> TargetRepo:
        """The target; where it is asked for, begun at the uncommitted work in it."""
        options, settings = self.options, self.settings
        flag = getattr(options, "base_on_working_tree", None)
        if flag is None or not (flag or settings.baselines.hierarchical.base_on_working_tree):
            return acquire_target(options, settings, self.workspace, self.run_id)
        folder = self.workspace.root / ".working_tree"
        try:
            clone_of(options.repo, options.repo_ref, folder, True)
            snapshot = argparse.Namespace(**{**vars(options), "repo": str(folder), "repo_ref": None})
            return acquire_target(snapshot, settings, self.workspace, self.run_id)
        finally:
            remove_tree(folder)

    def _work(self) -> StopReason:
        try:
            with stop_requests(self.interrupted):
                self.strategy(self)
        except Halt as halt:
            return halt.reason
        except (FatalModelError, FatalError) as error:
            if not self.memory.status:
                raise
            complain(str(error), exit_code(StopReason.FATAL))
            return StopReason.FATAL
        if not self.memory.undecided():
            return StopReason.ALL_TERMINAL
        return StopReason.BUDGET_EXHAUSTED if self.chosen.exhausted() else StopReason.IDLE_CYCLES

    def _row(self, acted: Mapping[str, bool]) -> TickRow:
        memory = self.memory
        usage = self.chosen.usage() or Usage.from_status(memory.status)
        return row_from_state(
            memory.trace.tick, acted, memory.status, memory.quality, usage, memory.trace.counts()
        )

    def _finish(self, reason: StopReason) -> int:
        status, quality = self.memory.status, self.memory.quality
        if not status:
            raise FatalError("no Python files were found in the target")
        if self._last_row is None or self._noted != self.memory.trace.counts().deposits:
            # What was done in a tick that was cut short belongs to the record too.
            self._last_row = self._row({self.name: True})
            self.collector.tick(self._last_row)
        summary = summary_from_state(
            self._last_row,
            status,
            quality,
            stop_reason=reason.value,
            baseline=self.name,
            suite=self._suite(reason),
            wall=WallTime(time.monotonic() - self._began, self.chosen.seconds(), self.bench.tests_seconds),
            audit_counts=self.memory.trace.counts(),
        )
        summary |= {
            "branch": self.target.branch,
            "candidates_branch": self.target.candidates_branch,
            "simulated": self.chosen.simulated,
            "seed": self.seed,
            "weaknesses": list(self.checked.weaknesses),
            "planned_and_spent": self.chosen.spending(),
        }
        self.collector.close_run(summary)
        self.console.summary(
            {**summary, "next_steps": self._next_steps(), "run_id": self.run_id},
            [describe_file(key, status[key], quality.get(key, {})) for key in sorted(status)],
        )
        return exit_code(reason)

    def _suite(self, reason: StopReason) -> Suite:
        """Bring both branches up to date, as every run does; what the whole suite says of them."""
        delivery = Delivery(self.target, self.verifier, self.workspace)
        if reason in (StopReason.INTERRUPTED, StopReason.MAX_MINUTES, StopReason.FATAL):
            delivery.bring(self.memory.status)
            return Suite()
        delivered, candidates = delivery.better_whole(self.memory.status)
        self.bench.tests_seconds += delivery.seconds
        assert delivered is not None and candidates is not None  # nothing limits the time of a suite here
        return Suite(delivered.suite_retention, candidates.suite_retention, delivered.suite_pass_rate)

    def _next_steps(self) -> list[str]:
        root = self.target.root
        return [
            f"Look at the result:       git -C {root} log --stat {self.target.branch}",
            f"Read what was decided:    {self.memory.trace.path}",
        ]
