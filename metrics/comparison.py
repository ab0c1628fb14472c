"""Compares configurations: means with intervals, effect sizes, corrected tests, and the runs still needed."""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from metrics.estimates import (
    Estimate,
    Measured,
    a12,
    bounds_of,
    clustered_a12,
    difference_test,
    holm,
    magnitude,
    mann_whitney,
    mean_interval,
    runs_needed,
    samples_by_label,
    wilcoxon,
)
from metrics.manifest import alarms
from metrics.run_files import Run, add_input, counted, find_runs, write_json

__all__ = [
    "Comparison",
    "Estimate",
    "Measured",
    "a12",
    "compare",
    "holm",
    "mann_whitney",
    "mean_interval",
    "runs_needed",
    "table",
    "wilcoxon",
]

DEFAULT_METRICS = (
    "success_rate",
    "files_verified_rate",
    "suite_retention",
    "total_tokens",
    "total_cost_usd",
    "wall_s",
)

_EXAMPLES = """\
examples:
  python metrics/comparison.py
  python metrics/comparison.py --input campaigns/first --metric success_rate --metric total_tokens
  python metrics/comparison.py --input campaigns/first --reference single_agent --export-json table.json

Runs on one repository are one cluster. A configuration with one run gets a value and no interval: two single
runs compared mean nothing. A12 is the chance that a run of the first configuration has the larger value.
"""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two configurations by one metric. `p_holm` is corrected for all tests of the table.

    `runs_needed` is the number of runs of each on a repository with which an effect of this size would show.
    """

    metric: str
    first: str
    second: str
    a12: float | None
    magnitude: str
    p: float | None
    p_holm: float | None
    test: str
    scope: str
    runs_needed: int | None


def measure(runs: Iterable[Run], metric: str) -> Mapping[str, list[Measured]]:
    """The values of a metric by configuration; runs in which it was not measured are left out."""
    values = ((run, run.metric(metric)) for run in runs)
    return samples_by_label(
        (run.label, Measured(run.repository, run.setting("seed"), value))
        for run, value in values
        if value is not None
    )


def estimates(runs: Sequence[Run], metrics: Sequence[str]) -> dict[str, dict[str, Estimate]]:
    """Mean and interval by metric and configuration."""
    return {
        metric: {
            label: mean_interval(sample, bounds=bounds_of(metric))
            for label, sample in measure(runs, metric).items()
        }
        for metric in metrics
    }


def compare(runs: Sequence[Run], metrics: Sequence[str], reference: str | None = None) -> list[Comparison]:
    """Every pair of configurations (or each against `reference`) by every metric, corrected as one family.

    `reference` may be given without the mark that its model was simulated.

    Raises:
        ValueError: no run is of the configuration `reference`.
    """
    labels = sorted({run.label for run in runs})
    if reference is not None and reference not in labels:
        reference = next((label for label in labels if label == f"{reference} (simulated)"), reference)
    if reference is not None and reference not in labels:
        raise ValueError(f"no runs of {reference!r}; there are {', '.join(labels) or 'none at all'}")
    pairs = [pair for pair in itertools.combinations(labels, 2) if reference is None or reference in pair]
    if reference is not None:
        pairs = [(reference, next(label for label in pair if label != reference)) for pair in pairs]
    found = []
    for metric in metrics:
        samples = measure(runs, metric)
        found += [
            _pair(metric, a, b, samples[a], samples[b]) for a, b in pairs if a in samples and b in samples
        ]
    tested = [item for item in found if item.p is not None]
    corrected = iter(holm([item.p for item in tested if item.p is not None]))
    return [
        Comparison(**{**asdict(item), "p_holm": next(corrected) if item.p is not None else None})
        for item in found
    ]


def _pair(metric: str, a: str, b: str, first: list[Measured], second: list[Measured]) -> Comparison:
    effect = clustered_a12(first, second)
    tested = difference_test(first, second)
    # One run on each side always gives 0, 0.5 or 1: not an effect, and nothing to plan with.
    single = min(len(first), len(second)) < 2
    return Comparison(
        metric,
        a,
        b,
        effect,
        "" if effect is None or single else magnitude(effect),
        tested.p,
        None,
        tested.test,
        tested.scope,
        None if effect is None or single else runs_needed(effect),
    )


def table(found: Mapping[str, Mapping[str, Estimate]], pairs: Sequence[Comparison]) -> str:
    """The comparison as text for a terminal."""
    lines: list[str] = []
    for metric, by_label in found.items():
        lines += [metric, *_estimate_lines(by_label)] if by_label else [metric, "  not measured in any run"]
        here = [pair for pair in pairs if pair.metric == metric]
        lines += [f"  {_pair_line(pair)}" for pair in here]
        lines.append("")
    return "\n".join(lines)


def _estimate_lines(by_label: Mapping[str, Estimate]) -> list[str]:
    width = max(map(len, by_label))
    lines = []
    for label, one in by_label.items():
        interval = "no interval" if one.low is None else f"[{number(one.low)}, {number(one.high)}]"
        lines.append(
            f"  {label:{width}}  {number(one.mean):>10}  {interval:24}  {one.runs} runs, {one.method}"
            if one.runs > 1
            else f"  {label:{width}}  {number(one.mean):>10}  no interval: one run only"
        )
    return lines


def _pair_line(pair: Comparison) -> str:
    name = f"{pair.first} against {pair.second}:"
    if pair.a12 is None or pair.p is None or pair.p_holm is None:
        return f"{name} {pair.test}"
    needed = (
        f"about {pair.runs_needed} runs of each to show an effect of this size"
        if pair.runs_needed
        else "no difference"
    )
    return (
        f"{name} A12 {pair.a12:.2f} ({pair.magnitude}), {pair.test} p {pair.p:.3f}, "
        f"after Holm {pair.p_holm:.3f}, about {pair.scope}; {needed}"
    )


def number(value: float | None) -> str:
    """A number as short as it can be read."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python metrics/comparison.py",
        description="Compare configurations by what their runs left behind.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_input(parser)
    parser.add_argument(
        "--metric",
        action="append",
        metavar="NAME",
        help=f"a number of the summaries; may be repeated (default: {', '.join(DEFAULT_METRICS)})",
    )
    parser.add_argument("--reference", metavar="NAME", help="compare each configuration with this one only")
    parser.add_argument("--export-json", type=Path, metavar="FILE", help="write the table as JSON too")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 0, or 2 when there is nothing to compare."""
    options = build_parser().parse_args(argv)
    found_runs, problems = find_runs(options.input)
    runs, more = counted(found_runs)
    for problem in [*problems, *more]:
        print(f"warning: {problem}", file=sys.stderr)
    if not runs:
        print("comparison: no finished runs found; name their folder with --input", file=sys.stderr)
        return 2
    metrics = options.metric or list(DEFAULT_METRICS)
    found = estimates(runs, metrics)
    if not any(found.values()):
        print(f"comparison: no run has a number called {', '.join(metrics)}", file=sys.stderr)
        return 2
    try:
        pairs = compare(runs, metrics, options.reference)
    except ValueError as error:
        print(f"comparison: {error}", file=sys.stderr)
        return 2
    raised = alarms(runs)
    for alarm in raised:
        print(f"ALARM: {alarm}", file=sys.stderr)
    print(table(found, pairs), end="")
    if options.export_json:
        write_json(options.export_json, _as_json(found, pairs, raised))
    return 0


def _as_json(
    found: Mapping[str, Mapping[str, Estimate]], pairs: Sequence[Comparison], raised: Sequence[str]
) -> dict[str, Any]:
    return {
        "alarms": list(raised),
        "estimates": {m: {label: asdict(one) for label, one in by.items()} for m, by in found.items()},
        "comparisons": [asdict(pair) for pair in pairs],
    }


if __name__ == "__main__":
    sys.exit(main())
