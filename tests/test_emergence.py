"""Order, waiting, retries and reads from records made by hand; what mechanisms change; real records read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from baseline_door import call as baseline
from front_door import call, python2_repo
from hypothesis import given
from hypothesis import strategies as st
from metrics_runs import make_run, run_script

from metrics.emergence import effects, graphs, main, per_run, read_all
from metrics.mechanism import changed, mechanism, stories
from metrics.run_files import find_runs
from metrics.run_trace import import_graph

GRAPH = {"app": frozenset({"lib"}), "test": frozenset({"app", "lib"}), "lib": frozenset({"sys"})}


class Records:
    """Writes records as a log has them, each with the next number."""

    def __init__(self) -> None:
        self.all: list[dict[str, Any]] = []
        self.tick = 1

    def add(self, agent: str, type_: str, file: str, after: dict[str, Any]) -> None:
        record = {"seq": len(self.all) + 1, "time": "t", "tick": self.tick, "agent": agent, "type": type_}
        self.all.append({**record, "file": file, "action": "a", "after": after, "before": {}})

    def found(self, *files: str) -> None:
        for file in files:
            self.add("scout", "tasks", file, {"dependencies": sorted(GRAPH.get(file, ()))})
            self.add("scout", "status", file, {"status": "pending"})

    def candidate(self, file: str, blob: str) -> None:
        self.add("transformer", "status", file, {"status": "transformed", "metadata": {"candidate": blob}})

    def issue(self, file: str) -> None:
        self.add("tester", "quality", file, {"issues": [{"message": "m"}]})

    def state(self, file: str, status: str) -> None:
        self.add("validator", "status", file, {"status": status})

    def closed(self, entries: int, texts: int) -> None:
        sensed = {"transformer": {"entries": entries, "texts": texts}}
        self.add("environment", "run", "", {"acted": {}, "usage": {}, "sensed": sensed})
        self.all[-1]["action"] = "tick_closed"
        self.tick += 1


def story_of_three() -> Records:
    """lib in tick 1; app in tick 1 too, again in tick 3 after an issue; test in tick 4. One is given up."""
    log = Records()
    log.found("app", "lib", "test")
    log.candidate("app", "a1")
    log.candidate("lib", "l1")
    log.issue("app")
    log.state("lib", "validated")
    log.state("app", "retry")
    log.closed(10, 2)
    log.closed(4, 0)
    log.candidate("app", "a2")
    log.state("app", "validated")
    log.closed(4, 0)
    log.candidate("test", "t1")
    log.state("test", "retry")
    log.state("test", "skipped")
    log.closed(0, 0)
    return log


def test_measures_by_hand() -> None:
    one = mechanism(story_of_three().all, GRAPH)
    assert (one.files, one.edges) == (3, 3)
    # lib and app in one tick (half), app before test, lib before test
    assert one.import_order == pytest.approx(2.5 / 3)
    # decided: lib 1, app 3, test 4
    assert one.import_order_decided == 1.0
    assert (one.waiting_mean, one.waiting_max) == (1.0, 3)
    assert one.settling_mean == pytest.approx((0 + 2 + 3) / 3)
    assert (one.candidates, one.informed_share) == (4, 0.25)
    assert (one.retried, one.retries_resolved) == (2, 0.5)
    # 3 x 2 of the scout, 4 candidates, 1 judgement, 5 states
    assert (one.reads, one.writes) == (20, 16)
    assert one.reads_to_writes == pytest.approx(20 / 16)


def test_what_cannot_be_measured_is_none() -> None:
    one = mechanism([], {})
    assert (one.import_order, one.waiting_mean, one.informed_share, one.retries_resolved) == (None,) * 4
    assert (one.reads, one.reads_to_writes, one.starved_most) == (None, None, None)
    log = Records()
    log.found("app")
    assert mechanism(log.all, GRAPH).import_order is None
    assert mechanism(log.all, GRAPH).reads is None


def test_a_story_knows_its_candidates_and_its_end() -> None:
    story = stories(story_of_three().all)["app"]
    assert (story.candidates, story.informed, story.state) == (("a1", "a2"), 1, "validated")
    assert story.taken is not None and story.taken[0] == 1


def test_changes_by_hand() -> None:
    other = Records()
    other.found("app", "lib", "test")
    other.candidate("lib", "l1")
    other.closed(0, 0)
    other.candidate("app", "a1")
    other.candidate("test", "t9")
    other.state("lib", "validated")
    other.state("app", "needs_review")
    other.state("test", "skipped")
    found = changed(story_of_three().all, other.all)
    # a1, l1 the same; a2 alone; t1 against t9
    assert found.texts == pytest.approx(2 / 4)
    assert found.outcomes == pytest.approx(1 / 3)
    # app-lib: a tie here, an order there (half); app-test: an order here, a tie there (half); lib-test the same
    assert found.order == pytest.approx(1.0 / 3)


blobs = st.dictionaries(st.sampled_from("abc"), st.lists(st.sampled_from("xyz"), max_size=3), max_size=3)


def made(candidates: dict[str, list[str]]) -> list[dict[str, Any]]:
    log = Records()
    log.found(*candidates)
    for file, every in candidates.items():
        for blob in every:
            log.candidate(file, blob)
            log.tick += 1
    return log.all


@given(blobs)
def test_a_run_does_not_differ_from_itself(candidates: dict[str, list[str]]) -> None:
    found = changed(made(candidates), made(candidates))
    assert not any((found.texts, found.outcomes, found.order))


@given(blobs, blobs)
def test_a_difference_is_a_share_and_has_no_direction(
    first: dict[str, list[str]], second: dict[str, list[str]]
) -> None:
    there, back = changed(made(first), made(second)), changed(made(second), made(first))
    assert there == back
    assert all(share is None or 0 <= share <= 1 for share in (there.texts, there.outcomes, there.order))


@pytest.mark.slow
def test_real_records_of_a_colony_and_of_a_baseline(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repo = python2_repo(tmp_path / "old")
    folders = [tmp_path / name for name in ("whole", "without", "single")]
    assert call("--repo", repo, "--workspace", folders[0]).code == 0
    assert call("--repo", repo, "--workspace", folders[1], "--ablate", "priority").code == 0
    assert baseline("single_agent", "--repo", repo, "--workspace", folders[2]).code == 0
    told, problems = read_all(find_runs(folders)[0])
    assert problems == [] and len(told) == 3
    assert set(graphs(told)) == {f"old@{told[0].run.setting('target_commit')}"}
    by_label = {run.label: one for run, one in per_run(told)}
    assert set(by_label) == {"stigmergic", "stigmergic-no-priority", "single_agent"}
    # caller.py imports loud.py; the single agent reads from the bottom of the imports.
    assert {one.edges for one in by_label.values()} == {1}
    assert by_label["single_agent"].import_order == 1.0
    assert {one.starved_most for one in by_label.values()} == {0}
    assert by_label["stigmergic"].reads is not None and by_label["single_agent"].reads is None
    (effect,) = effects(told)
    assert (effect.without, effect.pairs) == ("stigmergic-no-priority", 1)
    assert effect.shares["texts"] is not None and effect.shares["texts"].mean == 0.0
    assert effect.shares["texts"].method == "one run: no interval"
    exported = tmp_path / "emergence.json"
    assert main(["--input", *map(str, folders), "--export-json", str(exported)]) == 0
    assert "reads_to_writes" in capsys.readouterr().out
    assert {run["configuration"] for run in json.loads(exported.read_text())["runs"]} == set(by_label)


def test_runs_without_records_are_named_and_none_is_an_error(tmp_path: Path) -> None:
    make_run(tmp_path, "r1")
    done = run_script("emergence.py", "--input", tmp_path)
    assert done.returncode == 2
    assert "run r1: its records are not below" in done.stderr
    assert "no finished runs with their records" in done.stderr


def test_a_broken_trace_is_named(tmp_path: Path) -> None:
    output = tmp_path / "metrics" / "output"
    make_run(output, "r1", baseline="single_agent")
    trace = tmp_path / "run_0" / "logs" / "single_agent_trace.jsonl"
    trace.parent.mkdir(parents=True)
    trace.write_text('{"run_id": "r1"}\n{torn')
    _, problems = read_all(find_runs([output])[0])
    assert len(problems) == 1 and "line 2 is broken" in problems[0]
    assert import_graph([]) == {}
