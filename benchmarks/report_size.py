"""How large the report of a run gets and how soon it can be read, at 20, 500 and 2,000 files, in a real browser.

    python benchmarks/report_size.py [--files 20 500 2000] [--keep DIR]

Each size is a run of its own over generated Python 2 modules (those of loop_scale.py; rules, no tests), then the report
of it. `open_s` is from the request for the page until two frames were painted, the median of several; `open_cpu_s` the
CPU time of the page's main thread in it, which says more on a machine that others use too; `filter_s` is from a word
typed until the table and the heat map show what is left.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.browser import browsing
from benchmarks.loop_scale import generate
from benchmarks.measured import write_result

ROOT = Path(__file__).resolve().parent.parent
REPEATS = 3
#: The issue's bound on opening 2,000 files, in seconds.
BOUND = 2.0
FILTER = """new Promise(done => {
  const began = performance.now();
  document.getElementById('search').value = 'mod01';
  document.getElementById('search').dispatchEvent(new Event('input'));
  const look = () => document.getElementById('count').textContent.includes(' of ')
    ? requestAnimationFrame(() => done((performance.now() - began) / 1000)) : setTimeout(look, 5);
  look();
})"""


def migrated(count: int, folder: Path) -> Path:
    """The workspace of a run over `count` generated files, made now or kept. Raises RuntimeError when the run fails."""
    target, workspace = folder / "old", folder / "workspace"
    if (workspace / "metrics" / "output").is_dir():
        return workspace
    generate(target, count)
    done = subprocess.run(
        [
            *(sys.executable, str(ROOT / "main.py"), "--repo", str(target), "--workspace", str(workspace)),
            *("--provider", "embedded", "--quiet"),
        ],
        env={**os.environ, "STIGMERGY_PYTHON2": "none"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr[-2000:]}")
    return workspace


def measure(count: int, folder: Path) -> dict[str, Any]:
    """Size, time to write, time to open, time to filter, and what the browser complained of."""
    workspace, page = migrated(count, folder), (folder / "report.html").resolve()
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, str(ROOT / "metrics" / "report.py"), str(workspace), "-o", str(page)],
        check=True,
        capture_output=True,
    )
    written = time.perf_counter() - began
    opened, busy, filtered, complaints, requests = [], [], [], [], 0
    for _ in range(REPEATS):
        with browsing() as browser:
            browser.call("Performance.enable", timeDomain="threadTicks")
            opened.append(browser.open(page.as_uri()))
            spent = {m["name"]: m["value"] for m in browser.call("Performance.getMetrics")["metrics"]}
            busy.append(float(spent["TaskDuration"]))
            filtered.append(float(browser.run(FILTER)))
            complaints += browser.complaints
            requests = len(browser.requests)
    return {
        "files": count,
        "bytes": page.stat().st_size,
        "bytes_a_file": round(page.stat().st_size / count),
        "write_s": round(written, 2),
        "open_s": round(statistics.median(opened), 3),
        "open_best_s": round(min(opened), 3),
        "open_worst_s": round(max(opened), 3),
        "open_cpu_s": round(statistics.median(busy), 3),
        "filter_s": round(statistics.median(filtered), 3),
        "requests": requests,
        "complaints": complaints,
    }


def command_line(argv: list[str] | None = None) -> int:
    """Measure, print, write the results. Returns 1 when the largest does not open in time or complains."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, nargs="+", default=[20, 500, 2000])
    parser.add_argument(
        "--keep",
        type=Path,
        metavar="DIR",
        help="leave workspaces and reports here, and use those that are here already",
    )
    options = parser.parse_args(argv)
    results = []
    for count in options.files:
        with tempfile.TemporaryDirectory(prefix="bench-report-") as temporary:
            folder = options.keep / str(count) if options.keep else Path(temporary)
            folder.mkdir(parents=True, exist_ok=True)
            results.append(measure(count, folder))
        print(json.dumps(results[-1]), flush=True)
    write_result("report_size", {"bound_s": BOUND, "repeats": REPEATS, "results": results})
    slow = results[-1]["open_s"] > BOUND
    return int(slow or any(result["complaints"] for result in results))


if __name__ == "__main__":
    sys.exit(command_line())
