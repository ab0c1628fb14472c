"""Collector: writes what a run leaves behind, manifest first, a row a tick, the summary last."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from environment.traces import timestamp
from metrics.recompute import recompute
from metrics.run_files import (
    SCHEMA_VERSION,
    RunFileError,
    check_run_id,
    manifest_path,
    read_json,
    read_ticks,
    summary_path,
    ticks_path,
    write_json,
    write_text,
)
from metrics.summary import Spending, Suite, WallTime, retention, summary_from_state
from metrics.tick_row import COLUMNS, AuditCounts, AuditTally, TickRow, Usage, row_from_state

__all__ = [
    "AuditCounts",
    "AuditTally",
    "Collector",
    "Spending",
    "Suite",
    "TickRow",
    "Usage",
    "WallTime",
    "recompute",
    "retention",
    "row_from_state",
    "summary_from_state",
]

_HEADER = ",".join(COLUMNS) + "\n"


class Collector:
    """Keeps the record of one run in `output_dir`.

    The manifest is on disk before the work starts, so a crash shows: started, and never closed. Each row is
    on disk when `tick` returns. A resumed run opens the same files and continues them.
    """

    def __init__(self, output_dir: Path, run_id: str) -> None:
        self.folder = output_dir
        self.run_id = check_run_id(run_id)
        self._last_tick: int | None = None

    def open_run(self, manifest: Mapping[str, Any]) -> Path:
        """Write the manifest with status "started", before the first tick. Returns its path.

        A resumed run keeps its first manifest; `resumed` lists when it went on, and which settings differ.

        Raises:
            OSError: the folder can't be written.
            RunFileError: there is a manifest of this run already that this version can't read.
        """
        path = manifest_path(self.folder, self.run_id)
        now = timestamp()
        if path.exists():
            record = read_json(path)
            given = {k: v for k, v in manifest.items() if k not in _MOMENTS}
            changed = {k: [record.get(k), v] for k, v in given.items() if record.get(k) != v}
            record["resumed"] = [*record.get("resumed", ()), {"at": now, "changed": changed}]
        else:
            record = {"started_at": now, **manifest, "resumed": []}
        record = {k: v for k, v in record.items() if k not in ("ended_at", "stop_reason")}
        write_json(path, {**record, **self._signature, "status": "started"})
        return path

    def tick(self, row: TickRow) -> None:
        """Add the row of a finished tick.

        A tick that is already there (cut off, then done again after a resume) is replaced, with all after it.

        Raises:
            OSError: it could not be written (the disk is full …). Earlier rows are safe.
            RunFileError: the file there is not one of ours.
        """
        if self._last_tick is None:
            self._last_tick = self._continue_file()
        if row.tick <= self._last_tick:
            kept = [r for r in read_ticks(self.ticks_file) if r.tick < row.tick]
            write_text(self.ticks_file, _HEADER + "".join(map(_line, kept)))
        _append(self.ticks_file, _line(row))
        self._last_tick = row.tick

    def close_run(self, summary: Mapping[str, Any]) -> Path:
        """Write the summary, and close the manifest: status "closed", and why. Returns the summary's path."""
        path = summary_path(self.folder, self.run_id)
        write_json(path, {**summary, **self._signature})
        manifest = manifest_path(self.folder, self.run_id)
        opened = read_json(manifest) if manifest.exists() else self._signature
        closed = {"status": "closed", "ended_at": timestamp(), "stop_reason": summary.get("stop_reason")}
        write_json(manifest, {**opened, **closed})
        return path

    @property
    def ticks_file(self) -> Path:
        """Where the rows are."""
        return ticks_path(self.folder, self.run_id)

    @property
    def _signature(self) -> dict[str, Any]:
        return {"run_id": self.run_id, "schema_version": SCHEMA_VERSION}

    def _continue_file(self) -> int:
        """Make the file ready to append to, and the number of its last tick (0: none yet)."""
        path = self.ticks_file
        if not path.exists():
            write_text(path, _HEADER)
            return 0
        present = path.read_bytes()
        if not present.startswith(_HEADER.encode()):
            raise RunFileError(f"{path}: is not a ticks file of this version; move it away")
        rows = read_ticks(path)
        if not present.endswith(b"\n"):
            write_text(path, _HEADER + "".join(map(_line, rows)))
        return max((row.tick for row in rows), default=0)


_MOMENTS = frozenset({"started_at", "time", "resumed"})


def _line(row: TickRow) -> str:
    text = io.StringIO()
    csv.DictWriter(text, COLUMNS, lineterminator="\n").writerow(row.as_cells())
    return text.getvalue()


def _append(path: Path, line: str) -> None:
    # One write of one whole line, past every buffer of ours: a kill -9 leaves all of it or none of it.
    handle = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        data = line.encode()
        if os.write(handle, data) != len(data):
            raise OSError(f"{path}: the row was cut off: is the disk full?")
        os.fsync(handle)
    finally:
        os.close(handle)
