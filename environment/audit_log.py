"""The audit log: append-only, hash-chained, on disk before anything else. It is the truth, all else a view.

One JSON object a line, its fields in the order of FIELDS. `hash` is the SHA-256 of the line's compact JSON
without its hash (as base64url without padding: 43 characters), `prev_hash` the hash of the line before, `seq`
the line's number from 1. The records of one transaction follow each other; its last carries `"end": true`, so
that a transaction cut by a crash is dropped as a whole. A state that came with a new text of its file carries
that as `text`.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from environment.fold import AuditRecord, fold
from environment.traces import timestamp

__all__ = [
    "FIELDS",
    "GENESIS",
    "AuditLog",
    "DiskFull",
    "Draft",
    "UnrecoverableState",
    "fold",
    "read_records",
    "verify",
]

_DIGITS = 43
GENESIS = "A" * _DIGITS
FIELDS = (
    *("seq", "time", "run_id", "tick", "agent", "type", "file", "action", "after", "before"),
    *("prev_hash", "hash"),
)
_HASH_MARK = b',"hash":"'
_HASH_TAIL = len(_HASH_MARK) + _DIGITS + len(b'"}')
_FULL = (errno.ENOSPC, errno.EDQUOT)
_sync = getattr(os, "fdatasync", os.fsync)


class UnrecoverableState(Exception):
    """The log itself is broken, so nothing can be rebuilt from it. Names the file and the line."""


class DiskFull(OSError):
    """There is no room for the log. Nothing of the transaction was kept; free space and resume."""


class Draft(NamedTuple):
    """A record before it is numbered, timed and chained."""

    agent: str
    tick: int
    type: str
    file: str
    action: str
    after: dict[str, Any]
    before: dict[str, Any]
    text: Mapping[str, Any] = MappingProxyType({})


def utc_now() -> datetime:
    """The wall clock; where SOURCE_DATE_EPOCH is set, that moment, so that two runs leave the same log."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)


def digest_of(body: bytes) -> str:
    """The SHA-256 of `body`, as base64url without padding."""
    return base64.urlsafe_b64encode(hashlib.sha256(body).digest()).rstrip(b"=").decode("ascii")


def encoded(record: AuditRecord) -> bytes:
    """The line of a record without hash, and its newline; sets `record["hash"]`."""
    body = _dumps(record)
    digest = digest_of(body)
    record["hash"] = digest
    return b"".join((body[:-1], _HASH_MARK, digest.encode(), b'"}\n'))


_compact = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


def _dumps(value: Any) -> bytes:
    return _compact(value).encode("ascii")


def decoded(line: bytes, seq: int, prev_hash: str) -> AuditRecord:
    """The record on `line` (without its newline). Raises ValueError saying what is wrong with it."""
    body, mark = line[:-_HASH_TAIL] + b"}", line[-_HASH_TAIL:]
    if not (mark.startswith(_HASH_MARK) and mark.endswith(b'"}')):
        raise ValueError("it is not a complete record")
    try:
        record: AuditRecord = json.loads(line)
    except ValueError as error:
        raise ValueError("it is not JSON") from error
    if digest_of(body).encode() != mark[len(_HASH_MARK) : -2]:
        raise ValueError("its hash does not fit its content")
    if record["seq"] != seq:
        raise ValueError(f"it carries number {record['seq']} where {seq} is due")
    if record["prev_hash"] != prev_hash:
        raise ValueError("its prev_hash is not the hash of the line before")
    return record


@dataclass
class Position:
    """How far a log was read: byte offset and number of the last complete transaction's end, and its hash."""

    end: int = 0
    seq: int = 0
    head: str = GENESIS


@dataclass
class Tail:
    """What was found beyond a position: records of whole transactions, and bytes of one that was cut off."""

    records: list[AuditRecord] = field(default_factory=list)
    position: Position = field(default_factory=Position)
    torn_bytes: int = 0


def read_tail(path: Path, start: Position, take: Callable[[list[AuditRecord]], object] | None = None) -> Tail:
    """Read `path` from `start` on; `take` is called with each whole transaction (default: they are collected).

    A last line that is incomplete, and the records of its transaction, are counted as torn, not returned. Any
    other line that does not fit raises UnrecoverableState with its number.
    """
    tail = Tail(position=Position(start.end, start.seq, start.head))
    here = Position(start.end, start.seq, start.head)
    open_records: list[AuditRecord] = []
    take = take or tail.records.extend
    with path.open("rb") as stream:
        stream.seek(start.end)
        size = os.fstat(stream.fileno()).st_size
        for line in stream:
            here.end += len(line)
            try:
                if not line.endswith(b"\n"):
                    raise ValueError("it has no end")
                record = decoded(line[:-1], here.seq + 1, here.head)
            except (ValueError, KeyError, TypeError) as error:
                if here.end >= size and _unparsable(line):
                    break
                raise UnrecoverableState(f"{path}: line {here.seq + 1}: {error}") from error
            here.seq, here.head = record["seq"], record["hash"]
            open_records.append(record)
            if record.get("end"):
                take(open_records)
                open_records = []
                tail.position = Position(here.end, here.seq, here.head)
        tail.torn_bytes = max(here.end, size) - tail.position.end
    return tail


def _unparsable(line: bytes) -> bool:
    """Whether a line looks cut off by a crash. A whole JSON object that merely does not fit was altered."""
    if not line.endswith(b"\n"):
        return True
    try:
        json.loads(line)
    except ValueError:
        return True
    return False


class AuditLog:
    """The log file of one run, open for appending. The caller holds the store's lock to append and to cut.

    `run_id` is written into each record; `position` is how far the caller has read.
    """

    def __init__(self, path: Path, run_id: str = "", clock: Callable[[], datetime] = utc_now) -> None:
        self.path = path
        self.run_id = run_id
        self.clock = clock
        self.position = Position()
        self._fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)

    def close(self) -> None:
        """Give the file back. Appending afterwards is an error."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def news(self, take: Callable[[list[AuditRecord]], object]) -> int:
        """Hand over what others have appended since this object last looked, transaction by transaction.

        Moves the position to the end of the last whole one. Returns the number of torn bytes behind it.
        """
        state = os.stat(self.path)
        mine = os.fstat(self._fd)
        if (state.st_ino, state.st_dev) != (mine.st_ino, mine.st_dev):
            raise UnrecoverableState(f"{self.path}: replaced by another file while this run was using it")
        if state.st_size == self.position.end:
            return 0
        if state.st_size < self.position.end:
            raise UnrecoverableState(f"{self.path}: shortened while this run was using it")
        tail = read_tail(self.path, self.position, take)
        self.position = tail.position
        return tail.torn_bytes

    def cut(self) -> None:
        """Cut off whatever follows the position: a transaction that a crash left incomplete."""
        if os.fstat(self._fd).st_size == self.position.end:
            return
        os.ftruncate(self._fd, self.position.end)
        _sync(self._fd)

    def append(self, drafts: Sequence[Draft]) -> list[AuditRecord]:
        """Chain `drafts` as one transaction and put them on disk: one write, one fdatasync.

        Returns the records. Raises DiskFull when there is no room, OSError when the disk fails; the file is
        then as before.
        """
        if not drafts:
            return []
        time = timestamp(self.clock())
        seq, head = self.position.seq, self.position.head
        records, lines = [], []
        for number, draft in enumerate(drafts, start=1):
            seq += 1
            record: AuditRecord = {
                "seq": seq,
                "time": time,
                "run_id": self.run_id,
                "tick": draft.tick,
                "agent": draft.agent,
                "type": draft.type,
                "file": draft.file,
                "action": draft.action,
                "after": draft.after,
                "before": draft.before,
            }
            if draft.text:
                record["text"] = dict(draft.text)
            if number == len(drafts):
                record["end"] = True
            record["prev_hash"] = head
            lines.append(encoded(record))
            head = record["hash"]
            records.append(record)
        data = b"".join(lines)
        self._write(data)
        self.position = Position(self.position.end + len(data), seq, head)
        return records

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._fd, view) :]
            _sync(self._fd)
        except OSError as error:
            # Where truncating fails too, the next opening takes the rest for what it is: torn.
            with contextlib.suppress(OSError):
                os.ftruncate(self._fd, self.position.end)
            if error.errno in _FULL:
                what = "no room for the audit log; free space, then resume"
                raise DiskFull(error.errno, what, str(self.path)) from error
            raise


def read_records(path: Path) -> Iterator[AuditRecord]:
    """All records of whole transactions in `path`, checked against the chain. Raises UnrecoverableState."""
    yield from read_tail(path, Position()).records


def verify(path: Path) -> list[str]:
    """What is wrong with the chain in `path`, one line each; empty when it is whole."""
    try:
        tail = read_tail(path, Position())
    except FileNotFoundError:
        return [f"{path}: there is no audit log"]
    except (OSError, UnrecoverableState) as error:
        return [str(error)]
    problems = []
    if tail.torn_bytes:
        problems.append(f"{path}: the last {tail.torn_bytes} bytes are a transaction that was cut off")
    if not tail.records:
        problems.append(f"{path}: it holds no record")
    return problems


if __name__ == "__main__":
    import sys

    from environment.audit_report import main

    sys.exit(main())
