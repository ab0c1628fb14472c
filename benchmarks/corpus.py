"""The full harness on real Python-2-only packages: files by state, and how much of their suites survives.

    python benchmarks/corpus.py [--only IPy,demjson] [--all] [--max-minutes N]

Without --only: three small packages. Writes benchmarks/results/corpus.json and prints the table. Needs a Python 2.7
and the package index (or a filled cache, STIGMERGY_CORPUS).
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.corpus_sources import CorpusError, packages, unpacked

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).with_name("results")
THREE = {"IPy", "demjson", "parsedatetime"}
TOLD = ("runner", "args", "workdir", "pythonpath", "deps2", "deps3", "prepare", "env")


def measure(package: dict[str, Any], max_minutes: float) -> dict[str, Any]:
    """Run the harness on one package in a process of its own. The row says `error` when it could not be measured."""
    name = f"{package['name']} {package['version']}"
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="stigmergy-corpus-") as folder:
        tree, workspace, spec = Path(folder, "tree"), Path(folder, "workspace"), Path(folder, "spec.json")
        shutil.copytree(unpacked(package), tree, symlinks=True)
        spec.write_text(json.dumps({key: package[key] for key in TOLD if key in package}))
        command = [
            sys.executable,
            str(ROOT / "benchmarks" / "migrate_in_place.py"),
            "--spec",
            str(spec),
            str(tree),
        ]
        command += ["--keep-workspace", str(workspace), "--quiet", "--max-minutes", str(max_minutes)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        found = sorted(workspace.glob("metrics/output/run_*_summary.json"))
        if not found:
            return {"package": name, "error": (done.stderr.strip().splitlines() or ["no summary"])[-1]}
        summary = json.loads(found[-1].read_text())
    return {
        "package": name,
        "files": summary["files_total"],
        "by_status": summary["files_by_status"],
        "evidence_validated": summary["evidence_validated"],
        "unchanged": summary["files_unchanged"],
        "retention_delivered": summary["suite_retention"],
        "retention_candidates": summary["suite_retention_candidates"],
        "tests_passing_on_27": package.get("tests_passing_on_27"),
        "stop_reason": summary["stop_reason"],
        "ticks": summary["total_ticks"],
        "seconds": round(time.monotonic() - began, 1),
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as a Markdown table, with the mean over packages."""
    lines = [
        "| package | files | validated | needs review | skipped | tests on 2.7 | delivered | candidates | ticks | s |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        if "error" in row:
            lines.append(f"| {row['package']} | {row['error']} |")
            continue
        states = row["by_status"]
        lines.append(
            f"| {row['package']} | {row['files']} | {states.get('validated', 0)} | {states.get('needs_review', 0)} "
            f"| {states.get('skipped', 0)} | {row['tests_passing_on_27']} | {_share(row['retention_delivered'])} "
            f"| {_share(row['retention_candidates'])} | {row['ticks']} | {row['seconds']} |"
        )
    measured = [row["retention_candidates"] for row in rows if row.get("retention_candidates") is not None]
    if measured:
        lines.append(
            f"\nMean over {len(measured)} packages, candidates branch: {_share(sum(measured) / len(measured))}"
        )
    return "\n".join(lines)


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def main(argv: list[str] | None = None) -> int:
    """Measure the packages asked for and write the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help="names, separated by commas")
    parser.add_argument("--all", action="store_true", help="every public package (hours)")
    parser.add_argument("--max-minutes", type=float, default=20)
    options = parser.parse_args(argv)
    only = set(options.only.split(",")) if options.only else None if options.all else THREE
    rows = []
    try:
        for package in packages(only):
            rows.append(measure(package, options.max_minutes))
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
    except CorpusError as error:
        print(f"corpus: {error}", file=sys.stderr)
        return 2
    RESULTS.mkdir(exist_ok=True)
    machine = f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    (RESULTS / "corpus.json").write_text(json.dumps({"machine": machine, "rows": rows}, indent=1) + "\n")
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
