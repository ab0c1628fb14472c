"""Cells really run in processes: done once, tried again after a crash, never taken for a failed agent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from front_door import environment, python2_repo

from baselines.campaigns.cell import Job, Stop, run_cell, verdict
from baselines.campaigns.folder import CampaignFolder
from baselines.campaigns.plan import Cell, Plan, Repository
from baselines.campaigns.schedulers import LocalPool
from metrics.run_files import find_runs

ROOT = Path(__file__).resolve().parent.parent
CELL = Cell("old", "stigmergic", 3)
#: A peer of the harness: counts its calls, does what the n-th word of its script says, and leaves a run behind.
HARNESS = """
import os, signal, sys, time
from pathlib import Path
sys.path.insert(0, "tests")
from metrics_runs import make_run
here, words = Path(sys.argv[1]), sys.argv[2].split(",")
seed = int(sys.argv[sys.argv.index("--seed") + 1])
workspace = Path(sys.argv[sys.argv.index("--workspace") + 1])
number = len(list(here.glob("call_*")))
(here / f"call_{number}_{os.getpid()}").touch()
word = words[min(number, len(words) - 1)]
output = workspace / "metrics" / "output"
(workspace / "logs").mkdir(parents=True)
(workspace / "logs" / "stigmergic.log").write_text(word)
if word == "killed":
    os.kill(os.getpid(), signal.SIGKILL)
if word == "wrong":
    print("stigmergy: no such repository")
    sys.exit(2)
if word == "hangs":
    time.sleep(60)
if word == "raises":
    raise RuntimeError("the harness broke")
path = make_run(output, "r1", seed=seed if word != "seed" else 99, configuration="stigmergic")
if word in ("fatal", "interrupted"):
    path.write_text(path.read_text().replace('"max_ticks"', f'"{word}"'))
if word == "old":
    path.write_text(path.read_text().replace('"schema_version": 1', '"schema_version": 0'))
sys.exit(1)
"""


def job(folder: Path, *words: str, **more: Any) -> Job:
    script = folder / "harness.py"
    script.write_text(HARNESS)
    return Job(CELL, str(folder), (str(script), str(folder), ",".join(words)), **more)


def calls(folder: Path) -> int:
    return len(list(folder.glob("call_*")))


def test_a_cell_is_run_once_whatever_its_exit_code(tmp_path: Path) -> None:
    word = run_cell(job(tmp_path, "ends"))
    assert (word["state"], word["exit_code"], word["stop_reason"], word["attempts"]) == (
        "done",
        1,
        "max_ticks",
        1,
    )
    assert word["cpu_seconds"] > 0 and word["seconds"] > 0
    assert word["cell"] == {"repository": "old", "configuration": "stigmergic", "seed": 3}
    assert run_cell(job(tmp_path, "ends")) == word == verdict(job(tmp_path).place)
    assert calls(tmp_path) == 1


def test_a_crash_is_tried_again_and_leaves_no_run_behind(tmp_path: Path) -> None:
    word = run_cell(job(tmp_path, "killed", "fatal", "ends"))
    assert (word["state"], word["attempts"], word["run_id"]) == ("done", 3, "r1")
    runs, problems = find_runs([tmp_path])
    assert [run.folder.relative_to(job(tmp_path).place).parts[0] for run in runs] == ["workspace"]
    assert problems == []
    first, second = (job(tmp_path).place / f"attempt_{n}" for n in (1, 2))
    assert (first / "logs" / "stigmergic.log").read_text() == "killed"
    assert json.loads((second / "summary.json").read_text())["stop_reason"] == "fatal"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("killed", "killed by signal 9"),
        ("raises", "the harness broke"),
        ("fatal", "ended as fatal"),
        ("interrupted", "ended as interrupted"),
        ("seed", "the run's seed is 99, the cell's 3"),
        ("old", "0 finished runs"),
    ],
)
def test_what_always_breaks_is_never_counted(tmp_path: Path, word: str, told: str) -> None:
    ended = run_cell(job(tmp_path, word, attempts=1))
    assert (ended["state"], ended["run_id"]) == ("broken", None)
    assert told in ended["reason"]
    assert find_runs([tmp_path]) == ([], [])


def test_wrong_input_is_not_tried_again(tmp_path: Path) -> None:
    word = run_cell(job(tmp_path, "wrong"))
    assert (word["state"], word["reason"]) == ("refused", "no such repository")
    assert calls(tmp_path) == 1


def test_a_run_that_hangs_is_killed_and_the_cell_can_be_tried_again(tmp_path: Path) -> None:
    word = run_cell(job(tmp_path, "hangs", attempts=1, time_limit=3.0))
    assert (word["state"], word["reason"]) == ("broken", "attempt 1: hung, and was killed")
    (call,) = tmp_path.glob("call_*")
    with pytest.raises(ProcessLookupError):
        os.kill(int(call.name.rpartition("_")[2]), 0)
    again = run_cell(job(tmp_path, "hangs", "ends", attempts=1))
    assert (again["state"], again["attempts"]) == ("done", 2)


def test_a_stop_leaves_the_cell_open(tmp_path: Path) -> None:
    stopping = threading.Event()
    threading.Timer(0.5, stopping.set).start()
    with pytest.raises(Stop):
        run_cell(job(tmp_path, "hangs"), stopping.is_set)
    assert verdict(job(tmp_path).place) is None
    assert list(LocalPool(1, stopping.is_set).run([job(tmp_path, "ends")])) == []


def test_who_comes_second_waits_and_does_not_run_again(tmp_path: Path) -> None:
    words = list(LocalPool(2, lambda: False).run([job(tmp_path, "ends"), job(tmp_path, "ends")]))
    assert [word["state"] for _, word in words] == ["done", "done"]
    assert calls(tmp_path) == 1


def test_a_word_of_another_version_is_none(tmp_path: Path) -> None:
    run_cell(job(tmp_path, "ends"))
    path = job(tmp_path).place / "cell.json"
    path.write_text(path.read_text().replace('"schema_version": 1', '"schema_version": 7'))
    assert verdict(path.parent) is None
    path.write_text("[")
    assert verdict(path.parent) is None


# -- the whole, with the real harness -------------------------------------------------------------------


def campaign(folder: Path, *flags: str) -> list[str]:
    return [sys.executable, str(ROOT / "baselines" / "campaign.py"), "--output", str(folder), *flags]


@pytest.mark.slow
def test_a_campaign_killed_in_the_middle_goes_on_where_it_was(tmp_path: Path) -> None:
    repo = python2_repo(tmp_path / "old")
    folder = tmp_path / "campaign"
    flags = ["--repo", str(repo), "--seeds", "1-2", "--configurations", "stigmergic,single_agent"]
    flags += ["--workers", "1"]
    with (tmp_path / "first.log").open("w") as log:
        first = subprocess.Popen(
            campaign(folder, *flags), cwd=ROOT, env=environment(), stdout=log, stderr=log
        )
    deadline = time.monotonic() + 120
    while not list(folder.glob("cells/*/*/*/cell.json")) or not _running(folder):
        assert time.monotonic() < deadline and first.poll() is None, (tmp_path / "first.log").read_text()
        time.sleep(0.05)
    running = _running(folder)
    first.send_signal(signal.SIGKILL)
    first.wait()
    done = {path: path.read_text() for path in folder.glob("cells/*/*/*/cell.json")}
    for pid in running:
        _gone(pid)
    # Without a plan: the folder knows what it is.
    second = subprocess.run(
        campaign(folder, "--workers", "1"), cwd=ROOT, env=environment(), capture_output=True, text=True
    )
    assert second.returncode == 0, second.stderr
    assert "4 of 4 cells are done" in second.stdout
    assert {path: path.read_text() for path in done} == done
    runs = CampaignFolder(folder).runs()
    assert len(runs) == 4 and len({run.run_id for _, run in runs}) == 4
    assert {run.label for _, run in runs} == {"stigmergic", "single_agent"}


def _running(folder: Path) -> list[int]:
    """Processes of runs that hold a workspace of the campaign now."""
    found = []
    for path in [
        *folder.glob("cells/*/*/*/workspace/.run.owner"),
        *folder.glob("cells/*/*/*/workspace/*/.run.owner"),
    ]:
        try:
            found.append(int(json.loads(path.read_text())["pid"]))
        except (OSError, ValueError):
            continue
    return found


def _gone(pid: int) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} has outlived its campaign")


@pytest.mark.slow
def test_a_repository_that_cannot_be_used_is_refused_and_the_others_are_run(tmp_path: Path) -> None:
    repo = python2_repo(tmp_path / "old")
    folder = tmp_path / "campaign"
    (tmp_path / "empty").mkdir()
    flags = ["--repo", str(repo), "--repo", str(tmp_path / "empty"), "--seeds", "1", "--workers", "1"]
    done = subprocess.run(
        campaign(folder, *flags, "--configurations", "stigmergic"),
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "1 of 2 cells are done" in done.stdout
    assert "is an empty folder: there is nothing to migrate" in done.stderr
    assert find_runs([folder])[1] == []
    assert CampaignFolder(folder).known() == Plan(
        ["stigmergic"],
        [Repository("old", str(repo)), Repository("empty", str(tmp_path / "empty"))],
        [1],
    )


@pytest.mark.slow
def test_a_campaign_in_which_nothing_works_stops_and_says_why(tmp_path: Path) -> None:
    repo = python2_repo(tmp_path / "old")
    folder = tmp_path / "campaign"
    flags = ["--repo", str(repo), "--seeds", "1-9", "--configurations", "stigmergic", "--attempts", "1"]
    flags += ["--provider", "openrouter", "--code-model", "llm", "--workers", "1"]
    done = subprocess.run(
        campaign(folder, *flags), cwd=ROOT, env=environment(), capture_output=True, text=True
    )
    assert done.returncode == 1, done.stderr
    assert "5 cells in a row are broken, so the rest is not tried" in done.stderr
    assert "4 not begun or cut off" in done.stdout
    assert "OPENROUTER_API_KEY" in done.stdout
