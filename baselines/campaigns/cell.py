"""One cell: a run in a process and a workspace of its own, tried again when the harness fails, and its last word."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock

from baselines.campaigns.plan import SCHEMA_VERSION, Cell
from environment.git_acquire import remove_tree
from metrics.run_files import Run, find_runs, write_json
from stigmergy.preparation import PROJECT_ROOT

DONE, BROKEN, REFUSED = "done", "broken", "refused"
#: Seconds that a run gets to finish the step in hand when the campaign stops.
GRACE = 20.0


@dataclass(frozen=True, slots=True)
class Job:
    """All that is needed to run a cell, on this machine or another that sees the same folder. Plain data."""

    cell: Cell
    #: The campaign's folder, absolute.
    folder: str
    #: Script (absolute) and flags, without seed and workspace.
    command: tuple[str, ...]
    attempts: int = 3
    #: Seconds after which a run counts as hung; 0: none.
    time_limit: float = 0.0
    environ: Mapping[str, str] = field(default_factory=dict)

    @property
    def place(self) -> Path:
        """The cell's folder."""
        return Path(self.folder) / self.cell.path


class Stop(Exception):
    """The campaign was asked to stop: the cell stays open."""


def verdict(place: Path) -> dict[str, Any] | None:
    """The last word on the cell in this folder; None when there is none, or none that this version reads."""
    try:
        values = json.loads((place / "cell.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(values, dict) or values.get("schema_version") != SCHEMA_VERSION:
        return None
    return values


def run_cell(job: Job, stopping: Callable[[], bool] = lambda: False) -> dict[str, Any]:
    """Bring a cell to its end, or say what its end was. Returns the content of its `cell.json`.

    Whoever comes second waits for the first. A cell that is done is not run again; what an attempt that was cut
    off left behind is put away first.

    Raises:
        Stop: `stopping` became true before the cell was finished.
        OSError: the campaign's folder can't be written.
    """
    place = job.place
    place.mkdir(parents=True, exist_ok=True)
    with FileLock(place / ".lock"):
        known = verdict(place)
        if known is not None and known["state"] == DONE:
            return known
        (place / "cell.json").unlink(missing_ok=True)
        failures: list[str] = []
        for _ in range(job.attempts):
            number = _put_away(place)
            began = time.monotonic()
            code, cpu = _attempt(job, place / f"attempt_{number}.log", stopping)
            ended = _outcome(place, code, job.cell)
            ended |= {"attempts": number, "seconds": round(time.monotonic() - began, 3), "cpu_seconds": cpu}
            if ended["state"] != BROKEN:
                return _conclude(job, ended)
            failures.append(f"attempt {number}: {ended['reason']}")
        _put_away(place)
        return _conclude(job, {**ended, "reason": "; ".join(failures)})


def _attempt(job: Job, log: Path, stopping: Callable[[], bool]) -> tuple[int | None, float | None]:
    """Run the command once. Returns its exit code (negative for a signal; None when it hung and was killed), and the
    seconds of processor time that it and all it waited for have used.
    """
    script, *flags = job.command
    workspace = job.place / "workspace"
    guard = str(PROJECT_ROOT / "baselines" / "campaigns" / "guarded.py")
    command = [sys.executable, guard, str(os.getpid()), script, *flags]
    command += ["--seed", str(job.cell.seed), "--workspace", str(workspace)]
    environ = {**os.environ, **job.environ, "PYTHONPATH": str(PROJECT_ROOT), "COLUMNS": "160"}
    with log.open("wb") as stream:
        process = subprocess.Popen(
            command,
            cwd=PROJECT_ROOT,
            env=environ,
            stdin=subprocess.DEVNULL,
            stdout=stream,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return _waited(process, job.time_limit, stopping)
        finally:
            _kill_group(process)


def _waited(
    process: subprocess.Popen[bytes], limit: float, stopping: Callable[[], bool]
) -> tuple[int | None, float | None]:
    until = time.monotonic() + limit
    while True:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, round(used.ru_utime + used.ru_stime, 3)
        if stopping():
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
            raise Stop
        if limit and time.monotonic() > until:
            return None, None
        time.sleep(0.1)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _outcome(place: Path, code: int | None, cell: Cell) -> dict[str, Any]:
    """What an attempt amounts to, by what it left behind and not by its exit code alone."""
    if code == 2:
        return {"state": REFUSED, "exit_code": code, "reason": _last_words(place)}
    if code is None:
        return {"state": BROKEN, "exit_code": code, "reason": "hung, and was killed"}
    runs, _ = find_runs([place / "workspace" / "metrics" / "output"])
    if len(runs) != 1:
        how = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
        return {
            "state": BROKEN,
            "exit_code": code,
            "reason": f"{how}, {len(runs)} finished runs: {_last_words(place)}",
        }
    (run,) = runs
    problem = _problem(run, cell)
    if problem:
        return {"state": BROKEN, "exit_code": code, "reason": problem}
    return {
        "state": DONE,
        "exit_code": code,
        "reason": "",
        "run_id": run.run_id,
        "stop_reason": run.summary.get("stop_reason"),
        "total_tokens": run.summary.get("total_tokens"),
        "total_cost_usd": run.summary.get("total_cost_usd"),
        "simulated": run.simulated,
        "harness_code": run.manifest.get("harness_code"),
    }


def _problem(run: Run, cell: Cell) -> str:
    """Why a finished run can't stand for this cell; "" when it can."""
    if run.cut_off:
        return f"the run ended as {run.cut_off}: {_last_words(run.folder.parents[2])}"
    if not run.manifest:
        return "the run left no manifest"
    for name, expected in (("seed", cell.seed), ("configuration", cell.configuration)):
        if run.setting(name) != expected:
            return f"the run's {name} is {run.setting(name)!r}, the cell's {expected!r}"
    return ""


def _conclude(job: Job, ended: Mapping[str, Any]) -> dict[str, Any]:
    values = {
        "schema_version": SCHEMA_VERSION,
        "cell": {
            "repository": job.cell.repository,
            "configuration": job.cell.configuration,
            "seed": job.cell.seed,
        },
        "run_id": None,
        "stop_reason": None,
        "total_tokens": None,
        "total_cost_usd": None,
        "simulated": None,
        "harness_code": None,
        **ended,
        "host": platform.node(),
        "finished_at": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
    }
    write_json(job.place / "cell.json", values)
    return values


def _put_away(place: Path) -> int:
    """Keep the records of an attempt that does not count, remove its workspace, and number the next one."""
    logs = [path for path in place.glob("attempt_*.log") if path.stem.removeprefix("attempt_").isdigit()]
    last = max((int(path.stem.removeprefix("attempt_")) for path in logs), default=0)
    workspace = place / "workspace"
    if workspace.exists():
        kept = place / f"attempt_{last}"
        kept.mkdir(exist_ok=True)
        for path in workspace.glob("metrics/output/run_*"):
            # Without its prefix nothing takes it for a run.
            path.replace(kept / path.name.rpartition("_")[2])
        if (workspace / "logs").is_dir():
            shutil.copytree(workspace / "logs", kept / "logs", dirs_exist_ok=True)
        remove_tree(workspace)
    return last + 1


def _last_words(place: Path) -> str:
    """The last line that the latest attempt printed."""
    logs = sorted(place.glob("attempt_*.log"), key=lambda path: path.stat().st_mtime)
    if not logs:
        return "it printed nothing"
    lines = logs[-1].read_text(encoding="utf-8", errors="replace").strip().splitlines()
    signed = [line for line in lines if line.startswith("stigmergy: ")]
    chosen = signed or lines
    return chosen[-1].removeprefix("stigmergy: ")[:300] if chosen else "it printed nothing"
