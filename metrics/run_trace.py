"""The records a run left behind, whoever coordinated: the audit log of the medium, or a baseline's trace."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from environment.audit_log import UnrecoverableState, read_records
from environment.traces import Kind
from metrics.recompute import TICK_CLOSED
from metrics.run_files import Run, RunFileError

Record = Mapping[str, Any]
#: file key → keys of the files it imports.
Graph = Mapping[str, frozenset[str]]


def trace_path(run: Run) -> Path:
    """Where the records of a run are.

    Raises:
        RunFileError: its workspace is not around its metrics any more, or holds another run.
    """
    # metrics/output in the workspace; a run that was archived keeps its log beside its copy of the metrics.
    root = run.folder.parent.parent
    places = [root / "pheromones" / "audit_log.jsonl", root / "audit_log.jsonl"]
    places += [root / "archive" / run.run_id / "pheromones" / "audit_log.jsonl"]
    places += sorted(root.glob(f"run_*/logs/{run.baseline}_trace.jsonl"))
    for path in places:
        if path.is_file() and _mentions(path, run.run_id):
            return path
    raise RunFileError(f"run {run.run_id}: its records are not below {root}")


def read_trace(run: Run) -> list[Record]:
    """All records of a run, in order. Raises RunFileError when they are missing or broken."""
    path = trace_path(run)
    try:
        if path.name == "audit_log.jsonl":
            return list(read_records(path))
        return [record for record in _lines(path) if record.get("run_id") == run.run_id]
    except (OSError, ValueError, UnrecoverableState) as error:
        raise RunFileError(f"{path}: {error}") from None


def import_graph(records: list[Record]) -> Graph:
    """What imports what, by the Scout's tasks; empty where there are none (a baseline notes no graph)."""
    return {
        str(record["file"]): frozenset(record["after"].get("dependencies") or ())
        for record in records
        if record["type"] == Kind.TASKS and "dependencies" in record["after"]
    }


def sensed(records: list[Record]) -> dict[str, dict[str, int]] | None:
    """How often each agent looked at entries and texts; None where nobody counted."""
    totals: dict[str, dict[str, int]] = {}
    for record in records:
        if (record["type"], record["action"]) == TICK_CLOSED:
            for agent, counts in (record["after"].get("sensed") or {}).items():
                total = totals.setdefault(agent, {"entries": 0, "texts": 0})
                for name in total:
                    total[name] += int(counts.get(name, 0))
    return totals or None


def _mentions(path: Path, run_id: str) -> bool:
    with path.open(encoding="utf-8") as stream:
        if path.name == "audit_log.jsonl":
            return f'"run_id":"{run_id}"' in stream.readline().replace(": ", ":")
        return any(run_id in line for line in stream)


def _lines(path: Path) -> Iterator[Record]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            record = json.loads(line)
        except ValueError:
            raise ValueError(f"line {number} is broken") from None
        if isinstance(record, dict):
            yield record
