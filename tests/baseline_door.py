"""The baselines as their user meets them: called with flags, and what each run leaves behind."""

from __future__ import annotations

import contextlib
import io
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from front_door import Ran, environment
from loopback_model import LoopbackModel

from baselines import hierarchical, react, sequential, single_agent
from metrics.run_files import Run, find_runs
from stigmergy.logs import PACKAGES
from stigmergy.settings import DEFAULT_CONFIG

MAINS: dict[str, Callable[[Sequence[str]], int]] = {
    "single_agent": single_agent.main,
    "sequential": sequential.main,
    "hierarchical": hierarchical.main,
    "react": react.main,
}


def call(name: str, *arguments: str | Path | int, **more: str) -> Ran:
    """Call a baseline in this process, without a Python 2.7."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        for variable, value in environment(**more).items():
            patch.setenv(variable, value)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = MAINS[name]([str(a) for a in arguments])
            except SystemExit as stop:
                code = int(stop.code or 0)
            finally:
                _forget_logging()
    return Ran(code, out.getvalue(), err.getvalue())


def _forget_logging() -> None:
    for name in PACKAGES:
        logger = logging.getLogger(name)
        for handler in list(logger.handlers):
            logger.removeHandler(handler)
            handler.close()
        logger.setLevel(logging.NOTSET)
        logger.propagate = True


def scripted(folder: Path, server: LoopbackModel, **llm: Any) -> tuple[str | Path, ...]:
    """Flags for the model on `server` to rewrite whole files, judged on the scale that needs no Python 2.7.

    On it a file whose tests pass is worth 0.8, and one with a failing test 0.6.
    """
    values = yaml.safe_load(DEFAULT_CONFIG.read_text())
    values["tester"]["require_evidence"] = False
    values["llm"] |= {
        "provider": "openai",
        "code_model": "llm",
        "model": "scripted",
        "base_url": server.url,
        "prices": {"scripted": [1.0, 1.0]},
        "retry_backoff": [0, 0, 0],
        "retry_jitter_seconds": 0,
        "concurrency": 1,
        **llm,
    }
    config = folder / "config.yaml"
    config.write_text(yaml.safe_dump(values))
    return "--config", config


@dataclass(frozen=True)
class Left:
    """What one run left behind: its workspace, and its files among the metrics."""

    workspace: Path
    run: Run
    trace: list[dict[str, Any]]

    @property
    def states(self) -> dict[str, str]:
        """Each file's last state in the trace."""
        return {r["file"]: r["after"]["status"] for r in self.trace if r["after"].get("status")}

    def steps(self, key: str) -> list[str]:
        """What was done about a file, in order."""
        return [r["action"] for r in self.trace if r["file"] == key]

    def fact(self, key: str, name: str) -> Any:
        """The last value of a fact about a file."""
        facts = [r["after"]["metadata"][name] for r in self.trace if r["file"] == key and _has(r, name)]
        return facts[-1] if facts else None


def _has(record: dict[str, Any], name: str) -> bool:
    return name in record["after"].get("metadata", {})


def left_by(name: str, workspace: Path) -> list[Left]:
    """The runs of a baseline in `workspace`, in order of their seeds."""
    runs, problems = find_runs([workspace / "metrics" / "output"])
    assert not problems
    found = []
    for run in sorted(runs, key=lambda run: int(run.setting("seed"))):
        for folder in sorted(workspace.glob("run_*")):
            lines = (folder / "logs" / f"{name}_trace.jsonl").read_text().splitlines()
            records = [json.loads(line) for line in lines]
            mine = [record for record in records if record["run_id"] == run.run_id]
            if mine:
                found.append(Left(folder, run, mine))
    return found
