"""Launch overhead of each sandbox: what a contained run of a command that does nothing takes, in milliseconds.

    python benchmarks/sandbox_launch.py [--runs 30]

Writes benchmarks/results/sandbox_launch.json.
"""

from __future__ import annotations

import argparse
import functools
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.measured import write_result
from verification.sandbox import Limits, SandboxUnavailable, choose_backend, run_contained
from verification.sandbox.system import running_interpreter

COMMANDS = {"/bin/true": ["/bin/true"], "python -S": [sys.executable, "-S", "-c", "pass"]}
BACKENDS = ("limits", "landlock", "bubblewrap")


def milliseconds(action: Callable[[], object]) -> float:
    """How long one call of `action` takes."""
    started = time.perf_counter()
    action()
    return (time.perf_counter() - started) * 1000


def bare_run(argv: list[str]) -> Callable[[], object]:
    """A run of `argv` with nothing around it."""
    return lambda: subprocess.run(argv, check=True)


def contained(argv: list[str], name: str, scratch: Path) -> Callable[[], object]:
    """A contained run of `argv` under the backend called `name`. Raises SandboxUnavailable."""
    backend = choose_backend(name)
    readable = running_interpreter()
    limits = Limits(seconds=30)
    return lambda: run_contained(
        argv, cwd=scratch, writable=[scratch], readable=readable, env={}, limits=limits, backend=backend
    )


def main() -> int:
    """Print a table: fastest, median and 95th percentile over the runs, taken in turns so that noise hits all alike."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--runs", type=int, default=30, help="runs of each command under each backend (default 30)"
    )
    runs = parser.parse_args().runs
    if runs < 2:
        parser.error("--runs must be at least 2")
    measured: dict[str, dict[str, dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for label, argv in COMMANDS.items():
            actions: dict[str, Callable[[], object]] = {
                "bare subprocess": functools.partial(subprocess.run, argv, check=True)
            }
            for name in BACKENDS:
                try:
                    actions[name] = contained(argv, name, Path(folder))
                except SandboxUnavailable as error:
                    print(f"{name}: not measured: {error}")
            taken: dict[str, list[float]] = {name: [] for name in actions}
            for _ in range(runs):
                for name, action in actions.items():
                    taken[name].append(milliseconds(action))
            bare = statistics.median(taken["bare subprocess"])
            print(f"{label}, {runs} runs each")
            for name, times in taken.items():
                median, high = statistics.median(times), statistics.quantiles(times, n=20)[-1]
                measured.setdefault(label, {})[name] = {
                    "fastest_ms": round(min(times), 1),
                    "median_ms": round(median, 1),
                    "p95_ms": round(high, 1),
                    "overhead_ms": round(median - bare, 1),
                }
                print(
                    f"  {name:16} fastest {min(times):6.1f} ms   median {median:7.1f} ms   p95 {high:7.1f} ms"
                    f"   overhead {median - bare:7.1f} ms"
                )
    write_result("sandbox_launch", {"runs": runs, "commands": measured})
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
