"""The pheromone store: three maps by file key, changed only by transactions that are first on disk."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from environment.anchor import Anchor
from environment.audit_log import AuditLog, Draft, Position, utc_now
from environment.decay import effective_inhibition, effective_intensity
from environment.fold import REFUSED, RUN, Entry, MediumState
from environment.guardrails import Guardrails, GuardrailViolation
from environment.medium_settings import MediumSettings
from environment.query import matches, parsed
from environment.refusals import StoreError
from environment.state_machine import ENVIRONMENT
from environment.traces import Kind
from environment.transaction import Transaction
from environment.views import Views, disagreement, read_head

__all__ = ["PheromoneStore", "StoreError"]

log = logging.getLogger("stigmergy.environment")
LOG_NAME = "audit_log.jsonl"
LOCK_NAME = ".lock"
#: Seconds between two writings of the views, stretched so that they take this share of the time at most.
VIEW_INTERVAL = 1.0
VIEW_SHARE = 0.05


class PheromoneStore:
    """One run's pheromones in `directory`. Values fade when read: they are those of the present tick.

    A new store opens its log with a record that carries `manifest_hash` and the settings; an existing one
    keeps its run id, and refuses another (`run_id` "" joins whatever run is there). What had to be mended at
    opening is in `notes`, and in the log. Raises UnrecoverableState when the log is broken, StoreError for
    another run's log.
    """

    def __init__(
        self,
        directory: Path,
        run_id: str = "",
        *,
        settings: MediumSettings | None = None,
        manifest_hash: str = "",
        clock: Callable[[], datetime] = utc_now,
        lock_timeout: float = 60.0,
        view_interval: float = VIEW_INTERVAL,
    ) -> None:
        self.directory = directory
        self.settings = settings or MediumSettings()
        self.guardrails = Guardrails(self.settings)
        self.anchor = Anchor()
        self.notes: list[str] = []
        if not run_id and not (directory / LOG_NAME).exists():
            raise StoreError(f"{directory}: there is no run here to join")
        directory.mkdir(parents=True, exist_ok=True)
        self._mutex = threading.RLock()
        self._lock = FileLock(directory / LOCK_NAME, timeout=lock_timeout, thread_local=False)
        self._view_interval = view_interval
        self._views_written = time.monotonic()
        self._views_pause = view_interval
        self._open_transaction: Transaction | None = None
        with self._locked():
            self.log = AuditLog(directory / LOG_NAME, run_id, clock)
            try:
                self._load(run_id, manifest_hash)
            except BaseException:
                self.log.close()
                raise

    # -- opening and closing -----------------------------------------------------------------------

    def _load(self, run_id: str, manifest_hash: str) -> None:
        self.state = MediumState()
        self.log.position = Position()
        torn = self.log.news(self._apply)
        fresh = not self.log.position.seq
        if fresh:
            if not run_id:
                raise StoreError(f"{self.directory}: there is no run here to join")
            self.log.cut()
            opening = {"manifest": manifest_hash, "settings": self.settings.as_dict()}
            self._append([Draft(ENVIRONMENT, 0, RUN, "", "opened", opening, {})])
        elif run_id and run_id != self.state.run_id:
            raise StoreError(
                f"{self.directory}: holds run {self.state.run_id}, not {run_id}; resume that or move it away"
            )
        else:
            self.log.run_id = self.state.run_id
            self.log.cut()
        self._note_torn(torn)
        stale = []
        if not fresh:
            stale = [disagreement(self.directory, kind, self.state.maps[kind]) for kind in Kind]
        lost: list[str] = []
        written = read_head(self.directory)
        if written and written[0] > self.log.position.seq:
            last, gone = (
                self.log.position.seq,
                f"although record {written[0]} had been written: its end is gone",
            )
            lost = [f"the log ended with record {last}, {gone}"]
        self._views = Views(self.directory, self.state)
        self._note_recovery(lost + [f"{why}; rebuilt from the log" for why in stale if why])
        self._write_views()

    def _note_torn(self, count: int) -> None:
        if count:
            self._note_recovery([f"the log ended in a transaction cut off by a crash; {count} bytes removed"])

    def _note_recovery(self, notes: list[str]) -> None:
        if notes:
            self.notes += notes
            for note in notes:
                log.warning("%s: %s", self.directory, note, extra={"agent": ENVIRONMENT})
            self._append([Draft(ENVIRONMENT, self.state.tick, RUN, "", "recovered", {"notes": notes}, {})])

    def flush(self) -> None:
        """Bring the views up to date now. Raises OSError when that fails; the log is safe in any case."""
        with self._mutex, self._locked():
            self._catch_up()
            self._write_views()

    def close(self) -> None:
        """Flush the views and give the files back."""
        with self._mutex:
            try:
                self.flush()
            finally:
                self.log.close()

    def __enter__(self) -> PheromoneStore:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # -- sensing -----------------------------------------------------------------------------------

    @property
    def tick(self) -> int:
        """The present tick."""
        return self.state.tick

    @property
    def run_id(self) -> str:
        """The run whose pheromones these are."""
        return self.log.run_id

    @property
    def head(self) -> str:
        """Hash of the last record."""
        return self.log.position.head

    def refresh(self) -> None:
        """Take in what other processes have deposited. Reading and transactions do so by themselves."""
        with self._mutex:
            if self._open_transaction is None:
                self.log.news(self._take_in)

    def read_one(self, kind: Kind, key: str) -> Entry | None:
        """The entry of file `key` with its present values, or None. A copy: changing it changes nothing."""
        with self._mutex:
            self.refresh()
            entry = self.state.maps[Kind(kind)].get(key)
            return None if entry is None else self.visible(Kind(kind), key, entry)

    def read_all(self, kind: Kind) -> dict[str, Entry]:
        """All entries by file key, with their present values."""
        return self.query(kind)

    def keys(self, kind: Kind) -> set[str]:
        """Keys of all files with an entry of this kind."""
        with self._mutex:
            self.refresh()
            return set(self.state.maps[Kind(kind)])

    def query(self, kind: Kind, **conditions: Any) -> dict[str, Entry]:
        """Entries for which all `field__op=value` hold (see `query.OPERATORS`), by key.

        A condition on the status itself (eq, in) is answered from an index: it costs what it finds.
        """
        kind, tests = Kind(kind), parsed(conditions)
        with self._mutex:
            self.refresh()
            entries = self.state.maps[kind]
            found = {}
            for key in self._candidates(kind, tests):
                # What was judged reads as deposited: only what is found need be copied.
                if kind is Kind.QUALITY and not matches(entries[key], tests):
                    continue
                entry = self.visible(kind, key, entries[key])
                if matches(entry, tests):
                    found[key] = entry
            return found

    def _candidates(self, kind: Kind, tests: list[tuple[tuple[str, ...], str, Any]]) -> list[str]:
        if kind is Kind.STATUS:
            for path, op, value in tests:
                if path == ("status",) and op in ("eq", "in"):
                    wanted = [value] if op == "eq" else list(dict.fromkeys(value))
                    return [key for status in wanted for key in self.state.by_status.get(str(status), ())]
        return list(self.state.maps[kind])

    def count_by_status(self) -> dict[str, int]:
        """Number of files in each state that has any."""
        with self._mutex:
            self.refresh()
            return {status: len(keys) for status, keys in self.state.by_status.items() if keys}

    def visible(self, kind: Kind, key: str, entry: Entry, status: Entry | None = None) -> Entry:
        """A copy of `entry` as it reads at the present tick."""
        shown: Entry = _copied(entry)
        if kind is Kind.TASKS and "intensity" in entry:
            status = status or self.state.maps[Kind.STATUS].get(key)
            shown["intensity"] = effective_intensity(entry, status, self.state.tick, self.settings)
        elif kind is Kind.STATUS:
            shown["inhibition"] = effective_inhibition(entry, self.state.tick, self.settings)
        return shown

    # -- depositing --------------------------------------------------------------------------------

    def write(
        self,
        kind: Kind,
        key: str,
        fields: Mapping[str, Any],
        *,
        agent: str,
        tick: int | None = None,
        action: str = "",
    ) -> None:
        """One deposit as a transaction of its own (see `Transaction.write`)."""
        with self.transaction(agent, tick) as tx:
            tx.write(kind, key, fields, action)

    def update(
        self,
        kind: Kind,
        key: str,
        fields: Mapping[str, Any],
        *,
        agent: str,
        tick: int | None = None,
        action: str = "",
    ) -> None:
        """One deposit that keeps the entry's other fields (see `Transaction.update`)."""
        with self.transaction(agent, tick) as tx:
            tx.update(kind, key, fields, action)

    @contextmanager
    def transaction(self, agent: str, tick: int | None = None) -> Iterator[Transaction]:
        """Deposits that happen together or not at all: on disk when the block ends, gone when it raises.

        Other processes wait meanwhile, so nothing slow belongs inside. Raises StoreError when another process
        keeps the lock too long, DiskFull when there is no room.
        """
        with self._mutex:
            if self._open_transaction is not None:
                raise StoreError("a transaction is open already; finish it first")
            with self._locked():
                self._catch_up()
                tx = Transaction(self, agent, self.state.tick if tick is None else tick)
                self._open_transaction = tx
                try:
                    yield tx
                    tx.carry_out()
                    try:
                        self._append(tx.settled())
                    except BaseException:
                        tx.take_back()
                        raise
                finally:
                    self._open_transaction = None
                self._write_views_if_due()

    def refuse(
        self, agent: str, tick: int, type: str, key: str, refusal: GuardrailViolation, attempted: Any
    ) -> None:
        """Record a refusal, whatever becomes of the transaction it happened in."""
        after = {"reason": str(refusal), "attempted": attempted}
        with self._mutex, self._locked():
            self._catch_up()
            tick = tick if isinstance(tick, int) and tick >= self.state.tick else self.state.tick
            self._append([Draft(str(agent), min(tick, self.state.tick), type, str(key), REFUSED, after, {})])
        log.warning("refused: %s", refusal, extra={"agent": str(agent)})

    def _append(self, drafts: list[Draft]) -> None:
        self._take_in(self.log.append(drafts))

    def _apply(self, records: list[Entry]) -> None:
        for record in records:
            self.state.apply(record)

    def _take_in(self, records: list[Entry]) -> None:
        for record in records:
            changed = self.state.apply(record)
            if changed:
                self._views.touch(*changed)

    def _catch_up(self) -> None:
        """Under the lock: apply what others appended; cut off what a dead one left behind."""
        torn = self.log.news(self._take_in)
        if torn:
            self.log.cut()
            self._note_torn(torn)

    # -- views and lock ----------------------------------------------------------------------------

    def _write_views_if_due(self) -> None:
        if time.monotonic() - self._views_written >= self._views_pause:
            try:
                self._write_views()
            except OSError as error:
                # The deposit is safe in the log; the next flush tries again, and says so if it fails.
                log.warning("pheromone files not written: %s", error, extra={"agent": ENVIRONMENT})

    def _write_views(self) -> None:
        began = time.monotonic()
        if self._views.dirty:
            self._views.write()
        self._views.write_head(self.log.position.seq, self.head)
        self._views_written = time.monotonic()
        self._views_pause = max(self._view_interval, (self._views_written - began) / VIEW_SHARE)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            self._lock.acquire()
        except Timeout as error:
            raise StoreError(f"{self._lock.lock_file}: kept by another process; is a run stuck?") from error
        try:
            yield
        finally:
            self._lock.release()


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _copied(v) if isinstance(v, (dict, list)) else v for k, v in value.items()}
    if isinstance(value, list):
        return [_copied(v) if isinstance(v, (dict, list)) else v for v in value]
    return value
