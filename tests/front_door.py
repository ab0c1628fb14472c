"""The program as its user meets it: `main.py` called with flags, in this process or as one of its own."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from git_fixtures import git, make_repo

from main import main
from stigmergy.logs import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
#: Python 2 whose rewriting is exact: validated by construction, without tests and without a Python 2.7.
EXACT = {
    "loud.py": 'def loud(n):\n    print "n is", n\n    return n\n',
    "caller.py": "import loud\nprint loud.loud(2)\n",
    "clean.py": "X = 1\n",
}
#: What no test may reach: the developer's own keys, servers and interpreters.
_OURS = ("OPENROUTER_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL")


@dataclass(frozen=True)
class Ran:
    """How a call of the program ended."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """The one line that says what is wrong. Fails when there are more, or a traceback."""
        assert "Traceback" not in self.err, self.err
        lines = [line for line in self.err.splitlines() if line.startswith("stigmergy: ")]
        assert len(lines) == 1, self.err
        return lines[0].removeprefix("stigmergy: ")


def environment(**more: str) -> dict[str, str]:
    """The environment of a call: no key, no Python 2.7 unless asked for, times fixed when asked for."""
    kept = {name: value for name, value in os.environ.items() if name not in _OURS}
    # Empty, not absent: a `.env` of the developer's fills in what is absent.
    return {**kept, **dict.fromkeys(_OURS, ""), "STIGMERGY_PYTHON2": "none", "COLUMNS": "200", **more}


def call(*arguments: str | Path, **more: str) -> Ran:
    """Call the program in this process."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment(**more).items():
            patch.setenv(name, value)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main([str(a) for a in arguments])
            except SystemExit as stop:
                code = int(stop.code or 0)
            finally:
                _forget_logging()
    return Ran(code, out.getvalue(), err.getvalue())


def _forget_logging() -> None:
    """Give the loggers back as the tests that come later expect them."""
    for name in PACKAGES:
        logger = logging.getLogger(name)
        for handler in list(logger.handlers):
            logger.removeHandler(handler)
            handler.close()
        logger.setLevel(logging.NOTSET)
        logger.propagate = True


def spawn(*arguments: str | Path, cwd: Path = ROOT, stdin: str = "", **more: str) -> Ran:
    """Run `python main.py` as a process of its own."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *map(str, arguments)],
        cwd=cwd,
        env=environment(**more),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def python2_repo(folder: Path, files: Mapping[str, bytes | str] | None = None) -> Path:
    """A repository of a few small Python 2 files, tagged v1."""
    return make_repo(folder, EXACT if files is None else files, tags=["v1"])


def status_of(workspace: Path) -> dict[str, Any]:
    """The status entry of every file, as the run left it."""
    entries: dict[str, Any] = json.loads((workspace / "pheromones" / "status.json").read_text())
    return entries


def states_of(workspace: Path) -> dict[str, str]:
    """The state of every file, as the run left it."""
    return {key: str(entry["status"]) for key, entry in status_of(workspace).items()}


def records_of(workspace: Path) -> list[dict[str, Any]]:
    """The audit log."""
    lines = (workspace / "pheromones" / "audit_log.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def output_of(workspace: Path, name: str) -> Path:
    """The one file of the run in metrics/output whose name ends so."""
    (path,) = (workspace / "metrics" / "output").glob(f"run_*_{name}")
    return path


def manifest_of(workspace: Path) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(output_of(workspace, "manifest.json").read_text())
    return values


def summary_of(workspace: Path) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(output_of(workspace, "summary.json").read_text())
    return values


def ticks_of(workspace: Path) -> list[dict[str, str]]:
    with output_of(workspace, "ticks.csv").open(newline="") as stream:
        return list(csv.DictReader(stream))


def branches_of(workspace: Path) -> list[str]:
    """The run's own branches in the working copy, the delivered one first."""
    names = git(
        workspace / "target_repo", "for-each-ref", "--format=%(refname:short)", "refs/heads/stigmergic*"
    )
    return sorted(names.split(), key=len)


def delivered(workspace: Path, ref: str = "", ends: int = 0) -> dict[str, str]:
    """Texts of the delivered (`ends` 0) or candidates (`ends` 1) branch, by file key."""
    target = workspace / "target_repo"
    ref = ref or branches_of(workspace)[ends]
    keys = git(target, "ls-tree", "-r", "--name-only", "-z", ref).split("\0")
    return {key: git(target, "show", f"{ref}:{key}") for key in keys if key}


def end_state(workspace: Path) -> dict[str, Any]:
    """What two runs that came to the same end have in common: states, texts, commits in their order."""
    target = workspace / "target_repo"
    found: dict[str, Any] = {"states": states_of(workspace)}
    for branch, name in zip(branches_of(workspace), ("delivered", "candidates"), strict=True):
        found[name] = git(target, "rev-parse", f"{branch}^{{tree}}").strip()
        found[f"{name} commits"] = sorted(git(target, "log", "--format=%s", branch).splitlines())
    return found


def verify(workspace: Path) -> None:
    """Fail unless the audit log's own command says that all is well."""
    command = [sys.executable, str(ROOT / "environment" / "audit_log.py"), "verify", str(workspace)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def left_over(workspace: Path) -> list[str]:
    """Temp files, locks of Git and scratch folders that a finished run has no business to leave."""
    marks = (".tmp", ".unfinished", ".owner")
    found = [p for p in workspace.rglob("*") if p.name.endswith(marks) or p.name.startswith(".writable")]
    found += (workspace / "target_repo" / ".git").rglob("*.lock")
    found += (workspace / "target_repo" / ".git" / "stigmergy-unfinished").glob("*")
    found += (workspace / "target_repo" / ".git" / "objects").glob("*/tmp_obj_*")
    found += [workspace / "scratch"] if (workspace / "scratch").exists() else []
    return sorted(str(path.relative_to(workspace)) for path in found)
