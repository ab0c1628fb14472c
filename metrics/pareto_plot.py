"""Draws the Pareto plot so that it reads without colour: shapes of markers, patterns of lines, greys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from metrics.estimates import Estimate
from metrics.frontier import Point, staircase

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: What the axes are called.
TITLES = {
    "total_tokens": "tokens (prompt and completion) per run",
    "total_cost_usd": "cost per run, US dollars",
    "wall_s": "wall time per run, seconds",
    "success_rate": "files validated, share of all",
    "files_verified_rate": "files validated on executed behaviour, share of all",
    "suite_retention": "tests that pass as they did before, share",
}
_MARKERS = "osD^vP*Xph<>"
_LINES: Sequence[Any] = ("-", "--", ":", "-.", (0, (6, 1, 1, 1)), (0, (1, 3)))
# Dark to light, but never so light that it fails on white paper; told apart in colour and in greyscale.
_COLOURS = ("#000000", "#0b5394", "#b3541e", "#5b7f2b", "#7a4988", "#666666")


@dataclass(frozen=True, slots=True)
class Series:
    """One configuration: a point for each run, and the means with their intervals."""

    label: str
    points: Sequence[Point]
    x: Estimate
    y: Estimate


@dataclass(frozen=True, slots=True)
class Picture:
    """All that is drawn. Frontiers are of the runs and of the means; `alarms` stand above the plot."""

    x_metric: str
    y_metric: str
    series: Sequence[Series]
    run_frontier: Sequence[Point]
    mean_frontier: Sequence[Point]
    alarms: Sequence[str] = ()


def draw(picture: Picture, output: Path) -> None:
    """Write the plot; the ending of `output` (png, svg, pdf) says in which format.

    The same picture gives the same bytes: no date and no random names are written.

    Raises:
        OSError: the file can't be written.
    """
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(
        {"svg.hashsalt": "pareto", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3}
    ):
        figure = Figure(figsize=(7.2, 5.0), dpi=150, layout="constrained")
        axes = figure.subplots()
        for place, series in enumerate(picture.series):
            _draw_series(axes, series, place)
        right = max(x for one in picture.series for x, _ in one.points)
        right = right * 1.05 or 1.0
        _draw_frontier(
            axes, picture.run_frontier, right, {"color": "0.6", "linestyle": ":"}, "frontier of runs"
        )
        _draw_frontier(
            axes, picture.mean_frontier, right, {"color": "0.25", "linewidth": 1.4}, "frontier of means"
        )
        axes.set_xlabel(f"{TITLES.get(picture.x_metric, picture.x_metric)} (less is better)")
        axes.set_ylabel(f"{TITLES.get(picture.y_metric, picture.y_metric)} (more is better)")
        axes.set_xlim(left=min(0.0, -0.02 * right), right=right)
        axes.set_ylim(-0.03, 1.05)
        axes.legend(loc="best", fontsize=8, framealpha=0.9)
        if picture.alarms:
            figure.suptitle(
                "ALARM: not comparable\n" + "\n".join(picture.alarms),
                fontsize=8,
                fontweight="bold",
                bbox={"facecolor": "white", "edgecolor": "black", "linewidth": 2},
                wrap=True,
            )
        output.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(output, metadata=_metadata(output), bbox_inches="tight", pad_inches=0.12)


def _draw_series(axes: Axes, series: Series, place: int) -> None:
    marker, colour = _MARKERS[place % len(_MARKERS)], _COLOURS[place % len(_COLOURS)]
    xs, ys = [x for x, _ in series.points], [y for _, y in series.points]
    axes.plot(xs, ys, marker, color=colour, markersize=4, alpha=0.7, markerfacecolor="none", zorder=2)
    count = len(series.points)
    said = f"{count} runs" if count > 1 else "one run, no interval"
    bars = axes.errorbar(
        [series.x.mean],
        [series.y.mean],
        xerr=_arms(series.x),
        yerr=_arms(series.y),
        fmt=marker,
        color=colour,
        markersize=9,
        markeredgecolor="black",
        capsize=3,
        elinewidth=1.2,
        zorder=3,
        label=f"{series.label} ({said})",
    )
    for line in bars.lines[2]:
        line.set_linestyle(_LINES[place % len(_LINES)])


def _arms(one: Estimate) -> list[list[float]] | None:
    if one.low is None or one.high is None:
        return None
    return [[max(0.0, one.mean - one.low)], [max(0.0, one.high - one.mean)]]


def _draw_frontier(
    axes: Axes, points: Sequence[Point], right: float, style: Mapping[str, Any], label: str
) -> None:
    xs, ys = staircase(points, right)
    axes.plot(xs, ys, **style, label=label, zorder=1)


def _metadata(output: Path) -> dict[str, Any]:
    # Each format has its own name for the time of writing; None leaves it out.
    return {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(output.suffix.lower(), {})
