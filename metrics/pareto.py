"""Pareto plot of quality against cost: every run, means with intervals, frontier, hypervolume."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from metrics.comparison import number
from metrics.estimates import Measured, bounds_of, mean_interval
from metrics.frontier import Point, frontier, hypervolume
from metrics.manifest import alarms
from metrics.pareto_plot import Picture, Series, draw
from metrics.run_files import Run, add_input, counted, find_runs, write_json

X_METRICS = ("total_tokens", "total_cost_usd", "wall_s")
Y_METRICS = ("success_rate", "files_verified_rate", "suite_retention")
ENDINGS = (".png", ".svg", ".pdf")

_EXAMPLES = """\
examples:
  python metrics/pareto.py --output pareto.png
  python metrics/pareto.py --input campaigns/first --output pareto.svg --x-metric wall_s
  python metrics/pareto.py --output pareto.pdf --y-metric suite_retention --export-json pareto.json
  python metrics/pareto.py --output pareto.png --require-baselines stigmergic,single_agent

A configuration with one run is drawn without an interval. The hypervolume is the share of the rectangle
between no quality and the dearest run (or --reference-x) that a configuration's runs dominate.
Exit code 2 when there is nothing to draw or a required baseline is missing.
"""


class NothingToDraw(ValueError):
    """The runs found don't make a plot. The message says why."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A picture, the hypervolumes (shares of the reference rectangle), and which runs were left out."""

    picture: Picture
    reference: Point
    hypervolume: dict[str, float]
    hypervolume_all: float
    left_out: Sequence[str]
    runs: dict[str, Sequence[Run]]


def analyse(runs: Sequence[Run], x_metric: str, y_metric: str, reference_x: float | None = None) -> Analysis:
    """Points, means, frontiers and hypervolumes of these runs.

    Hypervolumes are comparable only for one reference: y = 0, and x = `reference_x` or, by default, 1.1
    times the dearest run's.

    Raises:
        NothingToDraw: in no run both metrics were measured, or `reference_x` is not above 0.
    """
    by_label: dict[str, list[tuple[Run, float, float]]] = {}
    left_out: list[str] = []
    for run in runs:
        x, y = run.metric(x_metric), run.metric(y_metric)
        if x is None or y is None:
            missing = " and ".join(name for name, value in ((x_metric, x), (y_metric, y)) if value is None)
            left_out.append(f"run {run.run_id} ({run.label}) is left out: {missing} was not measured")
        else:
            by_label.setdefault(run.label, []).append((run, x, y))
    if not by_label:
        raise NothingToDraw(f"in none of {len(runs)} runs both {x_metric} and {y_metric} were measured")
    series = [_series(label, by_label[label], x_metric, y_metric) for label in sorted(by_label)]
    points = [point for one in series for point in one.points]
    right = reference_x if reference_x is not None else (1.1 * max(x for x, _ in points) or 1.0)
    if right <= 0:
        raise NothingToDraw(f"the reference on the x axis is {right}, it has to be above 0")
    picture = Picture(
        x_metric,
        y_metric,
        series,
        run_frontier=frontier(points),
        mean_frontier=frontier((one.x.mean, one.y.mean) for one in series),
        alarms=alarms([run for group in by_label.values() for run, _, _ in group]),
    )
    # The highest share is 1, so the rectangle's area is its width.
    return Analysis(
        picture,
        (right, 0.0),
        {one.label: hypervolume(one.points, (right, 0.0)) / right for one in series},
        hypervolume(points, (right, 0.0)) / right,
        left_out,
        {label: [run for run, _, _ in group] for label, group in sorted(by_label.items())},
    )


def _series(label: str, group: list[tuple[Run, float, float]], x_metric: str, y_metric: str) -> Series:
    xs = [Measured(run.repository, run.setting("seed"), x) for run, x, _ in group]
    ys = [Measured(run.repository, run.setting("seed"), y) for run, _, y in group]
    return Series(
        label,
        [(x, y) for _, x, y in group],
        mean_interval(xs, bounds=bounds_of(x_metric)),
        mean_interval(ys, bounds=bounds_of(y_metric)),
    )


def as_json(analysis: Analysis) -> dict[str, Any]:
    """The analysis as plain JSON, every run included."""
    picture = analysis.picture
    return {
        "x_metric": picture.x_metric,
        "y_metric": picture.y_metric,
        "alarms": list(picture.alarms),
        "left_out": list(analysis.left_out),
        "reference": list(analysis.reference),
        "hypervolume": analysis.hypervolume_all,
        "frontier_runs": [list(point) for point in picture.run_frontier],
        "frontier_means": [list(point) for point in picture.mean_frontier],
        "configurations": {
            one.label: {
                "x": asdict(one.x),
                "y": asdict(one.y),
                "hypervolume": analysis.hypervolume[one.label],
                "simulated": any(run.simulated for run in analysis.runs[one.label]),
                "on_frontier": (one.x.mean, one.y.mean) in picture.mean_frontier,
                "runs": [
                    {
                        "run_id": run.run_id,
                        "repo": run.repository,
                        "seed": run.setting("seed"),
                        "x": x,
                        "y": y,
                    }
                    for run, (x, y) in zip(analysis.runs[one.label], one.points, strict=True)
                ],
            }
            for one in picture.series
        },
    }


def table(analysis: Analysis) -> str:
    """The plot in words, for a terminal."""
    picture = analysis.picture
    width = max(len(one.label) for one in picture.series)
    lines = [f"{picture.y_metric} against {picture.x_metric}"]
    for one in picture.series:
        mark = "on the frontier" if (one.x.mean, one.y.mean) in picture.mean_frontier else "dominated"
        lines.append(
            f"  {one.label:{width}}  {picture.x_metric} {_said(one.x)}  {picture.y_metric} {_said(one.y)}  "
            f"hypervolume {analysis.hypervolume[one.label]:.3f}  {mark}"
        )
    lines.append(
        f"  hypervolume of all runs {analysis.hypervolume_all:.3f}, up to x = {number(analysis.reference[0])}"
    )
    return "\n".join(lines)


def _said(one: Any) -> str:
    if one.low is None:
        return f"{number(one.mean)} (one run: no interval)"
    return f"{number(one.mean)} [{number(one.low)}, {number(one.high)}]"


def missing_baselines(runs: Sequence[Run], required: Sequence[str]) -> list[str]:
    """Which of the required baselines (or configurations) have no run."""
    there = {run.baseline for run in runs} | {str(run.setting("configuration")) for run in runs}
    return [name for name in required if name not in there]


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python metrics/pareto.py",
        description="Draw quality against cost, for every run and on average.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--output", type=Path, required=True, metavar="FILE", help="a .png, .svg or .pdf file"
    )
    add_input(parser)
    parser.add_argument("--x-metric", choices=X_METRICS, default=X_METRICS[0], help="default: %(default)s")
    parser.add_argument("--y-metric", choices=Y_METRICS, default=Y_METRICS[0], help="default: %(default)s")
    parser.add_argument(
        "--require-baselines", metavar="A,B", default="", help="fail unless each of these has a run"
    )
    parser.add_argument(
        "--reference-x",
        type=float,
        metavar="X",
        help="where the hypervolume ends (default: 1.1 × the dearest run)",
    )
    parser.add_argument(
        "--export-json", type=Path, metavar="FILE", help="write points, means and frontier too"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 0, or 2 when there is nothing to draw."""
    parser = build_parser()
    options = parser.parse_args(argv)
    if options.output.suffix.lower() not in ENDINGS:
        parser.error(f"--output {options.output}: the name has to end in {', '.join(ENDINGS)}")
    found_runs, problems = find_runs(options.input)
    runs, more = counted(found_runs)
    for problem in [*problems, *more]:
        print(f"warning: {problem}", file=sys.stderr)
    try:
        if not runs:
            raise NothingToDraw("no finished runs found; name their folder with --input")
        required = [name.strip() for name in options.require_baselines.split(",") if name.strip()]
        missing = missing_baselines(runs, required)
        if missing:
            there = ", ".join(sorted({run.baseline for run in runs}))
            raise NothingToDraw(f"no run of {', '.join(missing)}; there are {there}")
        analysis = analyse(runs, options.x_metric, options.y_metric, options.reference_x)
        for line in analysis.left_out:
            print(f"warning: {line}", file=sys.stderr)
        for alarm in analysis.picture.alarms:
            print(f"ALARM: {alarm}", file=sys.stderr)
        draw(analysis.picture, options.output)
        if options.export_json:
            write_json(options.export_json, as_json(analysis))
    except (NothingToDraw, OSError) as error:
        print(f"pareto: {error}", file=sys.stderr)
        return 2
    print(table(analysis))
    print(options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
