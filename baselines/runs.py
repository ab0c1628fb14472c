"""The command line of a baseline: N runs with distinct seeds, each in a workspace of its own, and a table."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stigmergy.cli import add_target_options, overrides, positive_int

if TYPE_CHECKING:
    from baselines.common import Strategy
    from stigmergy.settings import Settings

METRICS = (
    "success_rate",
    "files_verified_rate",
    "human_escalation_rate",
    "suite_retention",
    "suite_retention_candidates",
    "suite_pass_rate",
    "total_tokens",
    "total_cost_usd",
    "wall_s",
)
_EXAMPLES = """\
examples:
  python baselines/{name}.py --repo tests/fixtures/synthetic_py2_repo --runs 2
      two runs over the bundled sample, with the embedded rules, no key needed
  python baselines/{name}.py --repo ../old-project --repo-ref v1.2 --runs 5 --seed 10 --workspace ~/runs/old
      five runs with the seeds 10 to 14, each in a folder of its own below ~/runs/old

Run i (from 0) uses the seed --seed + i and works in <workspace>/run_<i>/ (default: runs/{name}/run_<i>/ in the
project); metrics of all runs go to metrics/output in the workspace (default: in the project), the trace of each
to run_<i>/logs/{name}_trace.jsonl. --max-ticks ends a run after so many rows of its ticks file.

exit codes, the worst of the runs: 0 every file decided · 1 stopped before that · 2 wrong use or input · 3 fatal ·
130 interrupted
"""


def build_parser(name: str, about: str) -> argparse.ArgumentParser:
    """The parser of the baseline `name`: the options of `main.py` that every way of coordinating shares."""
    parser = argparse.ArgumentParser(
        prog=f"python baselines/{name}.py",
        description=about,
        epilog=_EXAMPLES.format(name=name),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "--runs", metavar="N", type=positive_int, default=1, help="how many runs, each with the next seed"
    )
    add_target_options(parser)
    return parser


def run_baseline(
    name: str,
    about: str,
    strategy: Strategy,
    argv: Sequence[str] | None = None,
    add_options: Callable[[argparse.ArgumentParser], None] = lambda parser: None,
    more: Callable[[argparse.Namespace, Settings], Mapping[str, Any]] = lambda options, settings: {},
) -> int:
    """The whole command line of a baseline. Returns the worst exit code of its runs.

    `more` gives what goes into the manifests besides.
    """
    parser = build_parser(name, about)
    add_options(parser)
    options = parser.parse_args(argv)
    if not options.repo:
        parser.error("--repo URL_OR_PATH is needed")

    from stigmergy.stopping import explained

    return explained(lambda: _runs(name, strategy, options, more), "then run it again")


def _runs(
    name: str,
    strategy: Strategy,
    options: argparse.Namespace,
    more: Callable[[argparse.Namespace, Settings], Mapping[str, Any]],
) -> int:
    from baselines.common import Place, Trial
    from environment.workspace import Workspace
    from stigmergy.crafts import read_dotenv
    from stigmergy.preparation import RUNS_ROOT
    from stigmergy.settings import load
    from stigmergy.stopping import explained

    for variable, value in read_dotenv(RUNS_ROOT / ".env").items():
        os.environ.setdefault(variable, value)
    settings = load(options.config, overrides(options))
    base = Path(options.workspace).expanduser() if options.workspace else RUNS_ROOT / "runs" / name
    output = options.output_dir or (options.workspace or RUNS_ROOT) / settings.metrics.output_dir
    codes: list[int] = []
    run_ids: list[str] = []
    for number in range(options.runs):
        trial = Trial(
            name,
            strategy,
            options,
            settings,
            Place(Workspace(base / f"run_{number}"), Path(output).expanduser()),
            options.seed + number,
            **more(options, settings),
        )
        codes.append(explained(trial.run, "then run it again"))
        run_ids.append(trial.run_id)
        if codes[-1] >= 2:
            # What is wrong with the input, the key or the disk is as wrong for the next run.
            break
    for line in closing(Path(output).expanduser(), run_ids):
        print(line, flush=True)
    return max(codes)


def closing(output: Path, run_ids: Sequence[str]) -> list[str]:
    """The table under all runs: each metric's mean, its interval from two runs on, and the values."""
    from metrics.estimates import Measured, bounds_of, mean_interval
    from metrics.run_files import Run, manifest_path, read_json, summary_path

    runs = [
        Run(run_id, output, read_json(summary_path(output, run_id)), read_json(manifest_path(output, run_id)))
        for run_id in run_ids
        if summary_path(output, run_id).exists()
    ]
    if not runs:
        return []
    first = runs[0]
    lines = ["", f"{first.label} on {first.repository}: {len(runs)} runs, seeds {', '.join(_seeds(runs))}"]
    lines.append(f"  {'metric':<28}{'mean':>12}   {'95 % interval':<24}values")
    method = ""
    for metric in METRICS:
        found = [(run, value) for run in runs if (value := run.metric(metric)) is not None]
        if not found:
            continue
        sample = [Measured(run.repository, run.setting("seed"), value) for run, value in found]
        estimate = mean_interval(sample, bounds=bounds_of(metric))
        method = estimate.method
        interval = "–"
        if estimate.low is not None and estimate.high is not None:
            interval = f"{_number(estimate.low)} to {_number(estimate.high)}"
        values = ", ".join(_number(value) for _, value in found)
        lines.append(f"  {metric:<28}{_number(estimate.mean):>12}   {interval:<24}{values}")
    lines.append(f"  intervals: {method}")
    if len(runs) > 1 and first.setting("code_model") == "rules":
        lines.append("  the rules answer the same whatever the seed: runs differ in time only")
    return lines


def _seeds(runs: Sequence[Any]) -> list[str]:
    return [str(run.setting("seed")) for run in runs]


def _number(value: float) -> str:
    return f"{value:.0f}" if value == int(value) and abs(value) >= 2 else f"{value:.3f}"
