"""One run from the target to what it leaves behind: prepare, loop, deliver, sum up. Also goes on with a stopped one."""

from __future__ import annotations

import argparse
import logging
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from environment.manifest_digest import manifest_digest
from environment.medium import Medium
from environment.medium_settings import MediumSettings
from environment.pheromone_store import PheromoneStore
from environment.target_repo import TargetRepo
from environment.traces import Kind, Observation
from environment.workspace import Workspace
from metrics.collector import AuditTally, Collector, row_from_state
from metrics.held_back import held_back
from metrics.recompute import TICK_CLOSED, tick_fields
from metrics.run_files import manifest_path, read_json
from metrics.summary import Suite, WallTime, summary_from_state
from metrics.tick_row import TickRow, Usage
from stigmergy.colony import Crafts, gather
from stigmergy.conditions import anchor_of, changed_conditions, user_name
from stigmergy.console import Console
from stigmergy.crafts import compile_error, is_test, scan_all, target_version
from stigmergy.delivery import Delivery, kept_back
from stigmergy.live_view import Look, Sight, sight_of
from stigmergy.logs import configure_logging
from stigmergy.loop import FatalError, Limits, Loop, StopReason, TickReport, exit_code
from stigmergy.observing import Seen, see
from stigmergy.preparation import (
    RUNS_ROOT,
    acquire_target,
    candidates_of,
    describe_baseline,
    describe_file,
    manifest_of,
    new_run_id,
    prepare_verifier,
    unless_refused,
)
from stigmergy.providers import choose_model
from stigmergy.settings import Settings, SettingsError
from stigmergy.stopping import Patience, stop_requests
from verification.evidence import Retention
from verification.sandbox import GivenUp, run_contained

log = logging.getLogger("stigmergy.run")


def workspace_of(options: argparse.Namespace) -> Workspace:
    """The workspace the flags name; by default the project's root, so that the paths are the familiar ones."""
    return Workspace(Path(options.workspace) if options.workspace else RUNS_ROOT)


class Expedition:
    """Holds what one run needs, opened in order and closed in reverse."""

    def __init__(self, options: argparse.Namespace, settings: Settings) -> None:
        self.options = options
        self.settings = settings
        self.workspace = workspace_of(options)
        self.console = Console(options.quiet)
        self.tests_seconds = 0.0
        #: Tests that the whole suite has lost and nobody has looked into; trees in which the whole was looked at.
        self.lost: tuple[str, ...] = ()
        self.looked_at: set[str] = set()
        self.patience = Patience()

    # -- the life of a run ---------------------------------------------------------------------------------------

    def run(self) -> int:
        """Do the run, or go on with the workspace's. Returns the exit code."""
        began = self.began = time.monotonic()
        self.anchor = anchor_of(self.settings)
        with self._room(), self.workspace.run_lock():
            configure_logging(self.workspace.logs, self.options.verbose, self.options.quiet)
            try:
                with self.console.live():
                    if self.options.resume:
                        self._resume()
                    else:
                        self._start()
                    with self._medium() as medium, stop_requests(self.patience.asked):
                        try:
                            reason = self._loop(medium)
                        except Exception:
                            self._close(medium, StopReason.FATAL, began)
                            raise
                        return self._finish(medium, reason, began)
            finally:
                shutil.rmtree(self.workspace.scratch, ignore_errors=True)

    @contextmanager
    def _room(self) -> Iterator[None]:
        """Refuse what could not work before anything is touched; take a workspace made for wrong input away again."""
        if self.options.resume:
            self.workspace.for_resume()
        else:
            self.workspace.check_source(self.options.repo)
        with unless_refused(self.workspace.root):
            yield

    def _start(self) -> None:
        options, settings = self.options, self.settings
        self._choose()
        self.run_id = new_run_id(options.repo, options.repo_ref, options.seed, settings.fingerprint())
        self.console.say(
            f"Run {self.run_id}: {options.repo}" + (f" at {options.repo_ref}" if options.repo_ref else "")
        )
        self.console.say(f"  rewriting: {self.chosen.description}")
        self.console.stage("bringing in the target")
        self.target = acquire_target(options, settings, self.workspace, self.run_id)
        for note in self.target.notes:
            self.console.say(f"  note: {note}")
        self._prepare_verification()
        manifest = manifest_of(options, settings, self.target, self.chosen, self.baseline)
        self._open_collector(manifest)

    def _resume(self) -> None:
        self.run_id = self.workspace.for_resume()
        path = manifest_path(self._output_dir(), self.run_id)
        if not path.exists():
            raise SettingsError(
                f"run {self.run_id} was stopped before its first tick (there is no {path}): start it again with "
                "--repo, or name the --output-dir it was started with"
            )
        manifest = read_json(path)
        self.options.seed = manifest["seed"]
        self._choose(resuming=True)
        self.changes = changed_conditions(manifest, self.settings, self.workspace.target_repo)
        if self.changes and not self.options.accept_changes:
            raise SettingsError(
                "this run was started under other conditions; resume it under the same, or say --accept-changes:\n"
                + "\n".join(f"  {line}" for line in self.changes)
            )
        self.console.say(f"Run {self.run_id}: resumed; rewriting: {self.chosen.description}")
        self.target = TargetRepo.open(
            self.workspace.target_repo, run_id=self.run_id, branch_prefix=self.settings.git.branch_prefix
        )
        self._prepare_verification()
        self._open_collector({**manifest, "settings": self.settings.model_dump(mode="json")})

    def _choose(self, resuming: bool = False) -> None:
        self.chosen = choose_model(
            self.settings,
            self.workspace.root / "calls",
            self.options.seed,
            target=target_version(self.settings),
            resuming=resuming,
        )

    def _prepare_verification(self) -> None:
        began = time.monotonic()
        self.console.stage("building test environments, taking the baseline")
        self.verifier, self.baseline = prepare_verifier(
            self.target,
            self.workspace,
            self.settings,
            self.options.allow_unsandboxed,
            partial(run_contained, given_up=self.patience.is_over),
        )
        self.tests_seconds += time.monotonic() - began
        self.delivery = Delivery(self.target, self.verifier, self.workspace, self.console.stage)
        for line in describe_baseline(self.baseline):
            self.console.say(f"  {line}")

    def _open_collector(self, manifest: Mapping[str, Any]) -> None:
        self.collector = Collector(self._output_dir(), self.run_id)
        self.manifest_hash = manifest_digest(read_json(self.collector.open_run(manifest)))

    def _output_dir(self) -> Path:
        if self.options.output_dir:
            return Path(self.options.output_dir)
        return self.workspace.root / self.settings.metrics.output_dir

    @contextmanager
    def _medium(self) -> Iterator[Medium]:
        medium_settings = MediumSettings.of(self.settings)
        with PheromoneStore(
            self.workspace.pheromones, self.run_id, settings=medium_settings, manifest_hash=self.manifest_hash
        ) as store:
            for note in store.notes:
                self.console.say(f"  recovered: {note}")
            store.anchor = self.anchor
            medium = Medium(store, self.target)
            self.chosen.keep_books(
                self.workspace.root / "calls", self.run_id, self.options.resume, store.read_all(Kind.STATUS)
            )
            if self.options.resume:
                medium.accept_changes(self.changes, user_name())
                for note in medium.recover():
                    self.console.say(f"  recovered: {note}")
            yield medium

    # -- the loop ------------------------------------------------------------------------------------------------

    def _loop(self, medium: Medium) -> StopReason:
        if self.settings.loop.max_minutes:
            # What was needed before the first tick is not cut short: without a baseline nothing could be judged.
            seconds = self.settings.loop.max_minutes * 60
            kept = kept_back(seconds, self.verifier.baseline_seconds)
            self.patience.lasts_until(self.began + seconds - kept)
        crafts = Crafts(
            scan=scan_all,
            model=self.chosen.model,
            judge=self._timed_judge,
            is_test=is_test,
            compile_error=compile_error,
            target=target_version(self.settings),
            observe=None if self.settings.migration.observe == "never" else self._timed_observe,
            opine=self.chosen.opine,
            hindsight=self._timed_hindsight,
            lost=lambda: self.lost,
        )
        agents = gather(
            medium,
            crafts,
            self.settings,
            self.run_id,
            self.options.seed,
            affordable=self.chosen.affordable,
        )
        self.console.follow(self._look(medium))
        self.tally = AuditTally()
        self.last_row: TickRow | None = None
        loop = Loop(
            medium,
            agents,
            Limits(self.settings.loop.max_ticks, self.settings.loop.idle_cycles_to_stop),
            exhausted=self.chosen.exhausted,
            on_tick=lambda report: self._record_tick(medium, report),
            on_step=self.console.step,
            unsettled=lambda: self._unsettled(medium),
            patience=self.patience,
        )
        return loop.run()

    def _look(self, medium: Medium) -> Look:
        """What the live view sees: the medium's own maps, the books of the budget, the clock."""
        loop, budget, calls = self.settings.loop, self.chosen.budget, self.chosen.client is not None
        ceilings = Sight(
            max_ticks=loop.max_ticks, max_tokens=budget.max_tokens or 0, max_usd=float(budget.max_usd or 0)
        )

        def look(agent: str) -> Sight:
            books = budget.state()
            return sight_of(
                medium.store.state.by_status,
                agent,
                medium.tick,
                ceilings,
                tokens=books["tokens"],
                usd=float(books["usd"]),
                calls=books["calls"] if calls else None,
                seconds_left=self.patience.left,
            )

        return look

    def _unsettled(self, medium: Medium) -> bool:
        """Whether the suite as a whole, now that every file is decided, has lost tests nobody has looked into.

        Each tree is looked at once: the same tests, lost again in the same tree, are no news.
        """
        _, candidates = self.delivery.retentions(medium.store.read_all(Kind.STATUS))
        news = candidates.lost if self.target.tree_hash() not in self.looked_at else ()
        self.looked_at.add(self.target.tree_hash())
        self.lost = news
        return bool(news)

    def _timed_hindsight(self, tree: Path, settled: Any, tests: Sequence[str]) -> Any:
        began = time.monotonic()
        try:
            return self.verifier.regressions(tree, settled, tests)
        finally:
            self.lost = ()
            self.tests_seconds += time.monotonic() - began

    def _timed_judge(self, tree: Path, subjects: Any) -> Any:
        began = time.monotonic()
        try:
            return self.verifier.judge(tree, subjects)
        finally:
            self.tests_seconds += time.monotonic() - began

    def _timed_observe(self, keys: Sequence[str]) -> Mapping[str, Sequence[Observation]]:
        began = time.monotonic()
        try:
            seen = see(self.verifier, keys, self.settings, lambda: self.patience.left)
        except GivenUp:
            if self.patience.asked.is_set():
                raise
            # The time is up: there is enough of it left for rewriting by rules, without what would have been seen.
            seen = Seen({})
        finally:
            self.tests_seconds += time.monotonic() - began
        if seen.observations:
            sites = sum(map(len, seen.observations.values()))
            self.console.say(f"  observed on Python 2.7: {sites} sites in {len(seen.observations)} files")
        elif self.settings.migration.observe == "always":
            self.console.say(
                "  nothing was observed on Python 2.7 (it takes an interpreter, and tests that pass and get to a site)"
            )
        if seen.decision is not None:
            self.console.say(f"  native strings: {', '.join(seen.decision.seen)}")
        return seen.by_file(keys)

    def _record_tick(self, medium: Medium, report: TickReport) -> None:
        status = medium.store.read_all(Kind.STATUS)
        usage = self.chosen.usage() or Usage.from_status(status)
        with medium.store.transaction("environment") as tx:
            type_, action = TICK_CLOSED
            tx.record(type_, "", action, tick_fields(report.acted, usage, medium.take_sensed()), {})
        self.last_row = self._row(medium, report)
        self.collector.tick(self.last_row)
        self.console.tick(report)

    def _row(self, medium: Medium, report: TickReport) -> TickRow:
        status = medium.store.read_all(Kind.STATUS)
        return row_from_state(
            report.tick,
            report.acted,
            status,
            medium.store.read_all(Kind.QUALITY),
            self.chosen.usage() or Usage.from_status(status),
            self.tally.follow(medium.store.log.path),
        )

    # -- the end -------------------------------------------------------------------------------------------------

    def _finish(self, medium: Medium, reason: StopReason, began: float) -> int:
        status, quality = medium.store.read_all(Kind.STATUS), medium.store.read_all(Kind.QUALITY)
        if not status and reason is StopReason.INTERRUPTED:
            self.console.say("  stopped before a file was looked at: start it again, or go on with --resume")
            return exit_code(reason)
        if not status:
            raise FatalError("no Python files were found in the target")
        delivered, candidates = self._delivered(reason, status)
        summary = self._summary(medium, reason, began, delivered, candidates)
        self.collector.close_run(summary)
        self.console.summary(
            {**summary, "next_steps": self._next_steps(reason, summary), "run_id": self.run_id},
            [describe_file(key, status[key], quality.get(key, {})) for key in sorted(status)],
        )
        return exit_code(reason)

    def _close(self, medium: Medium, reason: StopReason, began: float) -> None:
        """Close the record of a run that an error ends: as it stands, and as far as the disk still takes it."""
        try:
            self.delivery.bring(medium.store.read_all(Kind.STATUS))
        except Exception as error:  # the error that ends the run is the one to tell of
            log.error("the candidates can't be brought to their branch: %s", error)
        try:
            self.last_row = self._row(medium, TickReport(medium.store.tick, {}, {}))
            self.collector.close_run(self._summary(medium, reason, began))
        except OSError as error:
            log.error("the summary can't be written: %s", error)

    def _summary(
        self,
        medium: Medium,
        reason: StopReason,
        began: float,
        delivered: Retention | None = None,
        candidates: Retention | None = None,
    ) -> dict[str, Any]:
        status, quality = medium.store.read_all(Kind.STATUS), medium.store.read_all(Kind.QUALITY)
        assert self.last_row is not None
        summary = summary_from_state(
            self.last_row,
            status,
            quality,
            stop_reason=reason.value,
            suite=Suite(
                delivered.suite_retention if delivered else None,
                candidates.suite_retention if candidates else None,
                delivered.suite_pass_rate if delivered else None,
            ),
            wall=WallTime(
                time.monotonic() - began, self.chosen.seconds(), self.tests_seconds + self.delivery.seconds
            ),
            spending=self.chosen.spent(),
            audit_counts=self.tally.counts(),
        )
        return summary | {
            "held_back": self._held_back(status, delivered, candidates),
            "branch": self.target.branch,
            "candidates_branch": self.target.candidates_branch,
            "simulated": self.chosen.simulated,
            "weaknesses": list(self.baseline.weaknesses),
            "planned_and_spent": self.chosen.spending(),
        }

    def _held_back(
        self,
        status: Mapping[str, Mapping[str, Any]],
        delivered: Retention | None,
        candidates: Retention | None,
    ) -> list[dict[str, Any]]:
        """Which files without proof the tests wait for that only the candidates branch keeps."""
        if delivered is None or candidates is None:
            return []
        held = set(delivered.lost) - set(candidates.lost)
        unproven = {key for key, _, _ in candidates_of(self.target, status)} & status.keys()
        return [asdict(step) for step in held_back(self.verifier.leaning(held, unproven))]

    def _delivered(
        self, reason: StopReason, status: Mapping[str, Mapping[str, Any]]
    ) -> tuple[Retention | None, Retention | None]:
        """Bring both branches up to date; what the whole suite says of them, as far as there is time to ask it."""
        if reason is StopReason.INTERRUPTED:
            self.delivery.bring(status)
            return None, None
        if reason is StopReason.MAX_MINUTES:
            self.patience.lasts_until(self.began + self.settings.loop.max_minutes * 60)
        return self.delivery.better_whole(status)

    def _next_steps(self, reason: StopReason, summary: Mapping[str, Any]) -> list[str]:
        where = self.target.root
        place = f" --workspace {self.options.workspace}" if self.options.workspace else ""
        steps = [f"Look at the result:      git -C {where} log --stat {self.target.branch}"]
        if summary["files_needs_review"]:
            steps.append(f"Decide about the rest:   python main.py --review{place}")
        if summary["files_validated"] < summary["files_total"]:
            steps.append(
                f"Try everything at once:  git -C {where} worktree add ../everything {self.target.candidates_branch}"
            )
        metrics = self._output_dir()
        flag = "" if metrics == self.workspace.metrics_output else f" --output-dir {metrics}"
        steps.append(
            f"Read what happened:      python metrics/report.py {self.workspace.root}{flag} -o report.html"
        )
        if reason not in (StopReason.ALL_TERMINAL, StopReason.IDLE_CYCLES):
            steps.append(f"Go on:                   python main.py --resume{place}")
        return steps
