"""The store: transactions, queries, fading, recovery from any crash, two processes on one store."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from environment import pheromone_store
from environment.audit_log import DiskFull, UnrecoverableState, fold, read_records, verify
from environment.pheromone_store import PheromoneStore, StoreError
from environment.refusals import GuardrailViolation, IllegalTransition
from environment.state_machine import AGENTS
from environment.traces import Kind, Status

ROOT = Path(pheromone_store.__file__).resolve().parent.parent
TASK = {"intensity": 0.5, "patterns_found": ["print_statement"]}
JUDGED = {"confidence": 0.9, "evidence": {"kind": "tests"}}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PheromoneStore]:
    with PheromoneStore(tmp_path / "pheromones", "run-1") as opened:
        yield opened


def scouted(store: PheromoneStore, *keys: str, tick: int = 1, intensity: float = 0.5) -> None:
    with store.transaction("scout", tick) as tx:
        for key in keys:
            tx.write(Kind.TASKS, key, {**TASK, "intensity": intensity})
            tx.write(Kind.STATUS, key, {"status": "pending"})


def move(
    store: PheromoneStore, key: str, status: str, agent: str, tick: int | None = None, **metadata: Any
) -> None:
    store.write(Kind.STATUS, key, {"status": status, "metadata": metadata}, agent=agent, tick=tick)


def log_of(store: PheromoneStore) -> list[dict[str, Any]]:
    return list(read_records(store.directory / "audit_log.jsonl"))


# -- deposits and reading -------------------------------------------------------------------------


def test_a_deposit_is_signed_and_timed(store: PheromoneStore) -> None:
    scouted(store, "a.py", tick=2)
    task, status = store.read_one(Kind.TASKS, "a.py"), store.read_one(Kind.STATUS, "a.py")
    assert task is not None and status is not None
    assert (task["agent_id"], task["tick"], task["created_by"]) == ("scout", 2, "scout")
    assert task["timestamp"] == task["created_at"] == status["timestamp"]
    assert status["status"] == "pending"
    assert (status["retry_count"], status["inhibition"], status["metadata"]) == (0, 0.0, {})
    assert status["previous_status"] is None
    assert store.read_one(Kind.QUALITY, "a.py") is None


def test_metadata_is_merged_and_none_removes(store: PheromoneStore) -> None:
    scouted(store, "a.py")
    move(store, "a.py", "in_progress", "transformer", base="b1", group=["a.py"])
    move(store, "a.py", "transformed", "transformer", candidate="c1", base=None)
    status = store.read_one(Kind.STATUS, "a.py")
    assert status is not None
    assert status["metadata"] == {"group": ["a.py"], "candidate": "c1"}
    assert status["previous_status"] == "in_progress"


def test_write_replaces_and_update_adds(store: PheromoneStore) -> None:
    scouted(store, "a.py")
    store.update(Kind.TASKS, "a.py", {"notes": ["odd"]}, agent="scout")
    updated = store.read_one(Kind.TASKS, "a.py")
    assert updated is not None and updated["patterns_found"] == ["print_statement"]
    store.write(Kind.TASKS, "a.py", {"intensity": 0.9}, agent="scout")
    replaced = store.read_one(Kind.TASKS, "a.py")
    assert replaced is not None
    assert {"notes", "patterns_found"}.isdisjoint(replaced)
    assert replaced["created_at"] == updated["created_at"]


def test_what_is_read_is_a_copy(store: PheromoneStore) -> None:
    scouted(store, "a.py")
    entry = store.read_one(Kind.TASKS, "a.py")
    assert entry is not None
    entry["patterns_found"].append("forged")
    entry["intensity"] = 1.0
    again = store.read_one(Kind.TASKS, "a.py")
    assert again is not None
    assert (again["patterns_found"], again["intensity"]) == (["print_statement"], 0.5)


def test_what_was_deposited_is_a_copy(store: PheromoneStore) -> None:
    names = ["print_statement"]
    store.write(Kind.TASKS, "a.py", {"intensity": 0.5, "patterns_found": names}, agent="scout")
    names.append("later")
    entry = store.read_one(Kind.TASKS, "a.py")
    assert entry is not None and entry["patterns_found"] == ["print_statement"]


def test_a_value_that_is_no_json_is_refused(store: PheromoneStore) -> None:
    for value in ({1, 2}, float("nan"), b"x", object()):
        with pytest.raises(GuardrailViolation, match="plain JSON"):
            store.write(Kind.TASKS, "a.py", {"intensity": 0.5, "notes": [value]}, agent="scout")


def test_the_log_holds_what_changed_before_and_after(store: PheromoneStore) -> None:
    scouted(store, "a.py")
    move(store, "a.py", "in_progress", "transformer", base="b1")
    record = log_of(store)[-1]
    assert (record["type"], record["file"], record["agent"]) == ("status", "a.py", "transformer")
    assert record["after"] == {"status": "in_progress", "metadata": {"base": "b1"}}
    assert record["before"] == {"status": "pending"}


# -- transactions ---------------------------------------------------------------------------------


def test_a_transaction_that_raises_leaves_nothing(store: PheromoneStore) -> None:
    scouted(store, "a.py")
    before = log_of(store)
    with pytest.raises(ZeroDivisionError), store.transaction("transformer") as tx:
        tx.write(Kind.STATUS, "a.py", {"status": "in_progress"})
        raise ZeroDivisionError
    assert log_of(store) == before
    status = store.read_one(Kind.STATUS, "a.py")
    assert status is not None and status["status"] == "pending"
    move(store, "a.py", "in_progress", "transformer")


def test_a_transaction_sees_its_own_deposits(store: PheromoneStore) -> None:
    with store.transaction("scout") as tx:
        tx.write(Kind.TASKS, "a.py", TASK)
        tx.write(Kind.STATUS, "a.py", {"status": "pending"})
        seen = tx.read_one(Kind.STATUS, "a.py")
        assert seen is not None and seen["status"] == "pending"
        assert store.read_one(Kind.STATUS, "a.py") is None
        with pytest.raises(IllegalTransition):
            tx.write(Kind.STATUS, "a.py", {"status": "pending"})


def test_a_refusal_is_on_record_even_when_its_transaction_is_not(store: PheromoneStore) -> None:
    scouted(store, "a.py", "b.py")
    with pytest.raises(IllegalTransition), store.transaction("transformer") as tx:
        tx.write(Kind.STATUS, "b.py", {"status": "in_progress"})
        tx.write(Kind.STATUS, "a.py", {"status": "validated"})
    last = log_of(store)[-1]
    assert (last["action"], last["agent"], last["file"]) == ("refused", "transformer", "a.py")
    assert "pending → validated" in last["after"]["reason"]
    assert last["after"]["attempted"]["status"] == "validated"
    status = store.read_one(Kind.STATUS, "b.py")
    assert status is not None and status["status"] == "pending"


def test_a_refusal_that_is_caught_does_not_spoil_the_rest(store: PheromoneStore) -> None:
    scouted(store, "a.py", "b.py")
    with store.transaction("transformer") as tx:
        with pytest.raises(IllegalTransition):
            tx.write(Kind.STATUS, "a.py", {"status": "tested"})
        tx.write(Kind.STATUS, "b.py", {"status": "in_progress"})
    assert list(store.query(Kind.STATUS, status="in_progress")) == ["b.py"]
    assert verify(store.directory / "audit_log.jsonl") == []


def test_no_transaction_inside_another(store: PheromoneStore) -> None:
    with (
        store.transaction("scout"),
        pytest.raises(StoreError, match="open already"),
        store.transaction("scout"),
    ):
        pass


def test_an_empty_transaction_writes_nothing(store: PheromoneStore) -> None:
    before = log_of(store)
    with store.transaction("scout"):
        pass
    assert log_of(store) == before


# -- queries --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("conditions", "found"),
    [
        ({"status": "pending"}, ["b.py", "c.py"]),
        ({"status__eq": Status.PENDING}, ["b.py", "c.py"]),
        ({"status__ne": "pending"}, ["a.py"]),
        ({"status__in": ["in_progress", "pending"]}, ["a.py", "b.py", "c.py"]),
        ({"status__in": []}, []),
        ({"status": "pending", "tick__gt": 1}, ["c.py"]),
        ({"tick__le": 1, "retry_count__lt": 1}, ["b.py"]),
        ({"metadata__group__contains": "x.py"}, ["a.py"]),
        ({"metadata__group__exists": False}, ["b.py", "c.py"]),
        ({"metadata__missing__ge": 1}, []),
        ({"agent__contains": 5}, []),
        ({"status": "nonsense"}, []),
        ({}, ["a.py", "b.py", "c.py"]),
    ],
)
def test_queries(store: PheromoneStore, conditions: dict[str, Any], found: list[str]) -> None:
    scouted(store, "a.py", "b.py")
    scouted(store, "c.py", tick=2)
    move(store, "a.py", "in_progress", "transformer", group=["a.py", "x.py"])
    assert sorted(store.query(Kind.STATUS, **conditions)) == found


def test_a_query_without_a_field_is_an_error(store: PheromoneStore) -> None:
    with pytest.raises(ValueError, match="expected field__op"):
        store.query(Kind.STATUS, eq=1)


def test_a_query_by_status_costs_what_it_finds(
    store: PheromoneStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    scouted(store, *(f"f{n}.py" for n in range(200)))
    move(store, "f7.py", "in_progress", "transformer")
    looked: list[str] = []
    real = store.visible

    def watched(kind: Kind, key: str, *rest: Any) -> Any:
        looked.append(key)
        return real(kind, key, *rest)

    monkeypatch.setattr(store, "visible", watched)
    assert list(store.query(Kind.STATUS, status="in_progress")) == ["f7.py"]
    assert looked == ["f7.py"]
    assert store.count_by_status() == {"pending": 199, "in_progress": 1}


# -- fading ---------------------------------------------------------------------------------------


def test_intensity_fades_while_a_file_waits_and_no_longer(store: PheromoneStore) -> None:
    scouted(store, "a.py", tick=1, intensity=1.0)
    scouted(store, "other.py", tick=3)
    assert store.query(Kind.TASKS, intensity__ge=0.905) == {}
    move(store, "a.py", "in_progress", "transformer")
    scouted(store, "later.py", tick=9)
    task = store.read_one(Kind.TASKS, "a.py")
    assert task is not None and task["intensity"] == pytest.approx(2.718281828459045**-0.1)
    assert list(store.query(Kind.TASKS, intensity__gt=0.9)) == ["a.py"]


def test_a_retry_inhibits_and_fades(store: PheromoneStore) -> None:
    scouted(store, "a.py", tick=1)
    move(store, "a.py", "in_progress", "transformer")
    move(store, "a.py", "failed", "transformer", reason="no candidate")
    move(store, "a.py", "retry", "validator")
    move(store, "a.py", "pending", "environment", tick=2)
    with pytest.raises(GuardrailViolation, match=r"inhibition 0\.335 has not faded"):
        move(store, "a.py", "in_progress", "transformer")
    assert list(store.query(Kind.STATUS, inhibition__ge=0.1)) == ["a.py"]
    scouted(store, "later.py", tick=6)
    assert store.query(Kind.STATUS, inhibition__ge=0.1) == {}
    move(store, "a.py", "in_progress", "transformer")


def test_a_fresh_task_starts_anew(store: PheromoneStore) -> None:
    scouted(store, "a.py", tick=1, intensity=1.0)
    store.write(Kind.TASKS, "a.py", {"intensity": 1.0}, agent="scout", tick=5)
    task = store.read_one(Kind.TASKS, "a.py")
    assert task is not None and task["intensity"] == 1.0
    scouted(store, "later.py", tick=6)
    task = store.read_one(Kind.TASKS, "a.py")
    assert task is not None and task["intensity"] == pytest.approx(2.718281828459045**-0.05)


# -- views and recovery ---------------------------------------------------------------------------


def filled(directory: Path) -> dict[str, Any]:
    with PheromoneStore(directory, "run-1") as store:
        scouted(store, "a.py", "b.py")
        move(store, "a.py", "in_progress", "transformer")
        return {kind.value: store.state.maps[kind] for kind in Kind}


def views(directory: Path) -> dict[str, Any]:
    return {kind.value: json.loads((directory / f"{kind.value}.json").read_text()) for kind in Kind}


def test_views_are_rewritten_at_most_once_in_the_interval(tmp_path: Path) -> None:
    with PheromoneStore(tmp_path, "run-1", view_interval=0.3) as store:
        first = (tmp_path / "status.json").stat().st_ino
        for n in range(20):
            scouted(store, f"f{n}.py")
        assert (tmp_path / "status.json").stat().st_ino == first
        assert views(tmp_path)["status"] == {}
        time.sleep(0.35)
        scouted(store, "last.py")
        assert len(views(tmp_path)["status"]) == 21
    assert views(tmp_path)["status"] == store.state.maps[Kind.STATUS]
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        ".lock", "audit_head.json", "audit_log.jsonl", "quality.json", "status.json", "tasks.json",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda p: p.write_text(p.read_text()[:40]), "status.json is corrupt"),
        (lambda p: p.write_text("[]"), "status.json is corrupt"),
        (lambda p: p.write_bytes(b"\xff\xfe"), "status.json is corrupt"),
        (lambda p: p.write_text("{}"), "status.json differs from the log in 2 entries"),
        (lambda p: p.unlink(), "status.json is missing"),
    ],
)
def test_a_damaged_view_is_rebuilt_and_that_is_said(tmp_path: Path, damage: Any, told: str) -> None:
    before = filled(tmp_path)
    damage(tmp_path / "status.json")
    with PheromoneStore(tmp_path, "run-1") as store:
        assert store.notes == [f"{told}; rebuilt from the log"]
        assert store.state.maps[Kind.STATUS] == before["status"]
        assert log_of(store)[-1]["after"] == {"notes": store.notes}
    assert views(tmp_path) == before


def test_without_views_everything_comes_from_the_log(tmp_path: Path) -> None:
    before = filled(tmp_path)
    for kind in Kind:
        (tmp_path / f"{kind.value}.json").unlink()
    (tmp_path / "status.json.tmp").write_text("left behind")
    PheromoneStore(tmp_path, "run-1").close()
    assert views(tmp_path) == before
    assert not list(tmp_path.glob("*.tmp"))


def test_a_torn_last_line_is_cut_off_and_noted(tmp_path: Path) -> None:
    before = filled(tmp_path)
    with (tmp_path / "audit_log.jsonl").open("ab") as stream:
        stream.write(b'{"seq":99,"time":"2026')
    with PheromoneStore(tmp_path, "run-1") as store:
        assert store.notes == ["the log ended in a transaction cut off by a crash; 22 bytes removed"]
        scouted(store, "c.py")
    assert views(tmp_path)["status"].keys() == {*before["status"], "c.py"}
    assert verify(tmp_path / "audit_log.jsonl") == []


def test_a_run_killed_while_it_opened_starts_with_its_opening(tmp_path: Path) -> None:
    (tmp_path / "audit_log.jsonl").write_bytes(b'{"seq":1,')
    with PheromoneStore(tmp_path, "run-1") as store:
        assert [r["action"] for r in log_of(store)] == ["opened", "recovered"]
        assert store.notes == ["the log ended in a transaction cut off by a crash; 9 bytes removed"]


def test_half_a_transaction_is_dropped_as_a_whole(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / "audit_log.jsonl"
    with PheromoneStore(tmp_path, "run-1") as store:
        before = dict(store.state.maps[Kind.STATUS])
        size = path.stat().st_size
        scouted(store, "c.py", "d.py")
    lines = path.read_bytes()[size:].splitlines(keepends=True)
    path.write_bytes(path.read_bytes()[: size + len(lines[0]) + len(lines[1])])
    with PheromoneStore(tmp_path, "run-1") as store:
        assert store.state.maps[Kind.STATUS] == before
        assert store.read_one(Kind.TASKS, "c.py") is None
        assert any("cut off" in note for note in store.notes)


def test_a_broken_log_stops_everything_and_names_the_line(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / "audit_log.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[1].replace(b"0.5", b"0.9"), *lines[2:]]))
    with pytest.raises(UnrecoverableState, match=r"audit_log\.jsonl: line 2: its hash"):
        PheromoneStore(tmp_path, "run-1")


def test_another_runs_store_is_not_taken_over(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(StoreError, match="holds run run-1, not run-2"):
        PheromoneStore(tmp_path, "run-2")
    with PheromoneStore(tmp_path) as joined:
        assert joined.run_id == "run-1"
    with pytest.raises(StoreError, match="no run here to join"):
        PheromoneStore(tmp_path / "empty")
    assert not (tmp_path / "empty").exists()


def test_a_log_replaced_under_a_run_is_noticed(tmp_path: Path) -> None:
    store = PheromoneStore(tmp_path, "run-1")
    shutil.copy(tmp_path / "audit_log.jsonl", tmp_path / "copy")
    os.replace(tmp_path / "copy", tmp_path / "audit_log.jsonl")
    with pytest.raises(UnrecoverableState, match="replaced"):
        scouted(store, "a.py")


def test_a_full_disk_rolls_the_transaction_back(
    store: PheromoneStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    scouted(store, "a.py")
    real = os.write

    def full(fd: int, data: Any) -> int:
        if fd == store.log._fd:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(fd, data)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(DiskFull):
        scouted(store, "b.py")
    monkeypatch.undo()
    assert store.keys(Kind.STATUS) == {"a.py"}
    assert "b.py" not in store.query(Kind.STATUS, status="pending")
    scouted(store, "b.py")
    assert verify(store.directory / "audit_log.jsonl") == []


@pytest.mark.skipif(os.geteuid() != 0 or not sys.platform.startswith("linux"), reason="needs to mount")
def test_a_really_full_disk(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(small)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("can't mount here")
    try:
        store = PheromoneStore(small / "pheromones", "run-1", view_interval=60)
        number = 0
        with pytest.raises(DiskFull):
            while True:
                scouted(store, f"f{number}.py")
                number += 1
        assert number > 50
        assert store.keys(Kind.STATUS) == {f"f{n}.py" for n in range(number)}
        assert verify(small / "pheromones" / "audit_log.jsonl") == []
        with pytest.raises(OSError):
            store.close()
    finally:
        subprocess.run(["umount", str(small)], check=True)


# -- processes and threads ------------------------------------------------------------------------

WRITER = """
import sys
from pathlib import Path
from environment.pheromone_store import PheromoneStore
store = PheromoneStore(Path(sys.argv[1]), "run-1", view_interval=0.01)
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    with store.transaction("scout") as tx:
        for part in "ab":
            key = f"{sys.argv[2]}{number}{part}.py"
            tx.write("tasks", key, {"intensity": 0.5, "notes": ["x" * 3000]})
            tx.write("status", key, {"status": "pending"})
store.close()
"""


def writer(directory: Path, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(directory), name, str(count)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_processes_lose_nothing(tmp_path: Path) -> None:
    with PheromoneStore(tmp_path, "run-1") as store:
        others = [writer(tmp_path, name, 40) for name in ("one", "two")]
        for number in range(40):
            scouted(store, f"own{number}.py")
        assert [other.wait(60) for other in others] == [0, 0]
        for other in others:
            other.communicate()
        expected = {f"own{n}.py" for n in range(40)}
        expected |= {f"{name}{n}{part}.py" for name in ("one", "two") for n in range(40) for part in "ab"}
        assert store.keys(Kind.STATUS) == expected
    assert verify(tmp_path / "audit_log.jsonl") == []
    assert views(tmp_path)["tasks"].keys() == expected


def test_what_another_process_deposits_is_seen(tmp_path: Path) -> None:
    with PheromoneStore(tmp_path, "run-1") as run, PheromoneStore(tmp_path) as review:
        scouted(run, "a.py")
        assert review.keys(Kind.STATUS) == {"a.py"}
        scouted(review, "b.py")
        assert run.count_by_status() == {"pending": 2}
        move(run, "b.py", "in_progress", "transformer")
        with pytest.raises(IllegalTransition):
            move(review, "b.py", "in_progress", "transformer")


@pytest.mark.parametrize("delay", [0.0, 0.013, 0.037, 0.08])
def test_killed_in_the_middle_nothing_but_the_last_transaction_is_lost(tmp_path: Path, delay: float) -> None:
    process = writer(tmp_path, "k", 100_000)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    with PheromoneStore(tmp_path, "run-1", lock_timeout=5) as store:
        keys = store.keys(Kind.STATUS)
        assert keys == {f"k{n}{part}.py" for n in range(len(keys) // 2) for part in "ab"}
        assert store.keys(Kind.TASKS) == keys
        scouted(store, "after.py")
    assert verify(tmp_path / "audit_log.jsonl") == []
    assert views(tmp_path)["status"].keys() == {*keys, "after.py"}
    assert not list(tmp_path.glob("*.tmp"))


def test_threads_take_turns(store: PheromoneStore) -> None:
    def deposit(name: str) -> None:
        for number in range(25):
            scouted(store, f"{name}{number}.py")

    threads = [threading.Thread(target=deposit, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.keys(Kind.STATUS)) == 100
    assert verify(store.directory / "audit_log.jsonl") == []


# -- any sequence of deposits ---------------------------------------------------------------------

KEYS = st.sampled_from(["a.py", "b.py", "c.py"])
METADATA = st.fixed_dictionaries(
    {},
    optional={
        "gained": st.booleans(),
        "reason": st.text(max_size=3),
        "decided_by": st.just("ada"),
        "decision": st.one_of(st.none(), st.just({"verdict": "retry"})),
        "group": st.lists(KEYS, max_size=2),
    },
)


class AnyDeposits(RuleBasedStateMachine):
    """Random deposits, legal or not, with reopenings and torn ends: the state is always the fold of the log."""

    @initialize()
    def begin(self) -> None:
        import tempfile

        self.folder = tempfile.TemporaryDirectory()
        self.directory = Path(self.folder.name)
        self.store = PheromoneStore(self.directory, "run-1", view_interval=0.0)
        self.retries: dict[str, int] = {}

    @rule(key=KEYS, agent=st.sampled_from(AGENTS), status=st.sampled_from(list(Status)), metadata=METADATA)
    def deposit_status(self, key: str, agent: str, status: Status, metadata: dict[str, Any]) -> None:
        self.attempt(Kind.STATUS, key, {"status": status, "metadata": metadata}, agent)

    @rule(key=KEYS, data=st.data())
    def take_a_legal_step(self, key: str, data: st.DataObject) -> None:
        entry = self.store.read_one(Kind.STATUS, key)
        present = entry["status"] if entry else None
        agent, status = data.draw(st.sampled_from(STEPS[present]))
        if status == "tested":
            judged = {**JUDGED, "confidence": data.draw(st.sampled_from([0.4, 0.6, 0.9]))}
            self.attempt(Kind.QUALITY, key, judged, "tester")
        if present == "needs_review":
            self.store.update(
                Kind.STATUS, key, {"metadata": {"decision": {"verdict": "retry"}}}, agent="human"
            )
        self.attempt(
            Kind.STATUS, key, {"status": status, "metadata": {"reason": "r", "decided_by": "ada"}}, agent
        )

    @rule(key=KEYS, agent=st.sampled_from(AGENTS), value=st.floats(-0.5, 1.5))
    def deposit_quality(self, key: str, agent: str, value: float) -> None:
        self.attempt(Kind.QUALITY, key, {"confidence": value}, agent)

    @rule(key=KEYS, agent=st.sampled_from(AGENTS), value=st.floats(0, 1))
    def deposit_task(self, key: str, agent: str, value: float) -> None:
        self.attempt(Kind.TASKS, key, {"intensity": value}, agent)

    @rule(ticks=st.integers(1, 4))
    def time_passes(self, ticks: int) -> None:
        tick = self.store.tick + ticks
        with self.store.transaction("environment", tick) as tx:
            tx.record("tick", "", "decay", {"tick": tick}, {})

    @rule(torn=st.binary(max_size=30).filter(lambda b: b"\n" not in b))
    def crash(self, torn: bytes) -> None:
        self.store.log.close()
        with (self.directory / "audit_log.jsonl").open("ab") as stream:
            stream.write(torn)
        self.store = PheromoneStore(self.directory, "run-1", view_interval=0.0)

    def attempt(self, kind: Kind, key: str, fields: dict[str, Any], agent: str) -> None:
        before = json.dumps({k.value: v for k, v in self.store.state.maps.items()})
        try:
            self.store.write(kind, key, fields, agent=agent)
        except GuardrailViolation as refusal:
            assert json.dumps({k.value: v for k, v in self.store.state.maps.items()}) == before
            last = list(read_records(self.directory / "audit_log.jsonl"))[-1]
            assert (last["action"], last["after"]["reason"]) == ("refused", str(refusal))

    @invariant()
    def state_is_the_fold_of_the_log(self) -> None:
        folded = fold(read_records(self.directory / "audit_log.jsonl"))
        assert folded.maps == self.store.state.maps
        assert folded.tick == self.store.tick
        kept = {s: list(keys) for s, keys in self.store.state.by_status.items() if keys}
        assert {s: sorted(keys) for s, keys in kept.items()} == {
            s: sorted(k for k, e in folded.maps[Kind.STATUS].items() if e["status"] == s) for s in kept
        }

    @invariant()
    def views_agree(self) -> None:
        self.store.flush()
        assert views(self.directory) == {k.value: v for k, v in self.store.state.maps.items()}

    @invariant()
    def retries_never_fall_and_confidence_stays_in_bounds(self) -> None:
        for key, entry in self.store.state.maps[Kind.STATUS].items():
            assert entry["retry_count"] >= self.retries.get(key, 0)
            self.retries[key] = entry["retry_count"]
        for entry in self.store.state.maps[Kind.QUALITY].values():
            assert 0.0 <= entry["confidence"] <= 1.0

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()


STEPS: dict[str | None, list[tuple[str, str]]] = {
    None: [("scout", "pending"), ("scout", "transformed"), ("scout", "skipped")],
    "pending": [("transformer", "in_progress")],
    "in_progress": [("transformer", "transformed"), ("transformer", "failed"), ("environment", "pending")],
    "transformed": [("tester", "tested")],
    "tested": [("validator", "validated"), ("validator", "needs_review"), ("validator", "failed")],
    "failed": [("validator", "retry"), ("validator", "skipped")],
    "retry": [("environment", "pending")],
    "validated": [("environment", "pending")],
    "needs_review": [("validator", "retry"), ("human", "validated")],
    "skipped": [("environment", "pending")],
}
TestAnyDeposits = AnyDeposits.TestCase
TestAnyDeposits.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
