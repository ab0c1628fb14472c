"""What a whole run costs a file as the repository grows: rules, no tests, over generated repositories.

    python benchmarks/loop_scale.py [--files 1000 10000] [--folder DIR] [--output FILE] [-- FLAG …]

Files are small Python 2 modules in packages of a hundred; every fifth imports its neighbour. Python 2.7 is left out
(`STIGMERGY_PYTHON2=none`), so that nothing but the harness is measured. What follows `--` goes to main.py.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.medium import machine

ROOT = Path(__file__).resolve().parent.parent
RESULT = Path(__file__).resolve().parent / "results" / "loop_scale.json"
IN_A_PACKAGE = 100
#: Functions that the modules are put together from; every one has something to migrate, exactly.
PIECES = (
    "def show(n):\n    print 'n is', n\n",
    "def read(path):\n    try:\n        return open(path)\n    except IOError, e:\n        raise ValueError, str(e)\n",
    "def mask(n):\n    return n & 0777L\n",
    "def spell(value):\n    return `value`\n",
    "def differs(a, b):\n    return a <> b\n",
    "def known(d, key):\n    return d.has_key(key)\n",
)
BOUND = 1.3


def generate(root: Path, count: int) -> None:
    """A folder of `count` modules, the same ones every time."""
    for number in range(count):
        package, place = divmod(number, IN_A_PACKAGE)
        folder = root / f"pkg{package:03}"
        if place == 0:
            folder.mkdir(parents=True)
        if place == 0:
            (folder / "__init__.py").write_text("VERSION = 1L\n")
            continue
        draw = random.Random(number)
        pieces = draw.sample(PIECES, draw.randint(1, 4))
        if place > 1 and number % 5 == 0:
            pieces.insert(0, f"from mod{place - 1:02} import *\n\n")
        (folder / f"mod{place:02}.py").write_text("\n\n".join(pieces))


def run(count: int, parent: Path | None, flags: list[str]) -> dict[str, Any]:
    """One run over `count` files in a process of its own. Raises RuntimeError when it doesn't decide them all."""
    with tempfile.TemporaryDirectory(prefix="bench-loop-", dir=parent) as folder:
        target, workspace = Path(folder) / "old", Path(folder) / "workspace"
        generate(target, count)
        command = [
            sys.executable,
            str(ROOT / "main.py"),
            "--repo",
            str(target),
            "--workspace",
            str(workspace),
        ]
        environment = {**os.environ, "STIGMERGY_PYTHON2": "none"}
        began = time.perf_counter()
        done = subprocess.run(
            [*command, "--provider", "embedded", "--quiet", *flags],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - began
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            raise RuntimeError(f"exit code {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
        (path,) = (workspace / "metrics" / "output").glob("run_*_summary.json")
        summary = json.loads(path.read_text())
        log = (workspace / "pheromones" / "audit_log.jsonl").stat().st_size
        return {
            "files": count,
            "ms_a_file": round(seconds * 1000 / count, 3),
            "cpu_s_so_far": round(used.ru_utime + used.ru_stime, 1),
            "tests_ms_a_file": round(summary["wall_tests_s"] * 1000 / count, 3),
            "coordination_ms_a_file": round(summary["wall_coordination_s"] * 1000 / count, 3),
            "log_bytes_a_file": round(log / count),
            "validated": summary["files_validated"],
            "ticks": summary["total_ticks"],
        }


def command_line(argv: list[str] | None = None) -> int:
    """Run, print, write the results. Returns 1 when a file of the largest repository costs too much."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--folder", type=Path, help="a disk to measure on (default: the one of TMPDIR)")
    parser.add_argument("--output", type=Path, default=RESULT)
    options, flags = parser.parse_known_args(argv)
    before = machine()
    results = []
    for count in options.files:
        results.append(run(count, options.folder, [flag for flag in flags if flag != "--"]))
        print(json.dumps(results[-1]), flush=True)
    growth = results[-1]["ms_a_file"] / results[0]["ms_a_file"]
    print(
        f"a file of {results[-1]['files']} costs {growth:.2f} × one of {results[0]['files']} (at most {BOUND})"
    )
    record = {
        "command": " ".join(["python", "benchmarks/loop_scale.py", *(argv or sys.argv[1:])]),
        "time": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": before,
        "results": results,
        "growth": round(growth, 3),
        "at_most": BOUND,
    }
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(record, indent=2) + "\n")
    return int(growth > BOUND)


if __name__ == "__main__":
    sys.exit(command_line())
