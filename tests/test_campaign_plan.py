"""What a campaign is asked to compare: names, seeds, budgets; and what is refused before anything is run."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from baselines.campaign import main
from baselines.campaigns.folder import CampaignFolder, repository_of
from baselines.campaigns.plan import (
    SCRIPTS,
    Budget,
    Cell,
    Configuration,
    Plan,
    PlanError,
    Repository,
    extended,
    parse_seeds,
)
from baselines.campaigns.progress import Forecast, Progress, duration

REPOSITORY = Repository("old", "/somewhere/old")
PLAN = Plan(["stigmergic", "single_agent"], [REPOSITORY], [1, 2, 3, 4, 5])


def test_every_configuration_is_one_script_and_what_is_switched_off() -> None:
    assert Configuration.named("single_agent").script == "baselines/single_agent.py"
    without = Configuration.named("stigmergic-no-decay-no-issues")
    assert (without.script, without.ablated) == ("main.py", ("decay", "issues"))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("single_agnt", "did you mean 'single_agent'"),
        ("stigmergic-no-dekay", "did you mean 'stigmergic-no-decay'"),
        ("single_agent-no-decay", "unknown configuration"),
        ("stigmergic-no-issues-no-decay", "write it 'stigmergic-no-decay-no-issues'"),
        ("stigmergic-no-decay-no-decay", "write it 'stigmergic-no-decay'"),
    ],
)
def test_an_unknown_configuration_is_refused(name: str, told: str) -> None:
    with pytest.raises(PlanError, match=told):
        Configuration.named(name)


def test_a_configuration_whose_script_is_missing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "main.py").touch()
    with pytest.raises(PlanError, match=r"baselines/react\.py is missing.*there are stigmergic$"):
        Configuration.named("react", tmp_path)


def test_seeds() -> None:
    assert parse_seeds("1-3,7") == [1, 2, 3, 7]
    for wrong in ("", "a", "3-1", "1,,2", "-1"):
        with pytest.raises(PlanError, match="1-5"):
            parse_seeds(wrong)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seeds": [1, 1]}, "seed 1 is given twice: the same run twice is no repeat"),
        ({"seeds": []}, "no seed"),
        ({"configurations": ["stigmergic", "stigmergic"]}, "configuration stigmergic is given twice"),
        ({"configurations": ["none"]}, "unknown configuration"),
        ({"repositories": [REPOSITORY, REPOSITORY]}, "repository old is given twice"),
        ({"repositories": [Repository("../up", "x")]}, "only letters"),
    ],
)
def test_a_plan_that_compares_nothing_is_refused(changes: dict[str, object], told: str) -> None:
    with pytest.raises(PlanError, match=told):
        replace(PLAN, **changes).check()  # type: ignore[arg-type]


def test_few_seeds_are_warned_of() -> None:
    assert PLAN.check() == []
    assert "no interval" in replace(PLAN, seeds=[1]).check()[0]
    assert "fewer than 5" in replace(PLAN, seeds=[1, 2]).check()[0]


def test_cells_come_seed_by_seed() -> None:
    cells = PLAN.cells()
    assert [cell.seed for cell in cells[:4]] == [1, 1, 2, 2]
    assert cells[1].path == "cells/old/single_agent/seed_1"
    assert len(set(cells)) == 10


def test_a_plan_survives_its_json() -> None:
    plan = replace(
        PLAN,
        settings={"llm": {"provider": "simulated"}},
        budget=Budget(1000, 0.5, 3.0),
        repositories=[Repository("old", "x", "v1", {"verification": {"runner": "pytest"}})],
    )
    assert Plan.from_dict(json.loads(json.dumps(plan.as_dict())), "here") == plan
    assert plan.config_of(plan.repositories[0]) == {
        "llm": {"provider": "simulated"},
        "verification": {"runner": "pytest"},
    }


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"seed": [1]}, "unknown key 'seed'"),
        ({"schema_version": 99}, "schema version 99"),
        ({"repositories": [{"path": "x"}]}, "not a plan"),
        ({"repositories": ["x"]}, "not a plan"),
        ({"seeds": ["one"]}, "not a plan"),
        ({"budget": {"euros": 1}}, "not a plan"),
    ],
)
def test_a_file_that_is_no_plan_is_named(values: dict[str, object], told: str) -> None:
    with pytest.raises(PlanError, match=told) as caught:
        Plan.from_dict(values, "plan.yaml")
    assert "plan.yaml" in str(caught.value)


def test_a_folder_is_extended_and_keeps_its_conditions(tmp_path: Path) -> None:
    folder = CampaignFolder(tmp_path / "campaign")
    folder.open(PLAN)
    more = folder.open(replace(PLAN, configurations=["sequential"], seeds=[5, 6]))
    assert more.configurations == ["stigmergic", "single_agent", "sequential"]
    assert more.seeds == [1, 2, 3, 4, 5, 6]
    assert folder.known() == more
    for other in (
        replace(PLAN, budget=Budget(max_tokens=1)),
        replace(PLAN, settings={"llm": {"model": "m"}}),
        replace(PLAN, repositories=[Repository("old", "/somewhere/else")]),
    ):
        with pytest.raises(PlanError, match="choose another --output"):
            folder.open(other)
    assert extended(more, PLAN) == more


def test_the_same_flags_serve_every_configuration(tmp_path: Path) -> None:
    folder = CampaignFolder(tmp_path)
    plan = replace(PLAN, budget=Budget(1000, None, 2.0))
    ours = folder.job(plan, Cell("old", "stigmergic", 3)).command
    theirs = folder.job(plan, Cell("old", "single_agent", 3)).command
    shared = ["--repo", "/somewhere/old", "--config", str(tmp_path / "configs" / "old.yaml")]
    shared += ["--max-tokens", "1000", "--max-minutes", "2.0"]
    assert list(ours[1:9]) == shared == list(theirs[1:9])
    assert ours[0].endswith("main.py") and theirs[0].endswith(SCRIPTS["single_agent"])
    assert theirs[-2:] == ("--runs", "1")
    without = folder.job(plan, Cell("old", "stigmergic-no-decay", 3)).command
    assert without[-2:] == ("--ablate", "decay")


def test_repositories_as_typed(tmp_path: Path) -> None:
    (tmp_path / "old@home").mkdir()
    assert repository_of(str(tmp_path / "old@home")).ref is None
    assert repository_of(f"mine={tmp_path}") == Repository("mine", str(tmp_path.resolve()))
    there = repository_of("https://host/team/tool.git@v1.2")
    assert (there.name, there.repo, there.ref) == ("tool", "https://host/team/tool.git", "v1.2")
    ssh = repository_of("git@host:team/tool.git")
    assert (ssh.repo, ssh.ref) == ("git@host:team/tool.git", None)


def test_wrong_use_is_one_line_and_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "plan.yaml"
    broken.write_text("configurations: [unclosed")
    output = str(tmp_path / "out")
    for arguments in (
        ["--seeds", "1-5"],
        ["--repo", str(tmp_path)],
        ["--repo", str(tmp_path), "--seeds", "1-5", "--configurations", "nobody"],
        ["--repo", str(tmp_path), "--seeds", "five"],
        ["--plan", str(broken)],
        ["--plan", str(tmp_path / "none.yaml")],
    ):
        assert main(["--output", output, *arguments]) == 2
        said = capsys.readouterr().err.strip().splitlines()
        assert len(said) == 1 and said[0].startswith("campaign: "), said
    assert not (tmp_path / "out").exists()


def test_a_dry_run_lists_the_cells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        yaml.safe_dump(
            {
                "configurations": ["stigmergic", "sequential"],
                "repositories": [{"name": "old", "repo": str(tmp_path)}],
                "seeds": [1, 2, 3, 4, 5],
            }
        )
    )
    assert main(["--output", str(tmp_path / "out"), "--plan", str(plan), "--dry-run"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "to do  cells/old/stigmergic/seed_1"
    assert said[-1] == "10 cells, 10 to do"
    assert not (tmp_path / "out").exists()


def test_the_forecast_learns_from_like_cells() -> None:
    forecast = Forecast(workers=2)
    todo = [Cell("a", "slow", 2), Cell("a", "quick", 2), Cell("b", "slow", 1)]
    assert forecast.seconds_left(todo) is None
    forecast.add(Cell("a", "slow", 1), 100.0)
    forecast.add(Cell("a", "quick", 1), 20.0)
    # 100 + 20 + the mean of all, by two workers
    assert forecast.seconds_left(todo) == pytest.approx((100 + 20 + 60) / 2)
    assert [duration(s) for s in (30, 600, 9000)] == ["30 s", "10 min", "2.5 h"]


def test_progress_counts_money_and_marks_simulated() -> None:
    cells = PLAN.cells()
    done = {"state": "done", "seconds": 10.0, "total_cost_usd": 0.25, "simulated": True, "stop_reason": "x"}
    progress = Progress(cells, {cells[0]: done}, workers=1)
    progress.ended(cells[1], done)
    progress.ended(cells[2], {"state": "broken", "reason": "killed"})
    assert progress.state() == "about 70 s left, 0.5000 USD so far (simulated), 1 not usable"
