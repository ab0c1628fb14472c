"""Every run and tick in one table; what can't be used is named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from metrics_runs import ROOT, make_run, run_script

from metrics.collector import Collector
from metrics.export import frame, main
from metrics.run_files import find_runs
from metrics.tick_row import COLUMNS


def test_every_run_and_tick_is_a_row_with_settings_and_outcome(tmp_path: Path) -> None:
    make_run(tmp_path / "in", "r1", ticks=3, tokens=500)
    make_run(tmp_path / "in" / "cells" / "7", "r2", ticks=2, seed=2, baseline="single_agent")
    output = tmp_path / "new" / "results.csv"
    done = run_script("export.py", "--input", tmp_path / "in", "--output", output)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"2 runs, 5 rows: {output}\n"
    table = pd.read_csv(output)
    assert list(table["run_id"]) == ["r2", "r2", "r1", "r1", "r1"]
    assert list(table[table.run_id == "r1"]["tick"]) == [1, 2, 3]
    assert set(COLUMNS) <= set(table.columns)
    last = table[table.run_id == "r1"].iloc[-1]
    assert (last["success_rate"], last["total_tokens"], last["final_success_rate"]) == (0.8, 500, 0.8)
    assert (last["repo_name"], last["seed"], last["baseline"]) == ("docopt", 1, "stigmergic")
    assert (last["suite_retention"], last["wall_tests_s"], last["budget_max_tokens"]) == (0.9, 1.0, 200000)
    assert last["evidence_validated_tests"] == 8
    assert last["acted_transformer"] and not last["acted_scout"]
    first = table[table.run_id == "r1"].iloc[0]
    assert (first["files_validated"], first["final_files_validated"]) == (0, 8)


def test_runs_that_cannot_be_used_are_named_and_skipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(tmp_path, "good")
    foreign = make_run(tmp_path, "foreign")
    foreign.write_text(json.dumps({**json.loads(foreign.read_text()), "schema_version": 99}))
    make_run(tmp_path, "torn").write_text("{")
    make_run(tmp_path, "list").write_text("[]")
    Collector(tmp_path, "killed").open_run({})
    assert main(["--input", str(tmp_path), "--output", str(tmp_path / "o.csv")]) == 0
    assert set(pd.read_csv(tmp_path / "o.csv")["run_id"]) == {"good"}
    warned = capsys.readouterr().err.splitlines()
    assert len(warned) == 4
    for run_id, reason in [
        ("foreign", "schema version 99, this program reads 1"),
        ("torn", "unreadable"),
        ("list", "holds no JSON object"),
        ("killed", "run_killed_summary.json: missing"),
    ]:
        assert any(f"run {run_id} skipped" in line and reason in line for line in warned), run_id


def test_a_run_without_rows_keeps_one_line(tmp_path: Path) -> None:
    make_run(tmp_path, "r1")
    (tmp_path / "run_r1_ticks.csv").unlink()
    table, problems = frame(find_runs([tmp_path])[0])
    assert len(table) == 1
    assert pd.isna(table.iloc[0]["tick"]) and table.iloc[0]["final_files_validated"] == 8
    assert len(problems) == 1 and "run_r1_ticks.csv: missing" in problems[0]


def test_a_copy_is_used_once_and_another_run_of_the_same_name_is_kept(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        make_run(tmp_path / folder, "r1")
    make_run(tmp_path / "c", "r1", tokens=7)
    runs, problems = find_runs([tmp_path, tmp_path / "a"])
    assert [run.summary["total_tokens"] for run in runs] == [1000, 7]
    assert len(problems) == 1 and "is a copy" in problems[0]


@pytest.mark.parametrize("there", [True, False])
def test_nothing_found_is_exit_2_and_writes_nothing(
    tmp_path: Path, there: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "in"
    if there:
        folder.mkdir()
    assert main(["--input", str(folder), "--output", str(tmp_path / "o.csv")]) == 2
    error = capsys.readouterr().err
    assert "no finished runs found" in error
    assert (f"{folder}: no such folder" in error) is not there
    assert not (tmp_path / "o.csv").exists()


def test_an_output_that_cannot_be_written_is_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_run(tmp_path, "r1")
    (tmp_path / "o.csv").mkdir()
    assert main(["--input", str(tmp_path), "--output", str(tmp_path / "o.csv")]) == 2
    assert "Is a directory" in capsys.readouterr().err
    assert not list(tmp_path.glob(".o.csv*"))


def test_help_has_examples_and_needs_no_pandas() -> None:
    done = run_script("export.py", "--help")
    assert done.returncode == 0
    assert "python metrics/export.py --output results.csv" in done.stdout
    code = "import sys, metrics.export, metrics.comparison, metrics.collector; "
    code += "print([m for m in ('pandas', 'scipy', 'numpy', 'matplotlib') if m in sys.modules])"
    loaded = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert loaded.stdout == "[]\n"
