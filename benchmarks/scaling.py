"""What a campaign over very many packages would take, from what a campaign that was run cost a file.

    python benchmarks/scaling.py --input runs/experiment/coordination [--packages 10000] [--seeds 5] [--cores 1000]

Seconds are those of processor time that a cell used where its campaign has noted them, else the wall time of its run,
both without waiting for the model; tokens and dollars are the runs' own. All are taken per file and multiplied: a first
guess, good to a factor and not to a digit.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import yaml

from baselines.campaigns.cell import verdict
from metrics.run_files import Run, find_runs

MANIFEST = Path(__file__).with_name("corpus_packages.yaml")


@dataclass(frozen=True, slots=True)
class PerFile:
    """What one configuration cost a file on average over repositories."""

    label: str
    runs: int
    seconds: float
    tokens: float
    usd: float


def busy_seconds(run: Run) -> float:
    """Processor time of the cell that this run is (`cell.json` above its workspace), else the run's wall time."""
    word = verdict(run.folder.parents[2]) or {}
    return float(word.get("cpu_seconds") or run.metric("wall_s") or 0.0)


def per_file(runs: Sequence[Run]) -> list[PerFile]:
    """The cost of a file by configuration: the mean over repositories of the mean over their runs."""
    grouped: dict[str, dict[str, list[Run]]] = defaultdict(lambda: defaultdict(list))
    for run in runs:
        if run.metric("files_total"):
            grouped[run.label][run.repository].append(run)
    found = []
    for label, by_repository in sorted(grouped.items()):

        def mean(cost: Callable[[Run], float | None], groups: dict[str, list[Run]] = by_repository) -> float:
            return fmean(
                fmean((cost(run) or 0.0) / (run.metric("files_total") or 1.0) for run in group)
                for group in groups.values()
            )

        found.append(
            PerFile(
                label,
                sum(map(len, by_repository.values())),
                mean(busy_seconds),
                mean(lambda run: run.metric("total_tokens")),
                mean(lambda run: run.metric("total_cost_usd")),
            )
        )
    return found


def files_per_package() -> float:
    """Mean number of Python files of the corpus's packages that run on Python 2 only."""
    listed = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))["packages"]
    return fmean(package["files"] for package in listed if package["set"] == "public")


def table(
    costs: Sequence[PerFile],
    packages: int = 10_000,
    files: float | None = None,
    seeds: int = 5,
    cores: int = 1000,
) -> str:
    """The estimate as a Markdown table. `files` a package: None is the corpus's mean."""
    files = files or files_per_package()
    lines = [
        f"{packages:,} packages of {files:.0f} files, {seeds} seeds: "
        f"{packages * files * seeds:,.0f} files a configuration.",
        "",
        f"| configuration | runs measured | seconds a file | tokens a file | core-years | days on {cores:,} cores "
        "| tokens | USD |",
        "|---|---|---|---|---|---|---|---|",
    ]
    total = packages * files * seeds
    for cost in costs:
        seconds = cost.seconds * total
        lines.append(
            f"| {cost.label} | {cost.runs} | {cost.seconds:.1f} | {cost.tokens:,.0f} | {seconds / 3.156e7:.1f} "
            f"| {seconds / cores / 86_400:.1f} | {cost.tokens * total:.2g} | {cost.usd * total:,.0f} |"
        )
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the estimate. Returns 0, or 2 when there is nothing to estimate from."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--input", nargs="+", type=Path, required=True, metavar="DIR")
    parser.add_argument("--packages", type=int, default=10_000, metavar="N")
    parser.add_argument(
        "--files", type=float, metavar="N", help="files a package (default: as in the corpus)"
    )
    parser.add_argument("--seeds", type=int, default=5, metavar="N")
    parser.add_argument("--cores", type=int, default=1000, metavar="N")
    options = parser.parse_args(argv)
    runs, _ = find_runs(options.input)
    costs = per_file(runs)
    if not costs:
        print("scaling: no finished runs found; name a campaign's folder with --input", file=sys.stderr)
        return 2
    print(table(costs, options.packages, options.files, options.seeds, options.cores))
    return 0


if __name__ == "__main__":
    sys.exit(main())
