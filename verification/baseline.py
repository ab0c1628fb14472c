"""The original's suite under Python 2.7, twice: only tests that pass both times count. Kept in the cache."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from environment.traces import Frame
from verification.containment import GUEST, NOT_COPIED
from verification.results import SuiteRun, TestOutcome
from verification.runners import TestPlan
from verification.settings import VerificationSettings
from verification.test_runs import SuiteRunner

#: A first run has no measure yet; it may take this many seconds when no time-out is set.
FIRST_RUN_SECONDS = 1800.0


@dataclass(frozen=True)
class Baseline:
    """What counts: `passing` ids passed twice; `unstable` ids did not come out the same; `run` is the
    traced run."""

    run: SuiteRun
    passing: frozenset[str]
    unstable: tuple[str, ...] = ()
    cached: bool = False

    def tests_of(self, key: str) -> frozenset[str]:
        """Counting tests that executed a line of the file under Python 2.7, or that are written in it."""
        return frozenset(
            name
            for name in self.passing
            if key in self.run.touched.get(name, {}) or self.run.tests[name].file == key
        )


def file_hashes(tree: Path) -> dict[str, str]:
    """A hash of every file that a run sees, by file key (symbolic links by their target)."""
    found = {}
    for folder, names, files in os.walk(tree):
        ignored = NOT_COPIED(folder, [*names, *files])
        names[:] = sorted(n for n in names if n not in ignored)
        for name in sorted(f for f in files if f not in ignored):
            path = Path(folder, name)
            data = b""
            if path.is_symlink():
                data = b"-> " + os.readlink(path).encode("utf-8", "surrogateescape")
            elif path.is_file():
                data = path.read_bytes()
            found[path.relative_to(tree).as_posix()] = hashlib.sha256(data).hexdigest()
    return found


def tree_hash(tree: Path) -> str:
    """Hash of every file that a run sees (paths and contents)."""
    return hash_of(file_hashes(tree))


def hash_of(files: Mapping[str, str]) -> str:
    """One hash of the hashes of a tree's files."""
    digest = hashlib.sha256()
    for key in sorted(files):
        digest.update(key.encode("utf-8", "surrogateescape") + b"\0" + files[key].encode() + b"\0")
    return digest.hexdigest()


def take_baseline(
    original: Path,
    plan: TestPlan,
    runner: SuiteRunner,
    settings: VerificationSettings,
    folder: Path,
    log: logging.Logger,
) -> Baseline:
    """The baseline of `original`, from the cache in `folder` if this very tree was run the same way
    before."""
    path = folder / "baselines" / f"{run_key(original, plan, runner, settings)}.json"
    if (known := _load(path)) is not None:
        return known
    seconds = settings.timeout_seconds or FIRST_RUN_SECONDS
    first = runner.run(original, plan, seconds=seconds, trace=True)
    second = runner.run(original, plan, seconds=settings.limit(first.seconds), trace=False)
    passing = first.passing & second.passing
    unstable = tuple(sorted(first.passing ^ second.passing))
    if unstable:
        log.warning("set aside, not the same twice on the original: %s", ", ".join(unstable))
    baseline = Baseline(first, passing, unstable)
    if first.tests and not (first.reason or second.reason):
        _save(path, baseline)
    return baseline


def run_key(original: Path, plan: TestPlan, runner: SuiteRunner, settings: VerificationSettings) -> str:
    """A hash of all that the outcome of a run of the original depends on, for the cache."""
    asked = {
        "guest": tree_hash(GUEST),
        "tree": tree_hash(original),
        "environment": runner.environment.key,
        # A stricter sandbox keeps tests from passing: sockets, semaphores, pseudo-terminals.
        "backend": runner.backend,
        "plan": [plan.runner, plan.targets, plan.workdir, plan.command, plan.options],
        "pythonpath": settings.pythonpath,
        "env": dict(settings.env),
        "prepare": settings.prepare,
        "seconds": [settings.test_timeout_seconds, settings.timeout_seconds],
        "memory": settings.memory_mb,
    }
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:24]


def _save(path: Path, baseline: Baseline) -> None:
    run = baseline.run
    record = {
        "tests": [_plain(test) for test in run.tests.values()],
        "collect_errors": [_plain(error) for error in run.collect_errors.values()],
        "touched": {c: {k: f"{m:x}" for k, m in files.items()} for c, files in run.touched.items()},
        "seconds": run.seconds,
        "reason": run.reason,
        "interpreter": run.interpreter,
        "backend": run.backend,
        "passing": sorted(baseline.passing),
        "unstable": baseline.unstable,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_text(json.dumps(record), "utf-8")
    os.replace(temporary, path)


def _plain(test: TestOutcome) -> dict[str, Any]:
    fields = {
        name: getattr(test, name)
        for name in ("id", "outcome", "file", "exception", "message", "seconds", "asserted")
    }
    return {**fields, "frames": [[f.file, f.line, f.function] for f in test.frames]}


def _test(fields: Mapping[str, Any]) -> TestOutcome:
    test = TestOutcome(**{name: value for name, value in fields.items() if name != "frames"})
    return replace(test, frames=tuple(Frame(*frame) for frame in fields["frames"]))


def _load(path: Path) -> Baseline | None:
    try:
        record = json.loads(path.read_text("utf-8"))
        run = SuiteRun(
            tests={t["id"]: _test(t) for t in record["tests"]},
            collect_errors={t["id"]: _test(t) for t in record["collect_errors"]},
            touched={c: {k: int(m, 16) for k, m in files.items()} for c, files in record["touched"].items()},
            seconds=record["seconds"],
            reason=record["reason"],
            interpreter=record["interpreter"],
            backend=record["backend"],
        )
        return Baseline(run, frozenset(record["passing"]), tuple(record["unstable"]), cached=True)
    except (OSError, ValueError, KeyError, TypeError):
        return None
