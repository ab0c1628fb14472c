"""Folds the audit log back into a run's rows: the report is computable, and checkable, from files alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from metrics.run_files import RunFileError
from metrics.tick_row import AuditTally, TickRow, Usage, is_deposit, row_from_state

#: `type` and `action` of the record that closes a tick, where a run writes one.
TICK_RECORD = ("run", "tick")
#: Who makes deposits without being an agent that takes turns.
NOT_AGENTS = frozenset({"environment", "human"})

Record = Mapping[str, Any]


def tick_fields(acted: Mapping[str, bool], usage: Usage) -> dict[str, Any]:
    """The `after` of a record that closes a tick: who acted, and what was spent since the run began."""
    return {"acted": dict(acted), "usage": asdict(usage)}


def recompute(workspace: Path, run_id: str | None = None) -> list[TickRow]:
    """The rows of a run, from `pheromones/audit_log.jsonl` in its workspace (or in an archived one's folder).

    `run_id` chooses among several runs in one log; the default is the run of the last record. Where the log
    has records that close a tick, they say who acted and what was spent, and a tick without one (the run
    was killed in it) gives no row. Otherwise an agent acted in a tick if it made a deposit in it, and what
    was spent is the sum of what the status entries say.

    Raises:
        RunFileError: there is no log, or a line before the last is broken. A torn last line is left out.
    """
    log = workspace / "pheromones" / "audit_log.jsonl"
    if not log.exists():
        log = workspace / "audit_log.jsonl"
    records = list(read_log(log))
    wanted = run_id if run_id is not None else records[-1].get("run_id") if records else None
    return fold(record for record in records if record.get("run_id") == wanted)


def read_log(path: Path) -> Iterator[dict[str, Any]]:
    """The records of an audit log, in order.

    Raises:
        RunFileError: the log is missing, or a line before the last is no JSON object.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RunFileError(f"{path}: can't be read: {error.strerror}") from None
    lines = data.split(b"\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError("no JSON object")
        except ValueError as error:
            if number == len(lines):
                return
            raise RunFileError(f"{path}, line {number}: {error}") from None
        yield record


def fold(records: Iterable[Record]) -> list[TickRow]:
    """The rows of one run from its audit records, in order. A tick done twice counts as it was done last."""
    closed: dict[int, TickRow] = {}
    derived: dict[int, TickRow] = {}
    state = _State()
    for record in records:
        tick = int(record.get("tick") or 0)
        if tick != state.tick:
            _keep(derived, state)
            state.begin(tick)
        if (record.get("type"), record.get("action")) == TICK_RECORD:
            closed = {t: row for t, row in closed.items() if t < tick}
            closed[tick] = state.close(record)
        else:
            state.apply(record)
    _keep(derived, state)
    rows = closed or derived
    return [rows[tick] for tick in sorted(rows)]


def _keep(rows: dict[int, TickRow], state: _State) -> None:
    # Tick 0 is what is noted before the first tick begins.
    if state.tick > 0:
        rows[state.tick] = state.row()


class _State:
    """The pheromones as they were after the records applied so far."""

    def __init__(self) -> None:
        self.tick = 0
        self.entries: dict[str, dict[str, dict[str, Any]]] = {"tasks": {}, "status": {}, "quality": {}}
        self.acted: dict[str, bool] = {}
        self.tally = AuditTally()

    def begin(self, tick: int) -> None:
        self.tick = tick
        self.acted = {}

    def apply(self, record: Record) -> None:
        self.tally.add(record)
        if not is_deposit(record):
            return
        if record.get("agent") not in NOT_AGENTS:
            self.acted[str(record.get("agent"))] = True
        entries, key = self.entries[record["type"]], str(record["file"])
        after = record.get("after")
        if not isinstance(after, Mapping) or not after:
            entries.pop(key, None)
            return
        signature = {
            "agent_id": record.get("agent"),
            "timestamp": record.get("time"),
            "tick": record.get("tick"),
        }
        old = entries.get(key, {})
        entries[key] = {**old, **signature, **_transition(old, after), **after, **_joined(old, after)}

    def close(self, record: Record) -> TickRow:
        after = record.get("after") or {}
        usage = Usage(**after["usage"]) if "usage" in after else None
        acted = after.get("acted", self.acted)
        return row_from_state(
            self.tick, acted, self.entries["status"], self.entries["quality"], usage, self.tally.counts()
        )

    def row(self) -> TickRow:
        return self.close({})


def _transition(old: Record, after: Record) -> dict[str, Any]:
    if "status" in after and after["status"] != old.get("status"):
        return {"previous_status": old.get("status")}
    return {}


def _joined(old: Record, after: Record) -> dict[str, Any]:
    # Metadata gathers over a file's life: a deposit may name only what it adds.
    if isinstance(old.get("metadata"), Mapping) and isinstance(after.get("metadata"), Mapping):
        return {"metadata": {**old["metadata"], **after["metadata"]}}
    return {}
