"""The page of a campaign: what was compared, whether it can be, what came of it, and every run."""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from metrics.comparison import number
from metrics.emergence import MEASURES, OUTCOMES
from metrics.estimates import Estimate
from metrics.mechanism import Changed
from metrics.pareto_plot import TITLES
from metrics.report_parts.campaign_data import CampaignData
from metrics.report_parts.page import render
from metrics.visible_text import visible

#: Width of the axis of an interval chart, height of one of its rows.
AXIS, ROW = 520, 26
#: Columns of the table of runs, after run, configuration, repository and seed.
COLUMNS = (
    *("stop_reason", "files_total", "files_validated", "files_verified", "success_rate", "suite_retention"),
    *("total_tokens", "total_cost_usd", "total_ticks", "wall_s"),
)


@dataclass(frozen=True)
class Chart:
    """Means with their intervals, and the value of every run, of one metric; places are along an axis of AXIS."""

    metric: str
    title: str
    rows: list[dict[str, Any]]
    ticks: list[tuple[float, str]]

    @property
    def height(self) -> int:
        """Of the rows and the axis below them."""
        return len(self.rows) * ROW + 26


def campaign_page(campaign: CampaignData) -> str:
    """The whole report of `campaign` as HTML."""
    return render(
        "campaign.html",
        "campaign.js",
        title=f"Campaign {visible(campaign.folder.resolve().name)}",
        campaign=campaign,
        name=visible(campaign.folder.resolve().name),
        repositories=sorted({visible(run.repository) for run in campaign.runs}),
        seeds=sorted({str(run.setting("seed")) for run in campaign.runs}),
        charts=[_chart(metric, by, campaign) for metric, by in campaign.means.items() if by],
        axis=AXIS,
        row=ROW,
        plots=[
            {
                "x": TITLES.get(plot.x, plot.x),
                "y": TITLES.get(plot.y, plot.y),
                "source": "data:image/svg+xml;base64," + base64.b64encode(plot.svg).decode("ascii"),
                "words": visible(plot.words),
            }
            for plot in campaign.plots
        ],
        titles=TITLES,
        tell=number,
        said=_said,
        measures=[m for m in MEASURES if any(m in by for by in campaign.mechanisms.values())],
        changes=[field.name for field in fields(Changed)],
        outcomes=OUTCOMES,
        columns=COLUMNS,
        runs=[
            _run_row(run) for run in sorted(campaign.runs, key=lambda r: (r.label, r.repository, r.run_id))
        ],
    )


def _run_row(run: Any) -> dict[str, Any]:
    where = run.folder.parent.parent
    return {
        "id": run.run_id,
        "label": visible(run.label),
        "repository": visible(run.repository),
        "seed": "" if run.setting("seed") is None else str(run.setting("seed")),
        "workspace": visible(where),
        "values": [_cell(run.summary.get(name)) for name in COLUMNS],
    }


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return (
        number(float(value))
        if isinstance(value, int | float) and not isinstance(value, bool)
        else visible(value)
    )


def _said(one: Estimate | None) -> str:
    """A mean with its interval, as in `0.91 [0.85, 0.96]`; a single run has none and says so."""
    if one is None:
        return "–"
    if one.low is None or one.high is None:
        return f"{number(one.mean)} (no interval)"
    return f"{number(one.mean)} [{number(one.low)}, {number(one.high)}]"


def _chart(metric: str, by_label: Mapping[str, Estimate], campaign: CampaignData) -> Chart:
    values: dict[str, list[float]] = {}
    for run in campaign.runs:
        value = run.metric(metric)
        if value is not None:
            values.setdefault(run.label, []).append(value)
    rate = metric.endswith(("_rate", "retention"))
    highest = max(
        [v for group in values.values() for v in group] + [e.high or 0.0 for e in by_label.values()]
    )
    most = 1.0 if rate else _round_up(highest)

    def place(value: float) -> float:
        return round(AXIS * min(1.0, max(0.0, value / most)), 1)

    rows = [
        {
            "label": visible(label),
            "mean": place(one.mean),
            "low": None if one.low is None else place(one.low),
            "high": None if one.high is None else place(one.high),
            "points": [place(value) for value in values.get(label, ())],
            "words": f"{_said(one)}, {one.runs} runs on {one.repositories} repositories",
        }
        for label, one in by_label.items()
    ]
    ticks = [(AXIS * part / 4, number(most * part / 4)) for part in range(5)]
    return Chart(metric, TITLES.get(metric, metric.replace("_", " ")), rows, ticks)


def _round_up(value: float) -> float:
    """The next number with one digit, so that an axis ends on one."""
    if value <= 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(value))
    return next(step * unit for step in (1, 2, 4, 5, 8, 10) if step * unit >= value)
