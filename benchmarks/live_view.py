"""What the live view costs a run: CPU seconds spent drawing, as a share of the run's own CPU and wall time.

    python benchmarks/live_view.py [--files 1000] [--pairs 3]

The same run is done on a terminal of 120 × 40 with the view, and with its output in a file, in turn: over the bundled
sample (36 files, tests under Python 2.7 where there is one) and over generated modules (see loop_scale.py; no tests, so
that the harness itself works all the time, which is the worst case for a view). The share comes from the drawing
thread's own CPU clock, written by the run to the file that STIGMERGY_VIEW_COST names. What the paired runs took stands
beside it; on a machine that others use their difference says little.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from benchmarks.loop_scale import generate
from benchmarks.measured import write_result

ROOT = Path(__file__).resolve().parent.parent
SAMPLE = ROOT / "tests" / "fixtures" / "synthetic_py2_repo"
#: The issue's bound: share of the run.
BOUND = 0.01


def timed_run(repo: Path, folder: Path, view: bool, python2: bool) -> dict[str, float]:
    """Wall and CPU seconds of one run, its processes included; and with the view, what that says it has cost."""
    told = folder / "view.json"
    environment = {
        **os.environ,
        "TERM": "xterm-256color",
        "COLUMNS": "120",
        "LINES": "40",
        "STIGMERGY_VIEW_COST": str(told),
    }
    if not python2:
        environment["STIGMERGY_PYTHON2"] = "none"
    command = [sys.executable, str(ROOT / "main.py"), "--repo", str(repo), "--workspace", str(folder / "w")]
    ours, theirs = pty.openpty()
    reader = threading.Thread(target=_drain, args=(ours,), daemon=True)
    reader.start()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    with (folder / "out.txt").open("wb") as plain:
        done = subprocess.run(
            [*command, "--provider", "embedded"],
            env=environment,
            stdout=theirs if view else plain,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    os.close(theirs)
    reader.join(5)
    os.close(ours)
    if done.returncode != 0:
        raise RuntimeError(f"exit code {done.returncode} with {command}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"wall_s": wall, "cpu_s": cpu, **(json.loads(told.read_text()) if view else {})}


def _drain(descriptor: int) -> None:
    try:
        while os.read(descriptor, 1 << 16):
            pass
    except OSError:
        pass


def compare(name: str, repo: Path, pairs: int, python2: bool) -> dict[str, Any]:
    """`pairs` runs with the view and as many without, in turn."""
    shown, plain = [], []
    for _ in range(pairs):
        for view, sample in ((True, shown), (False, plain)):
            with tempfile.TemporaryDirectory(prefix="bench-view-") as folder:
                sample.append(timed_run(repo, Path(folder), view, python2))
    wall = statistics.median(run["wall_s"] for run in shown)
    cost = statistics.median(run["drawing_cpu_s"] for run in shown)
    return {
        "target": name,
        "pairs": pairs,
        "wall_s": round(wall, 2),
        "cpu_s": round(statistics.median(run["cpu_s"] for run in shown), 2),
        "drawings": statistics.median(run["drawings"] for run in shown),
        "drawing_cpu_s": round(cost, 4),
        "ms_a_drawing": round(1000 * cost / max(1, statistics.median(run["drawings"] for run in shown)), 2),
        "share_of_wall": round(max(run["drawing_cpu_s"] / run["wall_s"] for run in shown), 5),
        "share_of_cpu": round(max(run["drawing_cpu_s"] / run["cpu_s"] for run in shown), 5),
        "drawings_a_second": round(max(run["drawings"] / run["wall_s"] for run in shown), 2),
        "cpu_s_without": round(statistics.median(run["cpu_s"] for run in plain), 2),
    }


def command_line(argv: list[str] | None = None) -> int:
    """Measure, print, write the results. Returns 1 when the view costs more than its share of any run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--files", type=int, nargs="*", default=[1000], help="sizes of generated repositories"
    )
    parser.add_argument("--pairs", type=int, default=3)
    options = parser.parse_args(argv)
    results = [compare("sample", SAMPLE, options.pairs, python2=True)]
    print(json.dumps(results[-1]), flush=True)
    for count in options.files:
        with tempfile.TemporaryDirectory(prefix="bench-view-") as folder:
            generate(Path(folder) / "old", count)
            results.append(compare(f"{count} modules", Path(folder) / "old", options.pairs, python2=False))
        print(json.dumps(results[-1]), flush=True)
    write_result("live_view", {"bound": BOUND, "results": results})
    return int(max(result["share_of_wall"] for result in results) > BOUND)


if __name__ == "__main__":
    sys.exit(command_line())
