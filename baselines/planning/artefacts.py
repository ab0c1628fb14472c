"""The folder that one idea's work is kept in: every prompt, answer and diff, a trace of who did what, a summary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from environment.traces import timestamp
from environment.workspace import write_atomic

SCHEMA_VERSION = 1
TRACE = "agents_trace.jsonl"


class Artefacts:
    """Files in `folder`. Each is written whole as soon as it is known, so that a run that dies has lost nothing."""

    def __init__(self, folder: Path, run_id: str) -> None:
        self.folder = folder
        self.run_id = run_id
        self._seq = 0
        folder.mkdir(parents=True, exist_ok=True)
        self._trace = (folder / TRACE).open("a", encoding="utf-8")

    def write(self, name: str, data: str | bytes) -> Path:
        """Put a file into the folder."""
        path = self.folder / name
        write_atomic(path, data)
        return path

    def event(self, agent: str, event: str, round_: int = 0, **fields: Any) -> None:
        """Append to the trace: `seq, time, run_id, agent, event, round`, and what else there is to say."""
        self._seq += 1
        time = timestamp()
        record = {
            "seq": self._seq,
            "time": time,
            "run_id": self.run_id,
            "agent": agent,
            "event": event,
            "round": round_,
            **fields,
        }
        self._trace.write(json.dumps(record, ensure_ascii=True, default=str) + "\n")
        self._trace.flush()

    def summary(self, values: dict[str, Any]) -> None:
        """Write `summary.json`."""
        told = {"schema_version": SCHEMA_VERSION, "run_id": self.run_id, **values}
        self.write("summary.json", json.dumps(told, indent=2, ensure_ascii=False, default=str) + "\n")

    def close(self) -> None:
        """Write no more into the trace."""
        self._trace.close()
