"""Folds the audit log back into a run's rows: the report is computable, and checkable, from files alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from environment.audit_log import UnrecoverableState, read_records
from environment.fold import RUN, AuditRecord, MediumState
from environment.state_machine import ENVIRONMENT, HUMAN
from environment.traces import Kind
from metrics.run_files import RunFileError
from metrics.tick_row import AuditTally, TickRow, Usage, is_deposit, row_from_state

#: `type` and `action` of the record that closes a tick, where a run writes one.
TICK_CLOSED = (RUN, "tick_closed")


def tick_fields(
    acted: Mapping[str, bool], usage: Usage, sensed: Mapping[str, Mapping[str, int]] | None = None
) -> dict[str, Any]:
    """The `after` of a record that closes a tick: who acted, what was spent since the run began, and how often each
    agent looked at entries and texts in this tick.
    """
    return {"acted": dict(acted), "usage": asdict(usage), **({"sensed": dict(sensed)} if sensed else {})}


def recompute(workspace: Path) -> list[TickRow]:
    """The rows of a run from the audit log in its workspace (or in the folder it was archived to).

    Where the log has records that close a tick, they say who acted and what was spent, and a tick without
    one (the run was killed in it) gives no row. Otherwise an agent acted in a tick if it made a deposit in
    it, and what was spent is the sum of what the status entries say; what is deposited after the last tick
    (a review) then counts as the last tick's.

    Raises:
        RunFileError: there is no log, or it is broken. A transaction cut off at its end is left out.
    """
    places = (workspace / "pheromones" / "audit_log.jsonl", workspace / "audit_log.jsonl")
    log = next((path for path in places if path.is_file()), None)
    if log is None:
        raise RunFileError(f"{places[0]}: there is no audit log")
    try:
        return rows_of(read_records(log))
    except (OSError, UnrecoverableState) as error:
        raise RunFileError(str(error)) from None


def rows_of(records: Iterable[AuditRecord]) -> list[TickRow]:
    """The rows of one run from its audit records, in order. A tick done twice counts as it was done last."""
    closed: dict[int, TickRow] = {}
    derived: dict[int, TickRow] = {}
    state, tally = MediumState(), AuditTally()
    acted: dict[str, bool] = {}
    tick = 0
    for record in records:
        if record["tick"] != tick:
            _keep(derived, tick, acted, state, tally)
            tick, acted = record["tick"], {}
        if (record["type"], record["action"]) == TICK_CLOSED:
            after = record["after"]
            closed[tick] = _row(tick, after["acted"], state, tally, Usage(**after["usage"]))
        state.apply(record)
        tally.add(record)
        if is_deposit(record) and record["agent"] not in (ENVIRONMENT, HUMAN):
            acted[record["agent"]] = True
    _keep(derived, tick, acted, state, tally)
    rows = closed or derived
    return [rows[number] for number in sorted(rows)]


def _keep(
    rows: dict[int, TickRow], tick: int, acted: Mapping[str, bool], state: MediumState, tally: AuditTally
) -> None:
    # Tick 0 is what is noted before the first tick begins.
    if tick > 0:
        rows[tick] = _row(tick, acted, state, tally, None)


def _row(
    tick: int, acted: Mapping[str, bool], state: MediumState, tally: AuditTally, usage: Usage | None
) -> TickRow:
    status, quality = state.maps[Kind.STATUS], state.maps[Kind.QUALITY]
    return row_from_state(tick, acted, status, quality, usage, tally.counts())
