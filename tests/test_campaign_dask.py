"""The same cells on dask workers: a worker that dies, a cell that kills every worker, a scheduler that isn't there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from baselines.campaign import main
from baselines.campaigns.cell import Job
from baselines.campaigns.plan import Cell, PlanError
from baselines.campaigns.schedulers import dask_pool

ROOT = Path(__file__).resolve().parent.parent
pytest.importorskip("distributed", reason="needs the extra dask")

#: A peer of the harness: takes a second, and kills the worker above it where the cell's folder says so.
HARNESS = """
import os, signal, sys, time
from pathlib import Path
sys.path.insert(0, "tests")
from metrics_runs import make_run
seed = int(sys.argv[sys.argv.index("--seed") + 1])
workspace = Path(sys.argv[sys.argv.index("--workspace") + 1])
(Path(sys.argv[1]) / f"call_{seed}_{os.getpid()}").write_text(str(os.getppid()))
if seed == 99:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)
time.sleep(1)
make_run(workspace / "metrics" / "output", f"r{seed}", seed=seed, configuration="stigmergic")
"""


def jobs(folder: Path, *seeds: int) -> list[Job]:
    script = folder / "harness.py"
    script.write_text(HARNESS)
    return [Job(Cell("old", "stigmergic", seed), str(folder), (str(script), str(folder))) for seed in seeds]


@pytest.mark.slow
def test_a_lost_worker_costs_its_cell_another_start_and_nothing_else(tmp_path: Path) -> None:
    def kill_one_worker() -> None:
        while not (calls := list(tmp_path.glob("call_2_*"))) or not calls[0].read_text():
            time.sleep(0.02)
        os.kill(int(calls[0].read_text()), signal.SIGKILL)

    with dask_pool(None, 2, lambda: False) as pool:
        assert pool.workers == 2
        killer = threading.Thread(target=kill_one_worker)
        killer.start()
        words = {job.cell.seed: word for job, word in pool.run(jobs(tmp_path, 1, 2, 3, 4, 5, 6))}
        killer.join()
    assert {seed: word["state"] for seed, word in words.items()} == dict.fromkeys(range(1, 7), "done")
    assert len(list(tmp_path.glob("call_2_*"))) == 2
    # The run that was under way died with its worker.
    for call in tmp_path.glob("call_*"):
        with pytest.raises(ProcessLookupError):
            os.kill(int(call.name.rpartition("_")[2]), 0)
    # Asked again, all are done: nothing runs.
    before = len(list(tmp_path.glob("call_*")))
    with dask_pool(None, 1, lambda: False) as pool:
        assert len(list(pool.run(jobs(tmp_path, 1, 2, 3)))) == 3
    assert len(list(tmp_path.glob("call_*"))) == before


@pytest.mark.slow
def test_a_cell_that_kills_every_worker_is_broken_and_the_others_are_done(tmp_path: Path) -> None:
    with dask_pool(None, 2, lambda: False) as pool:
        words = {job.cell.seed: word for job, word in pool.run(jobs(tmp_path, 99, 1, 2))}
    assert {seed: word["state"] for seed, word in words.items()} == {99: "broken", 1: "done", 2: "done"}
    assert "its workers died" in words[99]["reason"]


@pytest.mark.slow
def test_a_scheduler_elsewhere_and_a_stop(tmp_path: Path) -> None:
    from distributed import LocalCluster

    with LocalCluster(n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        with dask_pool(cluster.scheduler_address, 0, lambda: False) as pool:
            assert [word["state"] for _, word in pool.run(jobs(tmp_path, 1))] == ["done"]
        with dask_pool(cluster.scheduler_address, 0, lambda: True) as pool:
            assert list(pool.run(jobs(tmp_path, 2))) == []


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("baselines.campaigns.schedulers.PATIENCE", 2)
    flags = ["--repo", str(tmp_path), "--seeds", "1-5", "--configurations", "stigmergic"]
    for address in ("tcp://127.0.0.1:1", "nonsense://x"):
        assert main(["--output", str(tmp_path / "out"), *flags, "--scheduler", address]) == 2
        said = [line for line in capsys.readouterr().err.splitlines() if line.startswith("campaign: ")]
        assert len(said) == 1 and f"no dask scheduler answers at {address}" in said[0]


def test_without_dask_the_message_says_what_to_install(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['distributed'] = None\n"
        "from baselines.campaigns.schedulers import dask_pool\n"
        "from baselines.campaigns.plan import PlanError\n"
        "try:\n    dask_pool(None, 1, lambda: False).__enter__()\n"
        "except PlanError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "pip install -e '.[dask]'" in done.stdout
    assert issubclass(PlanError, ValueError)
