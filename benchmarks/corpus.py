"""Real Python-2-only packages: how much of their suites survives, by the rules alone, by the full harness, by 2to3.

    python benchmarks/corpus.py [--only IPy,demjson | --all | --set second] [--static] [--fresh] [--max-minutes N]

Without --only: three small packages. --static leaves the full harness out. Prints the table and writes
benchmarks/results/corpus.json after each package; a package measured before with the same code is not measured again,
nor is 2to3 on the same package by the same Python, unless --fresh. Needs a Python 2.7 and the package index (or a
filled cache, STIGMERGY_CORPUS).
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
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.corpus_sources import CorpusError, packages, unpacked
from benchmarks.corpus_static import CONVERTERS, WAYS, StaticMeasure
from benchmarks.measured import RESULTS, machine, write_result
from stigmergy.harness_code import harness_code

ROOT = Path(__file__).resolve().parent.parent
THREE = {"IPy", "demjson", "parsedatetime"}
TOLD = ("runner", "args", "workdir", "pythonpath", "deps2", "deps3", "prepare", "env", "pytest_args")
PEER = "2to3"
#: Sets of packages that were looked at only after they had been measured.
LATER_SETS = (
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "twenty-first",
    "twenty-second",
    "twenty-third",
    "twenty-fourth",
    "twenty-fifth",
    "twenty-sixth",
    "twenty-seventh",
    "twenty-eighth",
    "twenty-ninth",
    "thirtieth",
    "thirty-first",
    "thirty-second",
    "thirty-third",
    "thirty-fourth",
    "thirty-fifth",
    "thirty-sixth",
    "thirty-seventh",
    "thirty-eighth",
    "thirty-ninth",
    "fortieth",
    "forty-first",
    "forty-second",
    "forty-third",
    "forty-fourth",
    "forty-fifth",
    "forty-sixth",
    "forty-seventh",
    "forty-eighth",
    "forty-ninth",
)


def full(
    package: dict[str, Any], spec: dict[str, Any], folder: Path, max_minutes: float, suite: StaticMeasure
) -> dict[str, Any]:
    """What the harness makes of a package, in a process of its own; `error` when that could not be measured.

    A run whose time was up tests nothing any more: the candidates that it left are tested by `suite`.
    """
    began = time.monotonic()
    tree, workspace, told = folder / "tree", folder / "workspace", folder / "spec.json"
    shutil.copytree(unpacked(package), tree, symlinks=True)
    told.write_text(json.dumps(spec))
    command = [
        sys.executable,
        str(ROOT / "benchmarks" / "migrate_in_place.py"),
        "--spec",
        str(told),
        str(tree),
    ]
    command += ["--keep-workspace", str(workspace), "--quiet", "--max-minutes", str(max_minutes)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    found = sorted(workspace.glob("metrics/output/run_*_summary.json"))
    if not found:
        return {"error": (done.stderr.strip().splitlines() or ["no summary"])[-1]}
    summary = json.loads(found[-1].read_text())
    seconds = round(time.monotonic() - began, 1)
    if summary["stop_reason"] == "max_minutes":
        summary["suite_retention_candidates"] = suite.retention(tree).suite_retention
    return {
        "files": summary["files_total"],
        "by_status": summary["files_by_status"],
        "evidence_validated": summary["evidence_validated"],
        "unchanged": summary["files_unchanged"],
        "retention_delivered": summary["suite_retention"],
        "retention_candidates": summary["suite_retention_candidates"],
        "stop_reason": summary["stop_reason"],
        "ticks": summary["total_ticks"],
        "seconds": seconds,
    }


def told(package: dict[str, Any]) -> dict[str, Any]:
    """What the harness is told about a package."""
    return {key: package[key] for key in TOLD if key in package}


def label(package: dict[str, Any]) -> str:
    """By what name its row goes."""
    return f"{package['name']} {package['version']}"


def stamped(package: dict[str, Any], *more: object, ours: bool = True) -> str:
    """What a measurement holds for: a package, a Python and, if it is of the harness (`ours`), its code."""
    code = [harness_code()[:16]] if ours else []
    return " ".join(map(str, [package["sha256"][:16], platform.python_version(), *code, *more]))


def recorded() -> dict[str, dict[str, Any]]:
    """The rows on record, by their names."""
    earlier = RESULTS / "corpus.json"
    rows = json.loads(earlier.read_text())["rows"] if earlier.is_file() else []
    return {row["package"]: row for row in rows}


def record(rows: dict[str, dict[str, Any]]) -> None:
    """Write all rows."""
    write_result("corpus", {"rows": [rows[key] for key in sorted(rows, key=str.lower)]})


def measure(package: dict[str, Any], known: dict[str, Any], options: argparse.Namespace) -> dict[str, Any]:
    """One package's row; parts of `known`, its row of an earlier run, are kept where they still hold."""
    row: dict[str, Any] = {
        "package": label(package),
        "set": package["set"],
        "tests_passing_on_27": package.get("tests_passing_on_27"),
        "machine": machine(),
        **{way: known[way] for way in WAYS if way in known},
    }
    spec = told(package)

    def kept(part: str, stamp: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        before = known.get(part, {})
        if before.get("stamp") == stamp and "error" not in before and not options.fresh:
            return dict(before)
        try:
            return {"stamp": stamp, **make()}
        except (OSError, RuntimeError, subprocess.SubprocessError) as error:
            return {"stamp": stamp, "error": f"{type(error).__name__}: {error}"}

    with tempfile.TemporaryDirectory(prefix="stigmergy-corpus-") as name:
        static = StaticMeasure(spec, unpacked(package), Path(name, "static"))
        for converter in CONVERTERS:
            stamp = stamped(package, ours=converter != PEER)
            row[converter] = kept(converter, stamp, partial(static.measure, converter))
        if options.static:
            row["full"] = known.get("full", {})
        else:
            stamp = stamped(package, options.max_minutes)
            row["full"] = kept(
                "full", stamp, lambda: full(package, spec, Path(name), options.max_minutes, static)
            )
    return row


def _wanted(options: argparse.Namespace) -> list[dict[str, Any]]:
    if options.only:
        return packages(set(options.only.split(",")))
    if options.set:
        return packages(kind=options.set)
    return packages(kind="public") + packages(kind="aux") if options.all else packages(THREE)


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as a Markdown table, with the mean over packages and the share of all tests."""
    lines = [
        "| package | tests on 2.7 | 2to3 | rules alone | candidates | delivered | validated | files | ticks | s |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        run = row.get("full", {})
        lines.append(
            f"| {row['package']} | {row['tests_passing_on_27']} | {_static(row.get(PEER, {}))} "
            f"| {_static(row.get('rules', {}))} | {_share(run.get('retention_candidates'))} "
            f"| {_share(run.get('retention_delivered'))} | {run.get('by_status', {}).get('validated', '–')} "
            f"| {run.get('files', '–')} | {run.get('ticks', '–')} | {run.get('seconds', '–')} |"
        )
    counted = [row for row in rows if row["set"] != "aux"]
    for label, part, field in (
        (PEER, PEER, "retention"),
        ("rules alone", "rules", "retention"),
        ("candidates", "full", "retention_candidates"),
        ("delivered", "full", "retention_delivered"),
    ):
        shares = [(r.get(part, {}).get(field), r["tests_passing_on_27"] or 0) for r in counted]
        measured = [(share, tests) for share, tests in shares if share is not None]
        if measured:
            mean = sum(s for s, _ in measured) / len(measured)
            tests = sum(n for _, n in measured)
            whole = sum(s * n for s, n in measured) / tests if tests else 0.0
            none = sum(s == 0 for s, _ in measured)
            lines.append(
                f"\n{label}: mean over {len(measured)} packages {mean:.1%}, of all {tests} tests {whole:.1%}, "
                f"packages at 0 %: {none}"
            )
    return "\n".join(lines)


def _static(part: dict[str, Any]) -> str:
    return "error" if "error" in part else _share(part.get("retention"))


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def main(argv: list[str] | None = None) -> int:
    """Measure the packages asked for and write the results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", help="names, separated by commas")
    parser.add_argument(
        "--all",
        action="store_true",
        help="every package of the first set, and those that run on both (hours)",
    )
    parser.add_argument(
        "--set", choices=LATER_SETS, help="packages that rules had never seen when they were measured first"
    )
    parser.add_argument("--static", action="store_true", help="without the full harness")
    parser.add_argument("--fresh", action="store_true", help="measure again what is known")
    parser.add_argument("--max-minutes", type=float, default=20)
    options = parser.parse_args(argv)
    known = recorded()
    rows: list[dict[str, Any]] = []
    try:
        for package in _wanted(options):
            name = label(package)
            rows.append(measure(package, known.get(name, {}), options))
            known[name] = rows[-1]
            record(known)
            print(table(rows[-1:]).splitlines()[2], file=sys.stderr, flush=True)
    except CorpusError as error:
        print(f"corpus: {error}", file=sys.stderr)
        return 2
    print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
