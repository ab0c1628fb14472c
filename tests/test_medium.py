"""The medium: ticks, seats, texts under locks, commits, recovery; and a rogue agent that gets nowhere."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from git_target import GitTarget

from environment import medium as medium_module
from environment.audit_log import DiskFull, read_records
from environment.audit_report import main, verify_run
from environment.medium import GuardrailViolation, Medium
from environment.medium_settings import MediumSettings
from environment.pheromone_store import PheromoneStore
from environment.traces import Kind

ROOT = Path(medium_module.__file__).resolve().parent.parent
TEXTS = {
    "a.py": b"print 'a'\n",
    "b.py": b"print 'b'\r\n",
    "tests/test_a.py": b"def test_a():\n    print 'x'\n    assert 1 <> 2\n",
}
DONE = b"print('a')\n"


@pytest.fixture
def target(tmp_path: Path) -> GitTarget:
    return GitTarget(tmp_path / "target_repo", TEXTS)


@pytest.fixture
def medium(tmp_path: Path, target: GitTarget) -> Iterator[Medium]:
    opened = Medium.open(tmp_path / "pheromones", target, "run-1")
    yield opened
    opened.close()


def scouted(medium: Medium, *keys: str) -> None:
    with medium.seat("scout").transaction() as tx:
        for key in keys:
            tx.write(Kind.TASKS, key, {"intensity": 0.5, "patterns_found": ["print_statement"]})
            tx.write(Kind.STATUS, key, {"status": "pending"})


def put(medium: Medium, agent: str, key: str, status: str, **metadata: Any) -> None:
    with medium.seat(agent).transaction() as tx:
        tx.write(Kind.STATUS, key, {"status": status, "metadata": metadata})


def brought_to_tested(medium: Medium, key: str = "a.py", text: bytes = DONE, confidence: float = 0.9) -> None:
    put(medium, "transformer", key, "in_progress")
    with medium.seat("transformer").transaction() as tx:
        blob = tx.write_text(key, text)
        tx.write(Kind.STATUS, key, {"status": "transformed", "metadata": {"candidate": blob}})
    with medium.seat("tester").transaction() as tx:
        tx.write(Kind.QUALITY, key, {"confidence": confidence, "evidence": {"kind": "tests"}})
        tx.write(Kind.STATUS, key, {"status": "tested"})


def validated(medium: Medium, key: str = "a.py") -> str:
    seat = medium.seat("validator")
    trailers = {"Agent": "validator", "Run-Id": "run-1", "Confidence": "0.90"}
    sha = seat.commit([key], f"migrate({key}): Python 3, confidence 0.90", trailers)
    put(medium, "validator", key, "validated", commit=sha)
    return sha


def status_of(medium: Medium, key: str = "a.py") -> dict[str, Any]:
    entry = medium.store.read_one(Kind.STATUS, key)
    assert entry is not None
    return entry


def records(medium: Medium) -> list[dict[str, Any]]:
    return list(read_records(medium.store.directory / "audit_log.jsonl"))


# -- ticks ----------------------------------------------------------------------------------------


def test_a_tick_is_one_record_however_many_files(medium: Medium) -> None:
    medium.begin_tick()
    scouted(medium, "a.py", "b.py")
    before = len(records(medium))
    assert medium.begin_tick() == medium.tick == 2
    (record,) = records(medium)[before:]
    assert (record["type"], record["action"], record["tick"]) == ("tick", "decay", 2)
    assert record["after"] == {
        "tick": 2,
        "decay_type": "exponential",
        "decay_rate": 0.05,
        "inhibition_decay_rate": 0.4,
        "idle": 0,
    }
    task = medium.store.read_one(Kind.TASKS, "a.py")
    assert task is not None and task["intensity"] == pytest.approx(0.5 * 2.718281828459045**-0.05)


def test_retries_are_requeued_at_the_start_of_the_next_tick(medium: Medium) -> None:
    medium.begin_tick()
    scouted(medium, "a.py")
    put(medium, "transformer", "a.py", "in_progress")
    put(medium, "transformer", "a.py", "failed", reason="no candidate")
    put(medium, "validator", "a.py", "retry")
    assert medium.fading() == 1
    medium.begin_tick()
    entry = status_of(medium)
    assert (entry["status"], entry["agent"], entry["previous_status"]) == ("pending", "environment", "retry")
    assert entry["retry_count"] == 1
    for _ in range(4):
        assert medium.fading() == 1
        medium.begin_tick()
    assert medium.fading() == 0


def test_a_lost_claim_times_out_and_its_text_is_restored(medium: Medium, target: GitTarget) -> None:
    medium.begin_tick()
    scouted(medium, "b.py")
    put(medium, "transformer", "b.py", "in_progress")
    medium.seat("transformer").write_text("b.py", b"half a ")
    for _ in range(3):
        medium.begin_tick()
    assert status_of(medium, "b.py")["status"] == "in_progress"
    assert target.read("b.py") == b"half a "
    medium.begin_tick()
    entry = status_of(medium, "b.py")
    assert (entry["status"], entry["agent"], entry["retry_count"]) == ("pending", "environment", 1)
    assert "timed out" in entry["metadata"]["reason"]
    assert target.read("b.py") == TEXTS["b.py"]
    assert [r["action"] for r in records(medium) if r["type"] == "text"] == ["written"]
    (restored,) = [r for r in records(medium) if "text" in r]
    assert (restored["action"], restored["text"]["action"]) == ("pending", "restored")
    assert medium.store.state.texts["b.py"] == restored["text"]["blob"] == target.keep(TEXTS["b.py"])


def test_idle_ticks_are_counted_and_survive_a_reopening(medium: Medium, target: GitTarget) -> None:
    seat = medium.seat("tester")
    for acted in (True, False, False):
        medium.begin_tick()
        medium.note_activity(acted)
    assert seat.idle_ticks == medium.idle_ticks == 2
    medium.begin_tick()
    medium.flush()
    again = Medium(PheromoneStore(medium.store.directory), target)
    assert (again.tick, again.idle_ticks) == (4, 2)
    again.close()


# -- seats ----------------------------------------------------------------------------------------


def test_a_seat_senses_the_working_copy(medium: Medium, target: GitTarget) -> None:
    seat = medium.seat("scout")
    assert seat.files() == sorted(TEXTS)
    assert seat.source("a.py") == TEXTS["a.py"]
    assert seat.tree == target.root
    assert seat.oddities() == {}
    scouted(medium, "a.py")
    brought_to_tested(medium)
    assert (seat.source("a.py"), seat.original("a.py")) == (DONE, TEXTS["a.py"])
    assert "+print('a')" in seat.diff("a.py")
    assert seat.keys(Kind.QUALITY) == {"a.py"}


def test_there_is_no_seat_for_the_environment_or_a_stranger(medium: Medium) -> None:
    for name in ("environment", "stranger"):
        with pytest.raises(GuardrailViolation, match=r"no seat for .*seats: scout"):
            medium.seat(name)


def test_a_claim_remembers_the_text_it_found(medium: Medium, target: GitTarget) -> None:
    scouted(medium, "a.py")
    put(medium, "transformer", "a.py", "in_progress")
    assert "base" not in status_of(medium)["metadata"], "the original is in Git"
    target.write("b.py", b"by another hand\n")
    scouted(medium, "b.py")
    put(medium, "transformer", "b.py", "in_progress")
    assert target.kept(status_of(medium, "b.py")["metadata"]["base"]) == b"by another hand\n"


def test_a_text_and_its_deposit_happen_together_or_not_at_all(medium: Medium, target: GitTarget) -> None:
    scouted(medium, "a.py", "b.py")
    put(medium, "transformer", "a.py", "in_progress")
    with pytest.raises(GuardrailViolation), medium.seat("transformer").transaction() as tx:
        tx.write_text("a.py", DONE)
        tx.write(Kind.STATUS, "a.py", {"status": "validated"})
    assert target.read("a.py") == TEXTS["a.py"]
    assert [r["type"] for r in records(medium)][-1] == "status"


def test_a_full_disk_takes_the_texts_back(
    medium: Medium, target: GitTarget, monkeypatch: pytest.MonkeyPatch
) -> None:
    scouted(medium, "a.py")
    put(medium, "transformer", "a.py", "in_progress")

    def full(drafts: Any) -> Any:
        raise DiskFull(28, "no room")

    monkeypatch.setattr(medium.store.log, "append", full)
    with pytest.raises(DiskFull):
        medium.seat("transformer").write_text("a.py", DONE)
    monkeypatch.undo()
    assert target.read("a.py") == TEXTS["a.py"]


def test_a_text_that_can_not_be_written_leaves_no_trace(
    medium: Medium, target: GitTarget, monkeypatch: pytest.MonkeyPatch
) -> None:
    scouted(medium, "a.py", "b.py")
    for key in ("a.py", "b.py"):
        put(medium, "transformer", key, "in_progress")
    before = records(medium)
    real = target.write

    def failing(key: str, data: bytes) -> None:
        if key == "b.py" and data != TEXTS["b.py"]:
            raise PermissionError(key)
        real(key, data)

    monkeypatch.setattr(target, "write", failing)
    with pytest.raises(PermissionError), medium.seat("transformer").transaction() as tx:
        tx.write_text("a.py", DONE)
        tx.write_text("b.py", DONE)
    assert target.read("a.py") == TEXTS["a.py"]
    assert records(medium) == before


def test_a_helper_file_that_is_new_may_be_written(medium: Medium, target: GitTarget) -> None:
    medium.seat("transformer").write_text("compat/__init__.py", b"")
    assert target.read("compat/__init__.py") == b""


def test_a_test_file_keeps_its_tests(medium: Medium, target: GitTarget) -> None:
    key = "tests/test_a.py"
    scouted(medium, key)
    put(medium, "transformer", key, "in_progress")
    seat = medium.seat("transformer")
    with pytest.raises(GuardrailViolation, match="test_a had 1 assertions and has 0"):
        seat.write_text(key, b"def test_a():\n    print('x')\n")
    assert target.read(key) == TEXTS[key]
    assert records(medium)[-1]["after"]["attempted"]["act"] == "write_text"
    seat.write_text(key, b"def test_a():\n    print('x')\n    assert 1 != 2\n")


def test_the_validator_puts_the_best_candidate_back(medium: Medium, target: GitTarget) -> None:
    scouted(medium, "a.py")
    brought_to_tested(medium, confidence=0.3)
    best = target.keep(b"best = 1\n")
    medium.seat("validator").restore("a.py", best)
    assert target.read("a.py") == b"best = 1\n"
    assert medium.store.state.texts["a.py"] == best


def test_a_validated_file_has_its_commit_and_both_their_records(
    medium: Medium, target: GitTarget, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scouted(medium, "a.py")
    brought_to_tested(medium)
    sha = validated(medium)
    medium.flush()
    assert target.git("show", f"{sha}:a.py") == DONE
    assert verify_run(medium.store.directory, tmp_path) == []
    assert main(["verify", str(tmp_path)]) == 0
    assert "commits on record" in capsys.readouterr().out


def test_verify_misses_a_commit_that_is_gone_or_unrecorded(
    medium: Medium, target: GitTarget, tmp_path: Path
) -> None:
    scouted(medium, "a.py")
    brought_to_tested(medium)
    validated(medium)
    target.write("b.py", b"print('b')\n")
    forged = target.commit(["b.py"], "migrate(b.py)", {"Agent": "validator", "Run-Id": "run-1"}, 1)
    medium.flush()
    assert verify_run(medium.store.directory, tmp_path) == [
        f"commit {forged[:12]} of this run is not on record"
    ]
    put_back = target.original
    target.git("reset", "-q", "--hard", put_back)
    target.git("reflog", "expire", "--expire=now", "--all")
    target.git("gc", "-q", "--prune=now")
    (problem,) = verify_run(medium.store.directory, tmp_path)
    assert problem.startswith("a.py: its commit") and problem.endswith("is not in Git")


def test_a_reopened_file_is_reverted_and_pays_a_retry(
    medium: Medium, target: GitTarget, tmp_path: Path
) -> None:
    scouted(medium, "a.py")
    brought_to_tested(medium)
    sha = validated(medium)
    medium.seat("validator").reopen("a.py", "tests/test_a.py::test_a fails since")
    entry = status_of(medium)
    assert (entry["status"], entry["retry_count"], entry["agent"]) == ("pending", 1, "environment")
    assert (entry["metadata"]["reverted"], "commit" in entry["metadata"]) == (sha, False)
    assert target.read("a.py") == TEXTS["a.py"]
    medium.flush()
    assert verify_run(medium.store.directory, tmp_path) == []
    with pytest.raises(GuardrailViolation):
        medium.seat("validator").reopen("a.py", "again")


# -- a rogue agent --------------------------------------------------------------------------------


def test_a_rogue_agent_gets_nowhere_and_everything_is_on_record(medium: Medium, target: GitTarget) -> None:
    scouted(medium, "a.py", "b.py")
    brought_to_tested(medium)
    rogue = medium.seat("tester")
    attempts: list[Any] = [
        lambda: put(medium, "tester", "a.py", "validated"),
        lambda: put(medium, "tester", "b.py", "skipped", reason="in my way"),
        lambda: deposit(rogue, Kind.TASKS, "a.py", {"intensity": 1.0}),
        lambda: deposit(rogue, Kind.STATUS, "a.py", {"status": "validated", "agent": "validator"}),
        lambda: deposit(rogue, Kind.QUALITY, "a.py", {"confidence": 1.0}),
        lambda: rogue.write_text("a.py", b"import os\n"),
        lambda: rogue.restore("a.py", target.keep(b"x\n")),
        lambda: rogue.commit(["a.py"], "mine", {}),
        lambda: rogue.reopen("a.py", "because"),
        lambda: medium.seat("transformer").write_text("a.py", b"without a claim\n"),
        lambda: medium.seat("transformer").write_text("../out.py", b""),
        lambda: medium.seat("transformer").write_text(".git/hooks/post-commit", b"#!/bin/sh\n"),
        lambda: medium.seat("transformer").commit(["a.py"], "mine", {}),
        lambda: medium.seat("validator").commit(["b.py"], "untested", {}),
        lambda: medium.seat("validator").write_text("a.py", b"my own\n"),
    ]
    before = [medium.store.read_one(kind, key) for kind in Kind for key in ("a.py", "b.py")]
    head = target.git("rev-parse", "HEAD")
    for number, attempt in enumerate(attempts, start=1):
        with pytest.raises(GuardrailViolation) as refusal:
            attempt()
        refused = [r for r in records(medium) if r["action"] == "refused"]
        assert len(refused) == number
        assert refused[-1]["after"]["reason"] == str(refusal.value)
    assert before == [medium.store.read_one(kind, key) for kind in Kind for key in ("a.py", "b.py")]
    assert target.git("rev-parse", "HEAD") == head
    assert target.read("a.py") == DONE


def deposit(seat: Any, kind: Kind, key: str, fields: dict[str, Any]) -> None:
    with seat.transaction() as tx:
        tx.write(kind, key, fields)


def test_a_seat_shows_nothing_but_what_it_is_for(medium: Medium) -> None:
    seat = medium.seat("tester")
    shown = {name for name in dir(seat) if not name.startswith("_")}
    assert shown == {
        *("agent", "tick", "idle_ticks", "tree", "read_all", "read_one", "query", "keys", "files"),
        *("oddities", "source", "original", "diff", "tree_hash"),
        *("transaction", "keep", "write_text", "restore", "commit", "reopen"),
    }
    with pytest.raises(AttributeError):
        seat.agent = "validator"
    with seat.transaction() as tx:
        assert {n for n in dir(tx) if not n.startswith("_")} == {
            *("read_one", "write", "update", "write_text", "restore", "commit"),
        }


# -- recovery -------------------------------------------------------------------------------------

KILLED = """
import os, signal, sys
from pathlib import Path
from environment.medium import Medium
from git_target import GitTarget
class Dying(GitTarget):
    def __init__(self, root, original):
        self.root, self.original = root, original
    def write(self, key, data):
        super().write(key, data[: len(data) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
workspace = Path(sys.argv[1])
medium = Medium.open(workspace / "pheromones", Dying(workspace / "target_repo", sys.argv[2]), "run-1")
medium.seat("transformer").write_text("a.py", b"print('a half written text')\\n")
"""


def test_killed_while_writing_a_text(medium: Medium, target: GitTarget, tmp_path: Path) -> None:
    medium.begin_tick()
    scouted(medium, "a.py", "b.py")
    brought_to_tested(medium, "b.py", b"print('b')\r\n")
    put(medium, "transformer", "a.py", "in_progress")
    medium.flush()
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), target.original],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")])},
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    assert target.read("a.py") not in (TEXTS["a.py"], DONE)
    target.write("b.py", b"lost in the crash")
    resumed = Medium(PheromoneStore(medium.store.directory), target)
    assert resumed.recover() == ["b.py: text restored as recorded", "a.py: its claim was released"]
    assert target.read("a.py") == TEXTS["a.py"]
    assert target.read("b.py") == b"print('b')\r\n"
    entry = status_of(resumed)
    assert (entry["status"], entry["retry_count"]) == ("pending", 0)
    assert resumed.recover() == []
    put(resumed, "transformer", "a.py", "in_progress")
    resumed.close()


def test_settings_come_from_a_runs_settings() -> None:
    from stigmergy.settings import Settings

    assert MediumSettings.of(Settings()) == MediumSettings()
    assert MediumSettings.from_dict(MediumSettings().as_dict()) == MediumSettings()
