"""The three pheromone files: views of the log that a person or a tool may read, replaced atomically."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from environment.fold import MediumState
from environment.traces import Kind

TEMPORARY = ".tmp"
HEAD_NAME = "audit_head.json"


def view_path(directory: Path, kind: Kind) -> Path:
    """Where the view of `kind` lies."""
    return directory / f"{kind.value}.json"


def read_view(path: Path) -> dict[str, Any]:
    """The map in a view. Raises ValueError when it is no JSON object, OSError when unreadable."""
    value = json.loads(path.read_bytes())
    if not isinstance(value, dict):
        raise ValueError("expected one JSON object")
    return value


def disagreement(directory: Path, kind: Kind, entries: Mapping[str, Any]) -> str:
    """How the view of `kind` differs from `entries`, in a few words; '' when it does not."""
    path = view_path(directory, kind)
    try:
        found = read_view(path)
    except FileNotFoundError:
        return f"{path.name} is missing" if entries else ""
    except (OSError, ValueError):
        return f"{path.name} is corrupt"
    if found == entries:
        return ""
    differing = sum(1 for k in found.keys() | entries.keys() if found.get(k) != entries.get(k))
    return f"{path.name} differs from the log in {differing} entries"


def read_head(directory: Path) -> tuple[int, str] | None:
    """Number and hash of the record that the views are of; None when that was never written, or is corrupt."""
    try:
        values = read_view(directory / HEAD_NAME)
        return int(values["seq"]), str(values["hash"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def head_problem(directory: Path, hashes: Sequence[str]) -> str:
    """How the head on file contradicts the log, given the hashes of its records in order; '' when it does not."""
    head = read_head(directory)
    if head is None:
        return f"{HEAD_NAME} is missing or corrupt" if hashes else ""
    seq, digest = head
    if seq > len(hashes):
        return f"the log ends with record {len(hashes)}, although record {seq} was written: its end is gone"
    if seq and hashes[seq - 1] != digest:
        return f"record {seq} is another than was written"
    if seq < len(hashes):
        more = len(hashes) - seq
        return f"{more} records followed since the pheromone files were written: is a run alive, or was it killed?"
    return ""


class Views:
    """Writes the views, one line a file. Only entries that changed are encoded again.

    The caller holds the store's lock, so that one name for the temporary file is enough.
    """

    def __init__(self, directory: Path, state: MediumState) -> None:
        self.directory = directory
        self.state = state
        self._lines: dict[Kind, dict[str, str]] = {kind: {} for kind in Kind}
        self._changed: dict[Kind, set[str]] = {kind: set(state.maps[kind]) for kind in Kind}
        self._head = read_head(directory)
        self._stale = {kind for kind in Kind if disagreement(directory, kind, state.maps[kind])}
        self._stale |= {kind for kind in Kind if not view_path(directory, kind).exists()}
        for kind in Kind:
            view_path(directory, kind).with_suffix(f".json{TEMPORARY}").unlink(missing_ok=True)
        (directory / f"{HEAD_NAME}{TEMPORARY}").unlink(missing_ok=True)

    @property
    def dirty(self) -> bool:
        """Whether a view is behind the state."""
        return bool(self._stale)

    def touch(self, kind: Kind, key: str) -> None:
        """Note that an entry changed."""
        self._changed[kind].add(key)
        self._stale.add(kind)

    def write(self) -> None:
        """Bring every stale view up to date: temporary file, then `os.replace`. Raises OSError."""
        for kind in sorted(self._stale):
            entries, lines = self.state.maps[kind], self._lines[kind]
            for key in entries if len(lines) < len(entries) else self._changed[kind]:
                if key in self._changed[kind]:
                    lines[key] = f"{json.dumps(key)}: {json.dumps(entries[key])}"
            self._changed[kind].clear()
            text = "{\n" + ",\n".join(lines.values()) + "\n}\n" if lines else "{}\n"
            self._replace(view_path(self.directory, kind), text.encode("ascii"))
            self._stale.discard(kind)

    def write_head(self, seq: int, digest: str) -> None:
        """Note which record the views are of, so that a log whose end was cut off is recognised."""
        if (seq, digest) != self._head:
            text = json.dumps({"seq": seq, "hash": digest})
            self._replace(self.directory / HEAD_NAME, f"{text}\n".encode())
            self._head = (seq, digest)

    @staticmethod
    def _replace(path: Path, data: bytes) -> None:
        temporary = path.with_name(f"{path.name}{TEMPORARY}")
        try:
            temporary.write_bytes(data)
            os.replace(temporary, path)
        except OSError:
            with contextlib.suppress(OSError):
                temporary.unlink()
            raise
