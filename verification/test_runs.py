"""Runs a suite over a copy of a tree, and finds out who is to blame when a run dies."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from environment.traces import Issue
from verification import commands
from verification.containment import Contain, RunFolder, limits, real_contain
from verification.environments import TestEnvironment
from verification.results import SuiteRun, TestOutcome, merge, read_events
from verification.runners import TestPlan, find_tests
from verification.settings import VerificationSettings

if TYPE_CHECKING:
    from verification.sandbox import Backend, ContainedResult

#: Tests of one file that may kill their process before the rest of the file is given up.
MAX_CULPRITS = 5
#: A suite that dies is repeated by file; all repeats together may take this many times the limit of a run.
REPEAT_FACTOR = 3.0

#: Seconds in which visits of functions that no test calls may begin.
VISIT_SECONDS = 20.0

#: What the observed interpreter is started with: it warns of what Python 3 does otherwise, of every division, of tabs.
OBSERVING_FLAGS = ("-3", "-Qwarnall", "-t")
#: What the target is started with to tell where bytes are compared with text, or turned into text by `str`.
BYTES_FLAGS = ("-b",)

_PYTEST_OPTIONS = (
    "-p",
    "no:cacheprovider",
    # What ends a thread is printed, as ever, and not made a warning of: the guest reads it there.
    "-p",
    "no:threadexception",
    "-q",
    "--tb=native",
    "--color=no",
    "--continue-on-collection-errors",
)


class SuiteRunner:
    """Runs test plans in one environment. Each call of `run` works in a fresh copy of the tree."""

    def __init__(
        self,
        environment: TestEnvironment,
        settings: VerificationSettings,
        scratch: Path,
        *,
        contain: Contain | None = None,
        backend: Backend | None = None,
        log: logging.Logger | None = None,
    ) -> None:
        self.environment = environment
        self.settings = settings
        self._scratch = scratch
        self._contain = contain
        self._backend = backend
        self._log = log or logging.getLogger(__name__)
        self._number = 0
        self._observing = False
        self._watching = ""
        self._visiting: Mapping[str, Sequence[str]] = {}
        #: Tests that took longer than their limit when they ran last: the next run does not wait as long for them.
        self._hanging: set[str] = set()

    @property
    def backend(self) -> str:
        """By what its runs are contained; "" where that is chosen at the first of them."""
        return self._backend.name if self._backend else ""

    def run(
        self, tree: Path, plan: TestPlan, *, seconds: float, trace: bool = True, targets: Sequence[str] = ()
    ) -> SuiteRun:
        """Run `plan` (or only its `targets`) over a copy of `tree`, at most `seconds` for one process.

        A run that dies (exit at import, crash, hang) is repeated by target, and within a target without the
        test that was running, so that only the culprit is charged. A plan without tests gives an empty run.
        """
        if plan.runner == "none":
            return SuiteRun(interpreter=self.environment.interpreter.label)
        if targets:
            plan = replace(plan, targets=tuple(targets))
        folder = RunFolder(self._scratch, tree)
        begun = time.monotonic()
        try:
            folder.add_shims(self.environment)
            self._prepare(folder, plan, seconds)
            if plan.runner == "command":
                done = self._command(folder, plan, seconds, trace)
            else:
                done = self._process(folder, plan, seconds, trace)
                if not done.complete:
                    self._log.info("the suite died (%s): repeating it file by file", done.reason)
                    done = self._repeat(folder, plan, seconds, trace)
        finally:
            folder.close()
        hang = {name for name, test in done.tests.items() if test.outcome == "timeout" and test.seconds}
        self._hanging = (self._hanging - done.tests.keys()) | hang
        return replace(done, seconds=time.monotonic() - begun)

    def observe(self, tree: Path, plan: TestPlan, *, seconds: float) -> SuiteRun:
        """Run `plan` once, instrumented, and see what happens at its sites (Python 2.7 only). Nothing is repeated."""
        self._observing = True
        try:
            with self._prepared(tree, plan, seconds) as folder:
                run = self._command if plan.runner == "command" else self._process
                return run(folder, plan, seconds, True)
        finally:
            self._observing = False

    def mixed(self, tree: Path, plan: TestPlan, *, seconds: float, raised: bool = False) -> tuple[Issue, ...]:
        """Where the repository's own lines mix up text and binary data while `plan` runs (Python 3, and not for a
        test command, whose interpreters get no flag). Nothing is repeated; what was seen before a run died counts.

        `raised`: and where exceptions are raised that tell of it, whoever catches them.
        """
        if plan.runner not in ("pytest", "unittest"):
            return ()
        self._watching = "raised" if raised else "warned"
        try:
            with self._prepared(tree, plan, seconds) as folder:
                return self._process(folder, plan, seconds, False).mixed
        finally:
            self._watching = ""

    def visit(
        self, tree: Path, plan: TestPlan, wanted: Mapping[str, Sequence[str]], *, seconds: float
    ) -> Mapping[str, Sequence[Any]]:
        """What the functions `wanted` (by file, `function` or `Class.method`) do when they are called on objects and
        with values that the tests of `plan` use. Nothing is repeated; nothing for a test command.
        """
        if plan.runner not in ("pytest", "unittest"):
            return {}
        self._visiting = wanted
        try:
            with self._prepared(tree, plan, seconds) as folder:
                return self._process(folder, plan, seconds, False).behaviour
        finally:
            self._visiting = {}

    def guest(self, tree: Path, script: str, orders: Mapping[str, object], seconds: float) -> str:
        """Run another guest script over a copy of `tree`; the text of its event file."""
        plan = TestPlan("probe", (), self.settings.workdir)
        with self._prepared(tree, plan, seconds) as folder:
            events = self._orders(folder, plan, (), False, orders)
            argv = [str(self.environment.python), str(folder.folder / "guest" / script)]
            result = self._start(folder, [*argv, str(events.with_suffix(".orders"))], plan.workdir, seconds)
            if result.returncode != 0 or result.reason:
                said = result.stderr.decode("utf-8", "replace").strip()[-300:]
                self._log.warning(
                    "%s: %s ended early: %s %s",
                    self.environment.interpreter.label,
                    script,
                    result.reason,
                    said,
                )
            return events.read_text("ascii", "replace") if events.exists() else ""

    @contextmanager
    def _prepared(self, tree: Path, plan: TestPlan, seconds: float) -> Iterator[RunFolder]:
        """A copy of `tree` in which `plan` can be run."""
        folder = RunFolder(self._scratch, tree)
        try:
            folder.add_shims(self.environment)
            self._prepare(folder, plan, seconds)
            yield folder
        finally:
            folder.close()

    def _prepare(self, folder: RunFolder, plan: TestPlan, seconds: float) -> None:
        for command in self.settings.prepare:
            result = self._start(folder, ["/bin/sh", "-c", command], plan.workdir, seconds)
            if result.returncode != 0:
                said = result.stderr.decode("utf-8", "replace").strip()[-300:]
                self._log.warning(
                    "verification.prepare: %r failed under %s: %s",
                    command,
                    self.environment.interpreter.label,
                    said,
                )

    def _command(self, folder: RunFolder, plan: TestPlan, seconds: float, trace: bool) -> SuiteRun:
        events = self._orders(folder, plan, (), trace)
        extra = {"STIGMERGY_ORDERS": str(events.with_suffix(".orders"))} if trace else {}
        shell = ["/bin/sh", "-c", plan.targets[0]]
        result = self._start(
            folder, shell, plan.workdir, seconds, extra=extra, path=folder.folder / "guest" / "site"
        )
        run = commands.read_output(plan.targets[0], result, folder.tree)
        told = self._read(events)
        touched = commands.share_touched(run, told.touched)
        return self._signed(replace(run, touched=touched, observed=told.observed), result)

    def _process(
        self, folder: RunFolder, plan: TestPlan, seconds: float, trace: bool, skip: tuple[str, ...] = ()
    ) -> SuiteRun:
        events = self._orders(folder, plan, skip, trace)
        script = folder.folder / "guest" / f"stigmergy_{plan.runner}.py"
        flags = OBSERVING_FLAGS if self._observing else BYTES_FLAGS if self._watching else ()
        argv = [str(self.environment.python), *flags, str(script), str(events.with_suffix(".orders"))]
        result = self._start(folder, argv, plan.workdir, seconds)
        return self._signed(self._read(events), result)

    def _signed(self, run: SuiteRun, result: ContainedResult) -> SuiteRun:
        reason = result.reason
        if not run.complete and not reason:
            reason = f"exit status {result.returncode} before the end of the suite"
        return replace(
            run,
            seconds=result.seconds,
            reason="" if run.complete else reason,
            interpreter=self.environment.interpreter.label,
            backend=result.backend,
            output=(result.stdout + result.stderr).decode("utf-8", "replace")[-20_000:],
        )

    def _repeat(self, folder: RunFolder, plan: TestPlan, seconds: float, trace: bool) -> SuiteRun:
        targets = self._files(folder, plan)
        limit = seconds if len(targets) == 1 else max(2.0 * self.settings.test_timeout_seconds, seconds / 4)
        limit = min(limit, seconds)
        deadline = time.monotonic() + REPEAT_FACTOR * seconds
        runs = []
        for target in targets:
            if time.monotonic() > deadline:
                late = TestOutcome(
                    target, "error", target, "Timeout", "not run: the suite's time was used up by others"
                )
                runs.append(SuiteRun(collect_errors={target: late}, complete=False, reason="timeout"))
                continue
            runs.append(self._bisect(folder, plan.one(target), limit, trace))
        return merge(runs)

    def _bisect(self, folder: RunFolder, plan: TestPlan, seconds: float, trace: bool) -> SuiteRun:
        """One target; a test that kills the process is charged and left out of the next attempt."""
        target = plan.targets[0]
        charged: dict[str, TestOutcome] = {}
        while True:
            run = self._process(folder, plan, seconds, trace, tuple(charged))
            if run.complete:
                return replace(run, tests={**run.tests, **charged})
            outcome = "timeout" if run.reason == "timeout" else "crashed"
            if not run.unfinished:
                file = target.split("::")[0].removeprefix("main:")
                error = TestOutcome(
                    target, outcome, file, outcome.capitalize(), f"died outside any test: {run.reason}"
                )
                return replace(
                    run, tests={**run.tests, **charged}, collect_errors={**run.collect_errors, target: error}
                )
            culprit = run.unfinished
            charged[culprit] = TestOutcome(
                culprit, outcome, "", outcome.capitalize(), f"the test process died: {run.reason}"
            )
            if len(charged) >= MAX_CULPRITS:
                return replace(run, tests={**run.tests, **charged})

    def _files(self, folder: RunFolder, plan: TestPlan) -> list[str]:
        """The plan's targets with folders replaced by the test files in them."""
        files: list[str] = []
        base = folder.tree / plan.workdir
        for target in plan.targets:
            if plan.runner == "pytest" and (base / target).is_dir():
                files.extend(f"{target.rstrip('/')}/{key}" for key in find_tests(base / target)[0])
            else:
                files.append(target)
        return list(dict.fromkeys(files))

    def _orders(
        self,
        folder: RunFolder,
        plan: TestPlan,
        skip: tuple[str, ...],
        trace: bool,
        more: Mapping[str, object] | None = None,
    ) -> Path:
        self._number += 1
        events = folder.events(self._number)
        args = list(plan.targets)
        if plan.runner == "pytest":
            ini = folder.folder / "out" / "pytest.ini"
            # A file that is named is collected whatever it is called, but for the __init__.py of a package.
            packages = any(PurePosixPath(t.split("::")[0]).name == "__init__.py" for t in plan.targets)
            files = "python_files = test_*.py *_test.py __init__.py\n" if packages else ""
            ini.write_text(f"[pytest]\n{files}", "utf-8")
            args = ["-c", str(ini), f"--rootdir={folder.tree}", *_PYTEST_OPTIONS, *plan.options, *args]
        orders = {
            "root": str(folder.tree),
            "events": str(events),
            "pythonpath": [str((folder.tree / part).resolve()) for part in self.settings.pythonpath],
            "args": args,
            "skip": list(skip),
            "test_seconds": self.settings.test_timeout_seconds,
            "hung_seconds": self.settings.hung_test_seconds,
            "hanging": sorted(self._hanging),
            "trace": trace,
            "observe": self._observing,
            "bytes": self._watching,
            "visit": {key: list(names) for key, names in self._visiting.items()},
            "visit_seconds": VISIT_SECONDS,
            **(more or {}),
        }
        events.with_suffix(".orders").write_text(json.dumps(orders), "utf-8")
        return events

    @staticmethod
    def _read(events: Path) -> SuiteRun:
        try:
            return read_events(events.read_text("ascii", "replace"))
        except OSError:
            return SuiteRun(complete=False)

    def _start(
        self,
        folder: RunFolder,
        argv: list[str],
        workdir: str,
        seconds: float,
        *,
        extra: dict[str, str] | None = None,
        path: Path | None = None,
    ) -> ContainedResult:
        environ = folder.environ(self.environment, self.settings)
        if path is not None:
            environ["PYTHONPATH"] = f"{path}:{environ['PYTHONPATH']}"
        if self.environment.has_pytest and not self._uses_plugins():
            environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        if argv[0] == str(self.environment.python):
            # Set by the guest once its own imports are done, so that no module of the target shadows them.
            environ.pop("PYTHONPATH")
        contain = self._contain or real_contain()
        return contain(
            argv,
            cwd=(folder.tree / workdir).resolve(),
            writable=[folder.folder],
            readable=list(self.environment.readable),
            env={**environ, **(extra or {})},
            limits=limits(self.settings, seconds),
            stdin=b"",
            backend=self._backend,
        )

    def _uses_plugins(self) -> bool:
        wanted = (*self.settings.dependencies_python2, *self.settings.dependencies_python3)
        return any(name.lower().startswith("pytest-") for name in wanted)
