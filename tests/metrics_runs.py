"""Small finished runs on disk, made through the collector, for the tests of what reads them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from metrics.collector import Collector, Suite, WallTime, row_from_state, summary_from_state
from metrics.manifest import build_manifest
from metrics.tick_row import Usage

ROOT = Path(__file__).resolve().parent.parent


def make_run(
    folder: Path,
    run_id: str,
    *,
    validated: int = 8,
    files: int = 10,
    tokens: int = 1000,
    wall_s: float = 2.0,
    retention: float | None = 0.9,
    ticks: int = 2,
    **settings: Any,
) -> Path:
    """A run in which `validated` of `files` files were validated on tests, in the last of `ticks` ticks."""
    manifest: dict[str, Any] = {
        "repo": "https://example.org/team/docopt.git",
        "target_commit": "c0ffee",
        "provider": "embedded",
        "model": "rules",
        "seed": 1,
        "budget": {"max_tokens": 200000, "max_budget_usd": 0},
        "config_hash": "c",
        "prompts_hash": "p",
        "lock_hash": "l",
        "interpreters": {"target": "3.11.7"},
        "harness_version": "0.1.0",
        "baseline": "stigmergic",
        **settings,
    }
    collector = Collector(folder, run_id)
    collector.open_run(build_manifest(**manifest))
    pending = {f"{n}.py": {"status": "pending", "tick": 1} for n in range(files)}
    done = {k: {**e, "status": "validated"} for k, e in list(pending.items())[:validated]}
    quality = {key: {"confidence": 1.0, "evidence": {"kind": "tests"}, "tick": 1} for key in done}
    usage = Usage(tokens, tokens / 1_000_000)
    for tick in range(1, ticks + 1):
        status = {**pending, **done} if tick == ticks else pending
        row = row_from_state(tick, {"transformer": True}, status, quality, usage)
        collector.tick(row)
    summary = summary_from_state(
        row,
        status,
        quality,
        stop_reason="max_ticks",
        baseline=str(manifest["baseline"]),
        suite=Suite(retention=retention),
        wall=WallTime(wall_s, 0.0, wall_s / 2),
    )
    return collector.close_run(summary)


def run_script(name: str, *arguments: object, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """`python metrics/<name>` as it is typed from the root."""
    return subprocess.run(
        [sys.executable, str(ROOT / "metrics" / name), *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
