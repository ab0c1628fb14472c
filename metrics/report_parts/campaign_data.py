"""What the report of a campaign is made of: its runs, its cells, and what comparisons say. Changes nothing."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from metrics import emergence
from metrics.comparison import DEFAULT_METRICS, Comparison, compare, estimates
from metrics.estimates import Estimate
from metrics.manifest import alarms
from metrics.pareto import X_METRICS, Y_METRICS, NothingToDraw, analyse, table
from metrics.pareto_plot import draw
from metrics.run_files import Run, RunFileError, counted, find_runs


@dataclass(frozen=True)
class Plot:
    """One Pareto plot: its axes, the drawing as SVG, and the same in words."""

    x: str
    y: str
    svg: bytes
    words: str


@dataclass
class CampaignData:
    """All finished runs below a folder, compared. `cells` are those that did not come to a run that counts.

    `against` is the configuration that all others are compared with; empty where each is compared with each.
    """

    folder: Path
    runs: list[Run]
    plan: Mapping[str, Any] = field(default_factory=dict)
    cells: Counter[str] = field(default_factory=Counter)
    broken: list[tuple[str, str, str]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    alarms: list[str] = field(default_factory=list)
    means: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)
    pairs: Sequence[Comparison] = ()
    against: str = ""
    plots: list[Plot] = field(default_factory=list)
    mechanisms: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)
    effects: Sequence[emergence.Effect] = ()

    @property
    def labels(self) -> list[str]:
        """The configurations, sorted."""
        return sorted({run.label for run in self.runs})

    @property
    def simulated(self) -> bool:
        """Whether a simulated model stood in for a real one in any run."""
        return any(run.simulated for run in self.runs)


def read_campaign(folder: Path) -> CampaignData:
    """The campaign in `folder`: any folder with finished runs below it.

    Raises:
        RunFileError: there is none.
    """
    found, problems = find_runs([folder])
    runs, cut_off = counted(found)
    if not runs:
        raise RunFileError(
            f"{folder}: neither a workspace (no pheromones/audit_log.jsonl) nor a folder with finished runs"
        )
    campaign = CampaignData(folder, runs, problems=[*problems, *cut_off], alarms=alarms(runs))
    _read_plan(campaign)
    metrics = [name for name in DEFAULT_METRICS if any(run.metric(name) is not None for run in runs)]
    campaign.means = estimates(runs, metrics)
    campaign.against = _whole(runs)
    campaign.pairs = compare(runs, metrics, campaign.against or None) if len(campaign.labels) > 1 else ()
    campaign.plots = _plots(runs)
    told, unread = emergence.read_all(runs)
    campaign.problems += unread
    if told:
        campaign.mechanisms = emergence.averages(emergence.per_run(told))
        campaign.effects = emergence.effects(told)
    return campaign


def _whole(runs: Sequence[Run]) -> str:
    """The whole colony, where other runs are ablations of it: two colonies that each lack something tell nothing."""
    if not any(run.setting("ablated") for run in runs):
        return ""
    return next((run.label for run in runs if emergence.configuration(run) == emergence.WHOLE), "")


def _read_plan(campaign: CampaignData) -> None:
    try:
        plan = json.loads((campaign.folder / "campaign.json").read_text(encoding="utf-8"))
        campaign.plan = plan if isinstance(plan, dict) else {}
    except (OSError, ValueError):
        return  # any folder with runs will do: a plan is more to tell, and nothing is missed without one
    for path in sorted(campaign.folder.glob("cells/*/*/*/cell.json")):
        try:
            cell = json.loads(path.read_text(encoding="utf-8"))
            state = str(cell["state"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            campaign.problems.append(f"{path}: unreadable: {error}")
            continue
        campaign.cells[state] += 1
        if state != "done":
            campaign.broken.append(("/".join(path.parts[-4:-1]), state, str(cell.get("reason") or "")))


def _plots(runs: Sequence[Run]) -> list[Plot]:
    """Each measure of quality against each cost, where both were measured and there is something to tell apart."""
    plots = []
    with tempfile.TemporaryDirectory(prefix="stigmergy-report-") as folder:
        for y in Y_METRICS:
            for x in X_METRICS:
                if len({run.metric(x) for run in runs} - {None}) < 2:
                    continue
                try:
                    analysis = analyse(runs, x, y)
                except NothingToDraw:
                    continue
                path = Path(folder) / "plot.svg"
                draw(analysis.picture, path)
                plots.append(Plot(x, y, path.read_bytes(), table(analysis)))
    return plots
