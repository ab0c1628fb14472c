"""The audit log: chain, torn ends, broken middles, a full disk, and the auditor's command."""

from __future__ import annotations

import base64
import errno
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from environment import audit_log
from environment.audit_log import (
    FIELDS,
    GENESIS,
    AuditLog,
    DiskFull,
    Draft,
    Position,
    UnrecoverableState,
    fold,
    read_records,
    read_tail,
    verify,
)
from environment.audit_report import main
from environment.pheromone_store import PheromoneStore
from environment.refusals import IllegalTransition
from environment.traces import Kind

ROOT = Path(audit_log.__file__).resolve().parent.parent


def sha256(text: str) -> str:
    """As anyone can compute it: `printf %s TEXT | openssl dgst -sha256 -binary | basenc --base64url`, without the =."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip("=")


def draft(number: int) -> Draft:
    return Draft("scout", number, "tasks", f"f{number}.py", "deposited", {"intensity": number / 100}, {})


def written(path: Path, transactions: list[int]) -> list[dict[str, Any]]:
    """A log with so many records in each transaction."""
    log = AuditLog(path, "run-1")
    number = 0
    records = []
    for size in transactions:
        records += log.append([draft(number + i) for i in range(size)])
        number += size
    log.close()
    return records


def test_a_record_has_the_fields_of_the_contract_and_is_chained(tmp_path: Path) -> None:
    written(tmp_path / "log", [1, 1])
    first, second = (json.loads(line) for line in (tmp_path / "log").read_text().splitlines())
    assert tuple(name for name in first if name != "end") == FIELDS
    assert first.keys() - FIELDS == second.keys() - FIELDS == {"end"}, "each is a whole transaction"
    assert (first["seq"], first["prev_hash"]) == (1, GENESIS)
    assert (second["seq"], second["prev_hash"]) == (2, first["hash"])
    assert second["time"].endswith("Z")


def test_the_hash_can_be_recomputed_by_anyone(tmp_path: Path) -> None:
    for record in written(tmp_path / "log", [3, 1]):
        claimed = record.pop("hash")
        text = json.dumps(record, separators=(",", ":"))
        assert sha256(text) == claimed


def test_what_was_appended_is_read_back(tmp_path: Path) -> None:
    records = written(tmp_path / "log", [2, 1, 4])
    assert list(read_records(tmp_path / "log")) == records
    assert verify(tmp_path / "log") == []


def test_an_odd_file_name_survives(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "log", "run-1")
    name = os.fsdecode(b"caf\xe9\xff.py") + "\u2028"
    log.append([draft(1)._replace(file=name)])
    log.close()
    assert [r["file"] for r in read_records(tmp_path / "log")] == [name]


def test_one_sync_a_transaction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    monkeypatch.setattr(audit_log, "_sync", synced.append)
    written(tmp_path / "log", [100, 1])
    assert len(synced) == 2


# -- torn ends ------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_cut_anywhere_only_whole_transactions_remain(tmp_path_factory: Any, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("torn") / "log"
    sizes = data.draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    records = written(path, sizes)
    content = path.read_bytes()
    cut = data.draw(st.integers(0, len(content)))
    path.write_bytes(content[:cut])
    tail = read_tail(path, Position())
    ends = [sum(sizes[:n]) for n in range(len(sizes) + 1)]
    assert len(tail.records) in ends
    assert tail.records == records[: len(tail.records)]
    lines = content[:cut].count(b"\n")
    assert len(tail.records) == max(end for end in ends if end <= lines)
    assert tail.position.end + tail.torn_bytes == cut
    assert bool(verify(path)) == bool(tail.torn_bytes or not tail.records)


def test_a_last_line_full_of_noughts_counts_as_torn(tmp_path: Path) -> None:
    records = written(tmp_path / "log", [1, 1])
    with (tmp_path / "log").open("ab") as stream:
        stream.write(b"\0" * 300)
    tail = read_tail(tmp_path / "log", Position())
    assert (tail.records, tail.torn_bytes) == (records, 300)


# -- alterations ----------------------------------------------------------------------------------


def altered(lines: list[bytes], how: str, at: int) -> list[bytes]:
    if how == "changed":
        return [*lines[:at], lines[at].replace(b'"agent":"scout"', b'"agent":"tester"'), *lines[at + 1 :]]
    if how == "removed":
        return [*lines[:at], *lines[at + 1 :]]
    if how == "inserted":
        return [*lines[:at], lines[at], *lines[at:]]
    if how == "swapped":
        return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    record = json.loads(lines[at])
    record["after"] = {"intensity": 1.0}
    del record["hash"]
    text = json.dumps(record, separators=(",", ":"))
    record["hash"] = sha256(text)
    return [*lines[:at], json.dumps(record, separators=(",", ":")).encode() + b"\n", *lines[at + 1 :]]


@pytest.mark.parametrize("how", ["changed", "removed", "inserted", "swapped", "forged with a fitting hash"])
@pytest.mark.parametrize("at", [0, 1, 4])
def test_any_altered_record_is_found_and_its_line_named(tmp_path: Path, how: str, at: int) -> None:
    path = tmp_path / "log"
    written(path, [1, 2, 1, 1, 1])
    path.write_bytes(b"".join(altered(path.read_bytes().splitlines(keepends=True), how, at)))
    (problem,) = verify(path)
    named = at + 2 if how in ("inserted", "forged with a fitting hash") else at + 1
    assert f"line {named}:" in problem
    with pytest.raises(UnrecoverableState, match=f"line {named}:"):
        list(read_records(path))


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_changed_byte_is_found(tmp_path_factory: Any, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("byte") / "log"
    written(path, [1, 2, 1])
    content = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    assert verify(path)


def test_a_line_of_rubbish_in_the_middle_is_unrecoverable(tmp_path: Path) -> None:
    path = tmp_path / "log"
    written(path, [1, 1, 1])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"rubbish\n" + lines[2])
    with pytest.raises(UnrecoverableState, match="line 2: it is not a complete record"):
        list(read_records(path))


def test_an_altered_last_record_is_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "log"
    written(path, [1, 1])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1].replace(b"f1.py", b"f2.py"))
    with pytest.raises(UnrecoverableState, match="line 2: its hash does not fit"):
        read_tail(path, Position())


# -- a full disk ----------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [0, 1, 150, 500])
def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    log = AuditLog(tmp_path / "log", "run-1")
    log.append([draft(1)])
    before, position = (tmp_path / "log").read_bytes(), log.position
    real, left = os.write, [room]

    def cramped(fd: int, data: Any) -> int:
        if not left[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        count = real(fd, bytes(data)[: left[0]])
        left[0] -= count
        return count

    monkeypatch.setattr(os, "write", cramped)
    with pytest.raises(DiskFull, match="free space"):
        log.append([draft(2), draft(3)])
    monkeypatch.undo()
    assert (tmp_path / "log").read_bytes() == before
    assert log.position == position
    log.append([draft(2)])
    assert verify(tmp_path / "log") == []
    log.close()


def test_a_failed_sync_takes_the_records_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = AuditLog(tmp_path / "log", "run-1")

    def failing(fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(audit_log, "_sync", failing)
    with pytest.raises(OSError, match="Input/output"):
        log.append([draft(1)])
    assert (tmp_path / "log").read_bytes() == b""
    log.close()


# -- the command ----------------------------------------------------------------------------------


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A workspace in which one file was transformed and another refused."""
    with PheromoneStore(tmp_path / "pheromones", "run-1", manifest_hash="ab" * 32) as store:
        task = {"intensity": 0.5, "patterns_found": ["print_statement"]}
        with store.transaction("scout", 1) as tx:
            tx.write(Kind.TASKS, "a.py", task)
            tx.write(Kind.STATUS, "a.py", {"status": "pending"})
            tx.write(Kind.STATUS, "b.py", {"status": "skipped", "metadata": {"reason": "a NUL byte"}})
        with pytest.raises(IllegalTransition):
            store.write(Kind.STATUS, "a.py", {"status": "validated"}, agent="transformer")
        store.write(Kind.STATUS, "a.py", {"status": "in_progress"}, agent="transformer", tick=3)
    return tmp_path


def test_verify_says_that_all_is_well(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(workspace)]) == 0
    assert "6 records: chain whole" in capsys.readouterr().out


def test_verify_finds_a_view_that_was_altered(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    view = workspace / "pheromones" / "status.json"
    view.write_text(view.read_text().replace("skipped", "validated"))
    assert main(["verify", str(workspace)]) == 1
    assert "status.json differs from the log in 1 entries" in capsys.readouterr().out


def test_verify_finds_that_the_last_record_was_cut_off(
    workspace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = workspace / "pheromones" / "audit_log.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    assert main(["verify", str(workspace)]) == 1
    assert "status.json differs" in capsys.readouterr().out


def test_replay_shows_an_earlier_tick(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--tick", "2", str(workspace)]) == 0
    out = capsys.readouterr().out
    assert "tick 2: 1 pending, 1 skipped" in out
    assert "a.py: pending (by scout, tick 1), intensity 0.476" in out
    assert main(["replay", "--file", "a.py", str(workspace)]) == 0
    out = capsys.readouterr().out
    assert "a.py: in_progress (by transformer, tick 3), intensity 0.452" in out
    assert "b.py" not in out


def test_show_tells_the_story_of_a_file(workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "--file", "a.py", str(workspace)]) == 0
    told = [line.split(", ", 2)[2] for line in capsys.readouterr().out.splitlines()]
    assert told[:2] == ["scout: deposited a task: print_statement; intensity 0.5", "scout: new → pending"]
    assert told[2].startswith("transformer: refused: pending → validated by transformer is not allowed")
    assert told[3] == "transformer: pending → in_progress"
    assert main(["show", "--agent", "scout", "--tick", "1", str(workspace)]) == 0
    assert "b.py: new → skipped; reason: a NUL byte" in capsys.readouterr().out


def test_wrong_use_is_told(tmp_path: Path, workspace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    assert main(["verify", str(empty)]) == 2
    assert "holds no pheromones/audit_log.jsonl" in capsys.readouterr().err
    assert main(["show", "--file", "nowhere.py", str(workspace)]) == 1
    assert "no such deposits" in capsys.readouterr().err


def test_it_runs_as_a_script(workspace: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "environment" / "audit_log.py"), "verify", str(workspace)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "chain whole" in done.stdout


def test_the_fold_gives_the_maps(workspace: Path) -> None:
    state = fold(read_records(workspace / "pheromones" / "audit_log.jsonl"))
    for kind in Kind:
        view = json.loads((workspace / "pheromones" / f"{kind.value}.json").read_text())
        assert state.maps[kind] == view
    assert state.opening["manifest"] == "ab" * 32
    assert state.maps[Kind.STATUS]["a.py"]["previous_status"] == "pending"
