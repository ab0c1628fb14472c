"""What a run leaves behind: columns and formulas checked by hand, durability, the fold of the log."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from environment.guardrails import GuardrailViolation
from environment.pheromone_store import PheromoneStore
from environment.traces import EvidenceKind, Kind, Status
from metrics.collector import (
    AuditCounts,
    AuditTally,
    Collector,
    Spending,
    Suite,
    TickRow,
    Usage,
    WallTime,
    recompute,
    retention,
    row_from_state,
    summary_from_state,
)
from metrics.recompute import TICK_CLOSED, rows_of, tick_fields
from metrics.run_files import RunFileError, find_runs, read_json, read_ticks
from metrics.tick_row import COLUMNS, is_complete

ROOT = Path(__file__).resolve().parent.parent
SPEC_COLUMNS = [
    "tick",
    "any_agent_acted",
    "acted_scout",
    "acted_transformer",
    "acted_tester",
    "acted_validator",
    "files_total",
    "files_migrated",
    "files_validated",
    "files_failed",
    "files_needs_review",
    "files_skipped",
    "total_tokens",
    "total_cost_usd",
    "total_ticks",
    "tokens_per_file",
    "cost_per_file_usd",
    "success_rate",
    "rollback_rate",
    "human_escalation_rate",
    "retry_resolution_rate",
    "starvation_count",
    "audit_completeness",
    "files_verified",
]


def entry(
    status: str, before: str | None = None, tick: int = 1, retries: int = 0, **metadata: Any
) -> dict[str, Any]:
    return {
        "status": status,
        "previous_status": before,
        "agent_id": "validator",
        "timestamp": "2026-01-01T00:00:00Z",
        "tick": tick,
        "retry_count": retries,
        "metadata": metadata,
    }


def judged(kind: str, tick: int = 1) -> dict[str, Any]:
    return {"confidence": 0.9, "evidence": {"kind": kind}, "agent_id": "tester", "tick": tick}


#: Ten files, one of each fate.
STATUS = {
    "tested_well.py": entry("validated", "tested", tokens=300, cost_usd=0.003),
    "differential.py": entry("validated", "tested", retries=1, tokens=100, cost_usd=0.001),
    "exact.py": entry("validated", "tested"),
    "as_it_was.py": entry("validated", "tested", unchanged=True),
    "review.py": entry("needs_review", "tested", tick=1, retries=2),
    "given_up.py": entry("skipped", "failed", retries=3, tokens=600, cost_usd=0.006),
    "unreadable.py": entry("skipped"),
    "requeued.py": entry("retry", "failed", tick=20, retries=1),
    "inhibited.py": entry("pending", "retry", tick=5, retries=1),
    "waiting.py": entry("pending", tick=8),
}
QUALITY = {
    "tested_well.py": judged("tests"),
    "differential.py": judged("differential"),
    "exact.py": judged("construction"),
    "as_it_was.py": judged("tests"),
    "review.py": judged("tests_partial"),
    "given_up.py": judged("broken"),
    "requeued.py": judged("tests_partial", tick=20),
}


def make_row(tick: int = 1, **changes: Any) -> TickRow:
    row = row_from_state(tick, {"scout": True}, {"a.py": entry("pending")}, {})
    return TickRow(**{**{name: getattr(row, name) for name in COLUMNS}, **changes})


# -- formulas ---------------------------------------------------------------------


def test_columns_are_those_of_the_contract() -> None:
    assert list(COLUMNS) == SPEC_COLUMNS


def test_row_of_ten_files_counted_by_hand() -> None:
    acted = {"scout": False, "transformer": True, "tester": True, "validator": False}
    counts = AuditCounts(deposits=40, complete=39, retried=frozenset({"exact.py", "gone.py"}))
    row = row_from_state(21, acted, STATUS, QUALITY, Usage(1200, 0.02, 5), counts)
    assert row == TickRow(
        tick=21,
        any_agent_acted=True,
        acted_scout=False,
        acted_transformer=True,
        acted_tester=True,
        acted_validator=False,
        files_total=10,
        files_migrated=5,  # four validated, one in review
        files_validated=4,
        files_failed=3,  # given_up, requeued, inhibited
        files_needs_review=1,
        files_skipped=2,
        total_tokens=1200,
        total_cost_usd=0.02,
        total_ticks=21,
        tokens_per_file=120.0,
        cost_per_file_usd=0.002,
        success_rate=0.4,
        rollback_rate=3 / 7,
        human_escalation_rate=0.1,
        # differential and exact; retried were review, given_up, requeued and inhibited too
        retry_resolution_rate=2 / 6,
        starvation_count=2,  # inhibited since 5, waiting since 8: 16 and 13 ticks
        audit_completeness=39 / 40,
        files_verified=3,
    )


def test_starving_begins_after_twelve_ticks_and_not_with_them() -> None:
    status = {"a.py": entry("pending", tick=8)}
    assert row_from_state(20, {}, status, {}).starvation_count == 0
    assert row_from_state(21, {}, status, {}).starvation_count == 1


def test_a_quality_deposit_touches_a_file_too() -> None:
    assert (
        row_from_state(
            21, {}, {"a.py": entry("tested", tick=8)}, {"a.py": judged("tests", tick=9)}
        ).starvation_count
        == 0
    )


def test_a_reopened_file_counts_as_rolled_back() -> None:
    assert row_from_state(3, {}, {"a.py": entry("pending", "validated")}, {}).rollback_rate == 1.0


def test_a_lock_that_ran_out_is_no_rollback() -> None:
    assert row_from_state(3, {}, {"a.py": entry("pending", "in_progress", retries=1)}, {}).files_failed == 0


def test_nothing_to_divide_by() -> None:
    row = row_from_state(1, {}, {}, {})
    rates = (row.success_rate, row.rollback_rate, row.human_escalation_rate, row.retry_resolution_rate)
    assert rates == (0.0, 0.0, 0.0, 0.0)
    assert row.tokens_per_file == 0.0
    assert row.audit_completeness is None


def test_usage_defaults_to_what_the_status_entries_say() -> None:
    row = row_from_state(1, {}, STATUS, QUALITY)
    assert row.total_tokens == 1000
    assert row.total_cost_usd == pytest.approx(0.01)


STATES = [s.value for s in Status]


@given(
    st.dictionaries(
        st.sampled_from([f"{c}.py" for c in "abcdefgh"]),
        st.builds(
            entry,
            st.sampled_from(STATES),
            st.sampled_from([None, *STATES]),
            tick=st.integers(0, 40),
            retries=st.integers(0, 4),
            tokens=st.integers(0, 10**6),
        ),
    ),
    st.dictionaries(
        st.sampled_from([f"{c}.py" for c in "abcdefgh"]),
        st.builds(judged, st.sampled_from([k.value for k in EvidenceKind])),
    ),
    st.integers(1, 60),
)
def test_rates_are_shares_and_counts_fit_together(
    status: dict[str, Any], quality: dict[str, Any], tick: int
) -> None:
    row = row_from_state(tick, {}, status, quality, audit_counts=AuditCounts(4, 3))
    for name in COLUMNS:
        if name.endswith("_rate") or name == "audit_completeness":
            assert 0.0 <= getattr(row, name) <= 1.0, name
    assert row.files_verified <= row.files_validated <= row.files_migrated <= row.files_total
    assert row.files_validated + row.files_needs_review + row.files_skipped <= row.files_total
    assert row.files_failed + row.files_migrated <= row.files_total
    assert row.starvation_count <= row.files_total
    assert TickRow.from_cells(row.as_cells()) == row


# -- audit completeness ---------------------------------------------------------------------


def record(
    agent: str, kind: str, file: str, after: dict[str, Any], action: str = "deposited"
) -> dict[str, Any]:
    signed = {"time": "2026-01-01T00:00:00Z", "run_id": "r1", "tick": 1, "agent": agent}
    return {**signed, "type": kind, "file": file, "action": action, "after": after, "before": {}}


def test_a_deposit_is_complete_when_it_says_who_when_before_and_after() -> None:
    whole = record("scout", "status", "a.py", {"status": "pending"})
    assert is_complete(whole)
    assert is_complete({**whole, "after": {}})
    for missing in ("agent", "time", "tick", "before", "after"):
        assert not is_complete({k: v for k, v in whole.items() if k != missing}), missing
    assert not is_complete({**whole, "agent": ""})
    assert not is_complete({**whole, "before": None})


def test_refusals_and_notes_about_a_tick_are_no_deposits() -> None:
    tally = AuditTally()
    tally.add(record("rogue", "status", "a.py", {"status": "validated"}, action="refused"))
    tally.add(record("environment", "tasks", "", {"rate": 0.05}, action="evaporate"))
    assert tally.counts() == AuditCounts()
    tally.add(record("validator", "status", "a.py", {"status": "retry"}))
    assert tally.counts() == AuditCounts(1, 1, frozenset({"a.py"}))


# -- the collector ---------------------------------------------------------------------


def test_the_manifest_is_there_before_the_first_tick_and_closed_after_the_last(tmp_path: Path) -> None:
    collector = Collector(tmp_path / "metrics" / "output", "r1")
    path = collector.open_run({"provider": "embedded", "seed": 7})
    opened = read_json(path)
    assert path.name == "run_r1_manifest.json"
    assert (opened["status"], opened["run_id"], opened["seed"]) == ("started", "r1", 7)
    collector.tick(make_row(1))
    summary = collector.close_run({"stop_reason": "all_terminal"})
    assert summary.name == "run_r1_summary.json"
    closed = read_json(path)
    assert (closed["status"], closed["stop_reason"]) == ("closed", "all_terminal")
    assert closed["started_at"] == opened["started_at"] <= closed["ended_at"]
    assert sorted(p.name for p in path.parent.iterdir()) == [
        "run_r1_manifest.json",
        "run_r1_summary.json",
        "run_r1_ticks.csv",
    ]


def test_rows_are_plain_csv(tmp_path: Path) -> None:
    collector = Collector(tmp_path, "r1")
    row = row_from_state(1, {"scout": True}, STATUS, QUALITY, audit_counts=None)
    collector.tick(row)
    with collector.ticks_file.open(newline="") as file:
        (cells,) = list(csv.DictReader(file))
    assert list(cells) == SPEC_COLUMNS
    assert (cells["any_agent_acted"], cells["acted_tester"]) == ("True", "False")
    assert (cells["success_rate"], cells["audit_completeness"]) == ("0.4", "")
    assert read_ticks(collector.ticks_file) == [row]


def test_a_resumed_run_goes_on_without_doubling_a_tick(tmp_path: Path) -> None:
    first = Collector(tmp_path, "r1")
    first.open_run({"seed": 1})
    for tick in (1, 2, 3):
        first.tick(make_row(tick, total_tokens=tick))
    second = Collector(tmp_path, "r1")
    second.open_run({"seed": 2})
    second.tick(make_row(3, total_tokens=33))
    second.tick(make_row(4, total_tokens=44))
    rows = [(r.tick, r.total_tokens) for r in read_ticks(second.ticks_file)]
    assert rows == [(1, 1), (2, 2), (3, 33), (4, 44)]
    manifest = read_json(tmp_path / "run_r1_manifest.json")
    assert manifest["seed"] == 1
    assert [r["changed"] for r in manifest["resumed"]] == [{"seed": [1, 2]}]


def test_a_run_that_goes_on_after_its_end_is_open_again(tmp_path: Path) -> None:
    collector = Collector(tmp_path, "r1")
    collector.open_run({})
    collector.close_run({"stop_reason": "max_ticks"})
    manifest = read_json(collector.open_run({}))
    assert manifest["status"] == "started"
    assert "stop_reason" not in manifest


def test_a_torn_row_is_cut_off(tmp_path: Path) -> None:
    collector = Collector(tmp_path, "r1")
    collector.tick(make_row(1))
    with collector.ticks_file.open("a") as file:
        file.write("2,True,Fal")
    assert [r.tick for r in read_ticks(collector.ticks_file)] == [1]
    again = Collector(tmp_path, "r1")
    again.tick(make_row(2))
    assert [r.tick for r in read_ticks(again.ticks_file)] == [1, 2]


def test_rows_survive_a_kill(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from metrics.collector import Collector, row_from_state
collector = Collector(Path(sys.argv[1]), "r1")
collector.open_run({"provider": "embedded"})
for tick in range(1, 6):
    collector.tick(row_from_state(tick, {}, {}, {}))
print("written", flush=True)
sys.stdin.read()
"""
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path), str(ROOT)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert child.stdout is not None and child.stdin is not None
    assert child.stdout.readline() == b"written\n"
    os.kill(child.pid, signal.SIGKILL)
    child.wait(10)
    child.stdin.close()
    child.stdout.close()
    assert [r.tick for r in read_ticks(tmp_path / "run_r1_ticks.csv")] == [1, 2, 3, 4, 5]
    assert read_json(tmp_path / "run_r1_manifest.json")["status"] == "started"
    runs, problems = find_runs([tmp_path])
    assert runs == []
    assert "r1" in problems[0] and "missing" in problems[0]


def test_someone_elses_file_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "run_r1_ticks.csv"
    path.write_text("tick,something\n1,2\n")
    with pytest.raises(RunFileError, match="not a ticks file of this version"):
        Collector(tmp_path, "r1").tick(make_row(2))
    assert path.read_text() == "tick,something\n1,2\n"


@pytest.mark.parametrize("run_id", ["", "../r1", "a/b", "-r", "a b", "x\n"])
def test_a_run_id_that_is_no_file_name_is_refused(tmp_path: Path, run_id: str) -> None:
    with pytest.raises(ValueError, match="run id"):
        Collector(tmp_path, run_id)


def test_a_broken_row_is_named_by_file_and_line(tmp_path: Path) -> None:
    collector = Collector(tmp_path, "r1")
    collector.tick(make_row(1))
    text = collector.ticks_file.read_text().replace("True", "maybe")
    collector.ticks_file.write_text(text)
    with pytest.raises(RunFileError, match=r"run_r1_ticks.csv, line 2: column any_agent_acted holds 'maybe'"):
        read_ticks(collector.ticks_file)


# -- the summary ---------------------------------------------------------------------


def test_summary_counted_by_hand(tmp_path: Path) -> None:
    row = row_from_state(21, {}, STATUS, QUALITY)
    summary = summary_from_state(
        row,
        STATUS,
        QUALITY,
        stop_reason="idle_cycles",
        suite=Suite(retention=retention({"a", "b", "c", "d"}, {"a", "b", "c", "new"})),
        wall=WallTime(total_s=10.0, model_s=1.0, tests_s=6.0),
        spending=[
            Spending("transformer", "a.py", 90, 0.9, planned_tokens=100, planned_cost_usd=1.0),
            Spending("transformer", "b.py", 10, 0.1),
            Spending("scout", "a.py", 5, 0.0),
        ],
    )
    assert "any_agent_acted" not in summary and "tick" not in summary
    assert (summary["baseline"], summary["stop_reason"]) == ("stigmergic", "idle_cycles")
    assert summary["files_validated"] == 4
    assert summary["files_verified_rate"] == 0.3
    assert summary["files_unchanged"] == 1
    assert summary["files_retried"] == 5
    assert summary["evidence"] == {
        "broken": 1,
        "construction": 1,
        "differential": 1,
        "tests": 1,
        "tests_partial": 2,
    }
    assert summary["evidence_validated"] == {"construction": 1, "differential": 1, "tests": 1}
    assert summary["evidence_unchanged"] == {"tests": 1}
    states = {"needs_review": 1, "pending": 2, "retry": 1, "skipped": 2, "validated": 4}
    assert summary["files_by_status"] == states
    assert summary["suite_retention"] == 0.75
    assert summary["suite_retention_candidates"] is None
    assert summary["wall_coordination_s"] == 3.0
    assert summary["tokens_per_validated_file"] == 250.0
    assert summary["spending"]["by_agent"]["transformer"] == {
        "tokens": 100,
        "cost_usd": 1.0,
        "planned_tokens": 100,
        "planned_cost_usd": 1.0,
    }
    assert summary["spending"]["by_file"]["a.py"]["tokens"] == 95
    assert summary["spending"]["by_file"]["b.py"]["planned_tokens"] is None
    path = Collector(tmp_path, "r1").close_run(summary)
    assert json.loads(path.read_text())["schema_version"] == 1


def test_summary_takes_spending_from_the_status_entries() -> None:
    summary = summary_from_state(row_from_state(1, {}, STATUS, QUALITY), STATUS, QUALITY, stop_reason="x")
    assert summary["spending"]["by_agent"]["transformer"]["tokens"] == 1000
    assert sorted(summary["spending"]["by_file"]) == ["differential.py", "given_up.py", "tested_well.py"]


def test_summary_of_nothing_validated_has_no_price_per_validated_file() -> None:
    status = {"a.py": entry("skipped")}
    summary = summary_from_state(row_from_state(1, {}, status, {}), status, {}, stop_reason="x")
    assert summary["tokens_per_validated_file"] is None


def test_a_suite_share_is_a_share() -> None:
    assert retention(set(), {"a"}) is None
    with pytest.raises(ValueError, match="between 0 and 1"):
        Suite(pass_rate=1.2)


# -- from the audit log alone ---------------------------------------------------------------

#: What is deposited tick by tick: agent, kind, file, fields.
SCRIPT: list[list[tuple[str, Kind, str, dict[str, Any]]]] = [
    [
        ("scout", Kind.TASKS, "a.py", {"intensity": 1.0}),
        ("scout", Kind.STATUS, "a.py", {"status": "pending"}),
        ("scout", Kind.STATUS, "b.py", {"status": "skipped", "metadata": {"reason": "NUL bytes"}}),
        ("scout", Kind.STATUS, "c.py", {"status": "transformed", "metadata": {"unchanged": True}}),
        ("transformer", Kind.STATUS, "a.py", {"status": "in_progress", "metadata": {"base": "1"}}),
        (
            "transformer",
            Kind.STATUS,
            "a.py",
            {"status": "transformed", "metadata": {"tokens": 40, "cost_usd": 0.5}},
        ),
        ("tester", Kind.QUALITY, "a.py", {"confidence": 0.4, "evidence": {"kind": "broken"}}),
        ("tester", Kind.STATUS, "a.py", {"status": "tested"}),
        ("tester", Kind.QUALITY, "c.py", {"confidence": 1.0, "evidence": {"kind": "tests"}}),
        ("tester", Kind.STATUS, "c.py", {"status": "tested"}),
        ("validator", Kind.STATUS, "a.py", {"status": "failed"}),
        ("validator", Kind.STATUS, "a.py", {"status": "retry"}),
        ("validator", Kind.STATUS, "c.py", {"status": "validated"}),
    ],
    [("environment", Kind.STATUS, "a.py", {"status": "pending"})],
    [],
    [],
    [],
    [
        ("transformer", Kind.STATUS, "a.py", {"status": "in_progress"}),
        (
            "transformer",
            Kind.STATUS,
            "a.py",
            {"status": "transformed", "metadata": {"tokens": 70, "cost_usd": 0.75}},
        ),
        ("tester", Kind.QUALITY, "a.py", {"confidence": 0.9, "evidence": {"kind": "differential"}}),
        ("tester", Kind.STATUS, "a.py", {"status": "tested"}),
        ("validator", Kind.STATUS, "a.py", {"status": "validated", "metadata": {"commit": "f00"}}),
    ],
]


def live_run(workspace: Path, close_ticks: bool) -> list[TickRow]:
    """A small run in the real store, with a row written by the collector at the end of each tick."""
    collector = Collector(workspace / "metrics" / "output", "r1")
    collector.open_run({})
    tally = AuditTally()
    with PheromoneStore(workspace / "pheromones", "r1") as store:
        for tick, deposits in enumerate(SCRIPT, start=1):
            with store.transaction("environment", tick) as tx:
                tx.record("tick", "", "begun", {"idle": 0}, {})
            acted = dict.fromkeys(("scout", "transformer", "tester", "validator"), False)
            for agent, kind, key, fields in deposits:
                store.write(kind, key, fields, agent=agent)
                acted |= {agent: True} if agent in acted else {}
            status, quality = store.read_all(Kind.STATUS), store.read_all(Kind.QUALITY)
            usage = Usage.from_status(status)
            if close_ticks:
                # A call that led to no deposit: only the record that closes the tick knows of it.
                usage = Usage(usage.tokens + 5, usage.cost_usd, 3)
                with store.transaction("environment") as tx:
                    tx.record(TICK_CLOSED[0], "", TICK_CLOSED[1], tick_fields(acted, usage), {})
            counts = tally.follow(workspace / "pheromones" / "audit_log.jsonl")
            collector.tick(row_from_state(tick, acted, status, quality, usage, counts))
    return read_ticks(collector.ticks_file)


@pytest.mark.parametrize("close_ticks", [False, True])
def test_the_rows_can_be_computed_again_from_the_log(tmp_path: Path, close_ticks: bool) -> None:
    written = live_run(tmp_path, close_ticks)
    assert recompute(tmp_path) == written
    assert [row.tick for row in written] == [1, 2, 3, 4, 5, 6]
    assert [row.any_agent_acted for row in written] == [True, False, False, False, False, True]
    assert [row.files_failed for row in written] == [1, 1, 1, 1, 1, 0]
    last = written[-1]
    assert (last.files_total, last.files_validated, last.files_verified, last.files_skipped) == (3, 2, 2, 1)
    assert (last.retry_resolution_rate, last.audit_completeness) == (1.0, 1.0)
    assert last.total_tokens == (75 if close_ticks else 70)


def test_an_archived_run_is_computed_from_its_own_folder(tmp_path: Path) -> None:
    written = live_run(tmp_path, False)
    (tmp_path / "pheromones").rename(tmp_path / "old")
    assert recompute(tmp_path / "old") == written


def test_a_log_with_a_torn_last_line_is_read_up_to_it(tmp_path: Path) -> None:
    written = live_run(tmp_path, True)
    with (tmp_path / "pheromones" / "audit_log.jsonl").open("a") as file:
        file.write('{"seq": 99, "run')
    assert recompute(tmp_path) == written


def test_an_altered_line_in_the_log_is_named(tmp_path: Path) -> None:
    live_run(tmp_path, False)
    log = tmp_path / "pheromones" / "audit_log.jsonl"
    log.write_text(log.read_text().replace('"tokens":40', '"tokens":1', 1))
    with pytest.raises(RunFileError, match=r"audit_log.jsonl: line \d+: its hash does not fit"):
        recompute(tmp_path)


def test_no_log_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match=r"audit_log.jsonl: there is no audit log"):
        recompute(tmp_path)


def test_a_refusal_is_no_deposit(tmp_path: Path) -> None:
    tally = AuditTally()
    log = tmp_path / "audit_log.jsonl"
    with PheromoneStore(tmp_path, "r1") as store:
        store.write(Kind.STATUS, "a.py", {"status": "pending"}, agent="scout")
        with pytest.raises(GuardrailViolation):
            store.write(Kind.STATUS, "a.py", {"status": "validated"}, agent="transformer")
        assert tally.follow(log) == AuditCounts(1, 1)
        store.write(Kind.STATUS, "a.py", {"status": "in_progress"}, agent="transformer")
        assert tally.follow(log) == AuditCounts(2, 2)
    assert '"action":"refused"' in log.read_text()


def test_a_tick_that_was_killed_and_done_again_counts_once() -> None:
    close = record("environment", TICK_CLOSED[0], "", tick_fields({"scout": True}, Usage()), TICK_CLOSED[1])
    first = record("scout", "status", "a.py", {"status": "pending"})
    second = record("scout", "status", "b.py", {"status": "pending"})
    cut_off = {**record("transformer", "status", "a.py", {"status": "in_progress"}), "tick": 2}
    rows = rows_of([first, close, second, close, cut_off])
    assert [(r.tick, r.files_total) for r in rows] == [(1, 2)]
