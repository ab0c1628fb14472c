"""A baseline's own memory: plain notes on each file, shared with nobody, and a trace of every change to them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from environment.traces import TERMINAL, Judgement, Kind, Status, timestamp
from metrics.tick_row import AuditCounts, AuditTally

Entry = dict[str, Any]


class Trace:
    """`logs/<baseline>_trace.jsonl`: one JSON object for each change of a note, each text written, each commit.

    Fields: `seq, time, run_id, tick, agent, type, file, action, after, before`, with the meaning they have in
    the audit log. A later run in the same workspace goes on in the same file, under its own run id.
    """

    def __init__(self, path: Path, run_id: str) -> None:
        self.path = path
        self.run_id = run_id
        self.tick = 1
        self._seq = 0
        self._tally = AuditTally()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._stream = path.open("a", encoding="utf-8")

    def write(
        self,
        agent: str,
        type_: str,
        file: str,
        action: str,
        after: Mapping[str, Any],
        before: Mapping[str, Any],
    ) -> str:
        """Append a record, out of this process when this returns. Returns its time. Raises OSError."""
        self._seq += 1
        time = timestamp()
        record = {
            "seq": self._seq,
            "time": time,
            "run_id": self.run_id,
            "tick": self.tick,
            "agent": agent,
            "type": type_,
            "file": file,
            "action": action,
            "after": dict(after),
            "before": dict(before),
        }
        self._stream.write(json.dumps(record, ensure_ascii=True) + "\n")
        self._stream.flush()
        self._tally.add(record)
        return time

    def counts(self) -> AuditCounts:
        """How many decisions are on record, how many completely, and which files were tried again."""
        return self._tally.counts()

    def close(self) -> None:
        """Write no more."""
        self._stream.close()


class Memory:
    """What is known of each file, in the form in which metrics read it: `status` and `quality` by file key.

    There is one writer, so nothing is locked, nothing decays, and nothing inhibits.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.status: dict[str, Entry] = {}
        self.quality: dict[str, Entry] = {}

    def state(self, key: str) -> Status | None:
        """The state of a file; None when it was never looked at."""
        return Status(self.status[key]["status"]) if key in self.status else None

    def note(self, agent: str, key: str, status: Status | None = None, **metadata: Any) -> None:
        """Remember a new state of a file (None: the same), with facts; a fact that is None is forgotten."""
        old = self.status.get(key, {"status": "", "retry_count": 0, "inhibition": 0.0, "metadata": {}})
        new = {**old, "metadata": {k: v for k, v in {**old["metadata"], **metadata}.items() if v is not None}}
        after: Entry = {"metadata": metadata} if metadata else {}
        before: Entry = (
            {"metadata": {name: old["metadata"].get(name) for name in metadata}} if metadata else {}
        )
        if status is not None:
            new |= {"status": status.value, "previous_status": old["status"] or None}
            after["status"], before["status"] = status.value, old["status"] or None
            if status == Status.RETRY and not new["metadata"].get("gained"):
                new["retry_count"] += 1
                after["retry_count"], before["retry_count"] = new["retry_count"], old["retry_count"]
        action = status.value if status is not None else "noted"
        time = self.trace.write(agent, Kind.STATUS, key, action, after, before)
        self.status[key] = {**new, "agent": agent, "timestamp": time, "tick": self.trace.tick}

    def judged(self, agent: str, key: str, judgement: Judgement) -> None:
        """Remember what running code showed about a file."""
        before = self.quality.get(key, {})
        after = judgement.as_dict()
        time = self.trace.write(agent, Kind.QUALITY, key, "judged", after, before)
        self.quality[key] = {**after, "agent_id": agent, "timestamp": time, "tick": self.trace.tick}

    def fact(self, key: str, name: str, default: Any = None) -> Any:
        """A fact about a file, or `default`."""
        return self.status.get(key, {}).get("metadata", {}).get(name, default)

    def in_state(self, *states: Status) -> list[str]:
        """Keys of the files in one of these states, sorted."""
        return sorted(key for key, entry in self.status.items() if entry["status"] in states)

    def undecided(self) -> list[str]:
        """Keys of the files that are in no final state, sorted."""
        return sorted(key for key, entry in self.status.items() if Status(entry["status"]) not in TERMINAL)
