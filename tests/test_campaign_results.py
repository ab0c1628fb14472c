"""What is written about a campaign: nothing from what is incomplete, simulated runs labelled, numbers recomputable."""

from __future__ import annotations

import csv
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from metrics_runs import make_run

from baselines.campaigns.folder import CampaignFolder
from baselines.campaigns.plan import Budget, Cell, Plan, Repository
from benchmarks.experiment import main as experiment
from benchmarks.experiment_report import complete, write
from benchmarks.scaling import main as scaling
from benchmarks.scaling import per_file
from metrics.run_files import find_runs

SIMULATED = {"provider": "simulated", "model": "simulated:m"}


@pytest.fixture(autouse=True, scope="module")
def matplotlib_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if "MPLCONFIGDIR" not in os.environ:
            patch.setenv("MPLCONFIGDIR", str(tmp_path_factory.mktemp("matplotlib")))
        yield


def finish(folder: CampaignFolder, cell: Cell, **run: Any) -> None:
    """A cell that is done, as `run_cell` leaves it."""
    place = folder.root / cell.path
    shutil.rmtree(place, ignore_errors=True)
    run_id = f"{cell.repository}-{cell.configuration}-{cell.seed}"
    make_run(
        place / "workspace" / "metrics" / "output",
        run_id,
        repo=f"/x/{cell.repository}",
        seed=cell.seed,
        baseline=cell.configuration,
        **{**SIMULATED, **run},
    )
    word = {"schema_version": 1, "state": "done", "run_id": run_id}
    (place / "cell.json").write_text(json.dumps(word))


@pytest.fixture
def folder(tmp_path: Path) -> CampaignFolder:
    """Two repositories, two configurations, five seeds; the last cell of the second repository is missing."""
    folder = CampaignFolder(tmp_path / "coordination")
    plan = Plan(
        ["stigmergic", "single_agent"],
        [Repository("one", "/x/one"), Repository("two", "/x/two")],
        [1, 2, 3, 4, 5],
        {"llm": {"provider": "simulated"}},
        Budget(max_tokens=1000),
    )
    for cell in folder.open(plan).cells()[:-1]:
        dear = cell.configuration == "single_agent"
        finish(folder, cell, tokens=1000 * (1 + dear) + cell.seed, validated=8)
    return folder


def test_only_complete_repositories_are_counted(folder: CampaignFolder, tmp_path: Path) -> None:
    plan = folder.known()
    assert plan is not None
    runs, done = complete(folder, plan)
    assert done == {"one": (10, 10), "two": (9, 10)}
    assert {run.repository for run in runs} == {"one"} and len(runs) == 10
    document = tmp_path / "results.md"
    write(folder.root, tmp_path / "none", document)
    text = document.read_text()
    assert "**Not complete: 19 of 20 runs are done.** Missing: two (9 of 10)" in text
    assert "those of one alone" in text and "two: files validated" not in text
    finish(folder, plan.cells()[-1], tokens=2005)
    write(folder.root, tmp_path / "none", document)
    assert "All 20 runs are done." in document.read_text()


def test_what_is_written_is_labelled_and_can_be_recomputed(folder: CampaignFolder, tmp_path: Path) -> None:
    document = tmp_path / "results.md"
    write(folder.root, tmp_path / "none", document)
    text = document.read_text()
    assert "simulated model" in text and "stigmergic (simulated)" in text
    # Fewer tokens in every run of stigmergic: ranks can't be clearer, and two tests are corrected for.
    assert (
        "tokens a run, against single_agent (simulated): stigmergic has less (A12 0.00, large, p 0.015"
        in text
    )
    assert "files validated, against single_agent (simulated): no difference is shown" in text
    assert str(tmp_path) not in text and "/x/" not in text
    figures = tmp_path / "results"
    # No candidates branch was measured in these runs, so nothing is drawn of it, and that is said.
    assert {path.name for path in figures.iterdir()} == {"pareto_total_tokens.png", "runs.csv"}
    assert "No plot of suite_retention_candidates against wall_s" in text
    rows = list(csv.DictReader((figures / "runs.csv").read_text().splitlines()))
    assert len(rows) == 10
    mine = [float(row["total_tokens"]) for row in rows if row["configuration"] == "stigmergic"]
    assert f"{sum(mine) / len(mine):,.0f}" in text


def test_runs_that_cannot_be_compared_raise_an_alarm(folder: CampaignFolder, tmp_path: Path) -> None:
    cell = Cell("one", "stigmergic", 1)
    finish(folder, cell, budget={"max_tokens": 9, "max_budget_usd": 0})
    write(folder.root, tmp_path / "none", tmp_path / "results.md")
    assert "**ALARM**: mixed budget" in (tmp_path / "results.md").read_text()


def test_without_any_campaign_nothing_is_claimed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = tmp_path / "results.md"
    assert experiment(["--report-only", "--output", str(tmp_path / "none"), "--document", str(document)]) == 0
    assert document.read_text().count("Not run yet.") == 2
    assert capsys.readouterr().out.strip() == str(document)


def test_the_cost_of_a_file_is_a_mean_over_repositories(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(tmp_path, "r1", repo="/x/a", files=10, tokens=1000, wall_s=20.0)
    make_run(tmp_path, "r2", repo="/x/a", files=10, tokens=3000, wall_s=20.0, seed=2)
    make_run(tmp_path, "r3", repo="/x/b", files=5, validated=5, tokens=500, wall_s=20.0)
    (cost,) = per_file(find_runs([tmp_path])[0])
    assert (cost.runs, cost.tokens, cost.seconds) == (3, pytest.approx(150), pytest.approx(3.0))
    place = tmp_path / "campaign" / "cell"
    make_run(place / "workspace" / "metrics" / "output", "r4", files=10, wall_s=20.0)
    (place / "cell.json").write_text(json.dumps({"schema_version": 1, "state": "done", "cpu_seconds": 5.0}))
    assert per_file(find_runs([place])[0])[0].seconds == pytest.approx(0.5)
    shutil.rmtree(place)
    flags = ["--packages", "10", "--files", "4", "--seeds", "5", "--cores", "2"]
    assert scaling(["--input", str(tmp_path), *flags]) == 0
    said = capsys.readouterr().out
    assert "200 files a configuration" in said and "| stigmergic | 3 | 3.0 | 150 |" in said
    assert scaling(["--input", str(tmp_path / "none")]) == 2
