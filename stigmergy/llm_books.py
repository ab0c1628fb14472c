"""The books of model calls: what each attempt was planned to cost at most and what it cost, kept beside the record.

One JSON object a line, written as each attempt ends, so that a killed run knows what it has spent; the deposits of the
step in which it was killed don't.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from environment.budget import Budget
from migration.code_model import Usage
from stigmergy.llm_errors import FatalModelError


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One attempt: what was planned at most, what it cost, and how it ended. `key` and `attempt` name its record."""

    file: str
    purpose: str
    planned_tokens: int
    planned_usd: float
    usage: Usage
    outcome: str
    key: str = ""
    attempt: int = 0
    request_id: str = ""


class Books:
    """All attempts of a run so far. Safe to use from several threads."""

    def __init__(self) -> None:
        self._records: list[CallRecord] = []
        self._paid: frozenset[tuple[str, int]] = frozenset()
        self._lock = threading.Lock()
        self._stream: TextIO | None = None

    @property
    def records(self) -> tuple[CallRecord, ...]:
        """Every attempt, ordered by file and purpose (the order of parallel calls means nothing)."""
        with self._lock:
            return tuple(sorted(self._records, key=lambda r: (r.file, r.purpose, r.key, r.attempt)))

    def add(self, record: CallRecord) -> None:
        """Enter an attempt; it is in the file when this returns."""
        with self._lock:
            self._records.append(record)
            if self._stream:
                self._stream.write(json.dumps(asdict(record), sort_keys=True) + "\n")
                self._stream.flush()

    def paid(self, key: str, attempt: int) -> bool:
        """Whether this attempt was paid for by an earlier part of the run, and its answer is still on record."""
        return (key, attempt) in self._paid

    def keep(self, path: Path, resuming: bool, on_record: Callable[[str, int], bool]) -> bool:
        """Write to `path` from now on; when `resuming`, go on with what is there. Whether there was anything.

        `on_record` says whether an attempt's answer can still be had. A line that a crash has torn is dropped.
        Raises FatalModelError for a file that holds something else, OSError when it can't be written.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        known = _read(path) if resuming else None
        with self._lock:
            self._records = known or []
            self._paid = frozenset((r.key, r.attempt) for r in known or () if on_record(r.key, r.attempt))
            lines = [json.dumps(asdict(record), sort_keys=True) + "\n" for record in known or ()]
            self._stream = path.open("w", encoding="ascii")
            self._stream.writelines(lines)
            self._stream.flush()
        return known is not None

    def state(self) -> dict[str, Any]:
        """What the attempts cost altogether, in the form that `Budget.restore` takes."""
        budget = Budget()
        for record in self.records:
            reservation = budget.reserve(0, 0.0, record.file)
            assert reservation is not None
            budget.settle(reservation, record.usage.total_tokens, record.usage.cost_usd)
        return budget.state()


def _read(path: Path) -> list[CallRecord] | None:
    try:
        lines = path.read_text(encoding="ascii").split("\n")
    except FileNotFoundError:
        return None
    records = []
    for number, line in enumerate(lines[:-1], 1):
        try:
            values = json.loads(line)
            records.append(CallRecord(**{**values, "usage": Usage(**values["usage"])}))
        except (ValueError, TypeError, KeyError) as error:
            raise FatalModelError(
                f"{path}, line {number}: no record of a model call ({error}); put the file aside: what was spent "
                "is then taken from the files' own states"
            ) from error
    return records
