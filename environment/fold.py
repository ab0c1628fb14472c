"""The state of the medium as the fold of its audit log: what each record does to the maps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from environment.traces import Kind, Status

Entry = dict[str, Any]
AuditRecord = dict[str, Any]

#: Record types beside the three pheromone kinds.
RUN, TICK, TEXT, COMMIT = "run", "tick", "text", "commit"
#: Action of a record that changed nothing: a deposit that was not allowed.
REFUSED = "refused"
#: Fields of an entry that follow from the record's own header and are never part of `after`.
SIGNATURE = frozenset(
    {"agent", "agent_id", "timestamp", "tick", "previous_status", "created_at", "created_by"}
)


def merged(
    kind: Kind,
    entry: Mapping[str, Any] | None,
    agent: str,
    tick: int,
    after: Mapping[str, Any],
    time: str = "",
) -> Entry:
    """The entry that a deposit of `after` makes of `entry`. A null removes the field; metadata is merged."""
    new: Entry = dict(entry) if entry else {}
    if kind is Kind.STATUS:
        if not new:
            new.update(status="", retry_count=0, inhibition=0.0, metadata={})
        if "status" in after:
            new["previous_status"] = new["status"] or None
        new["agent"] = agent
    elif kind is Kind.TASKS and not entry:
        new["created_at"], new["created_by"] = time, agent
    for name, value in after.items():
        if value is None:
            new.pop(name, None)
        elif name == "metadata":
            kept = {**new.get("metadata", {}), **value}
            new["metadata"] = {k: v for k, v in kept.items() if v is not None}
        else:
            new[name] = value
    new["agent_id"], new["timestamp"], new["tick"] = agent, time, tick
    return new


class MediumState:
    """Three maps by file key, an index by status, and what the log tells of texts, commits and ticks.

    `texts` holds the blob of each file's text as last recorded, `claimed` that of each file being worked on as
    it was when it was taken (None: the original).
    """

    def __init__(self) -> None:
        self.maps: dict[Kind, dict[str, Entry]] = {kind: {} for kind in Kind}
        self.by_status: dict[str, dict[str, None]] = {}
        self.texts: dict[str, str | None] = {}
        self.claimed: dict[str, str | None] = {}
        self.commits: dict[str, str] = {}
        self.reverted: set[str] = set()
        self.tick = 0
        self.idle_ticks = 0
        self.run_id = ""
        self.opening: dict[str, Any] = {}

    def apply(self, record: AuditRecord) -> tuple[Kind, str] | None:
        """Let `record` happen. Returns which entry changed, or None when it was of another type."""
        self.tick = max(self.tick, record["tick"])
        if record["action"] == REFUSED:
            return None
        kind, key, after = record["type"], record["file"], record["after"]
        if "text" in record:
            self.texts[key] = record["text"]["blob"]
        if kind in _KINDS:
            return self._apply_entry(_KINDS[kind], key, record)
        if kind == TEXT:
            self.texts[key] = after["blob"]
        elif kind == COMMIT:
            if after["commit"] is None:
                self.commits.pop(key, None)
                self.reverted.add(record["before"]["commit"])
            else:
                self.commits[key] = after["commit"]
        elif kind == TICK:
            self.idle_ticks = after.get("idle", 0)
        elif kind == RUN and record["action"] == "opened":
            self.run_id, self.opening = record["run_id"], after
        return None

    def _apply_entry(self, kind: Kind, key: str, record: AuditRecord) -> tuple[Kind, str]:
        entries = self.maps[kind]
        old = entries.get(key)
        new = merged(kind, old, record["agent"], record["tick"], record["after"], record["time"])
        entries[key] = new
        if kind is Kind.STATUS and (old is None or old["status"] != new["status"]):
            if new["status"] == Status.IN_PROGRESS:
                self.claimed[key] = self.texts.get(key)
            else:
                self.claimed.pop(key, None)
            commit = record["after"].get("metadata", {}).get("commit")
            if new["status"] == Status.VALIDATED and commit:
                self.commits[key] = commit
            if old is not None:
                self.by_status[old["status"]].pop(key, None)
            self.by_status.setdefault(new["status"], {})[key] = None
        return kind, key


_KINDS = {kind.value: kind for kind in Kind}


def fold(records: Iterable[AuditRecord]) -> MediumState:
    """The state after all `records`, in order. Its `maps` are the contents of the three pheromone files."""
    state = MediumState()
    for record in records:
        state.apply(record)
    return state
