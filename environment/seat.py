"""A seat in the environment: what one agent can sense, and what it can do, under its own name only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from environment.audit_log import digest_of
from environment.commit_record import commit_on_record
from environment.fold import COMMIT, TEXT, Entry
from environment.git_objects import blob_sha
from environment.pheromone_store import PheromoneStore
from environment.refusals import GuardrailViolation
from environment.sensing import Sensed, all_as_sensed, as_sensed
from environment.state_machine import ENVIRONMENT
from environment.target import Target
from environment.test_integrity import lost_from
from environment.traces import Kind, Status
from environment.transaction import Transaction


def record_text(tx: Transaction, target: Target, key: str, data: bytes, blob: str, action: str) -> None:
    """Have `data` written to `key` when `tx` is carried out, on record, and undone if `tx` fails."""
    try:
        before: bytes | None = target.read(key)
    except FileNotFoundError:
        before = None
    after = {"blob": blob, "sha256": digest_of(data), "bytes": len(data)}
    was = {}
    if before is not None and not _on_record(tx, target, key, before):
        was = {"sha256": digest_of(before), "bytes": len(before)}
    tx.record(TEXT, key, action, after, was)

    def undo() -> None:
        if before is not None:
            target.write(key, before)

    tx.act(lambda: target.write(key, data), undo)


def _on_record(tx: Transaction, target: Target, key: str, data: bytes) -> bool:
    """Whether `data` is the text of `key` that the log tells of last; before any, the original."""
    blob = tx.store.state.texts.get(key)
    if blob is not None:
        return blob == blob_sha(data)
    try:
        return data == target.read_original(key)
    except (OSError, KeyError):
        return False


class SeatTransaction:
    """Deposits and texts of one agent that happen together or not at all."""

    __slots__ = ("__target", "__tx")

    def __init__(self, tx: Transaction, target: Target) -> None:
        self.__tx = tx
        self.__target = target

    def read_one(self, kind: Kind, key: str) -> Entry | None:
        """The entry of `key`, deposits of this transaction included."""
        return self.__tx.read_one(kind, key)

    def write(self, kind: Kind, key: str, fields: Mapping[str, Any], action: str = "") -> None:
        """Deposit an entry in place of the old one (see `Transaction.write`)."""
        self.__tx.write(kind, key, self.__completed(kind, key, fields), action)

    def update(self, kind: Kind, key: str, fields: Mapping[str, Any], action: str = "") -> None:
        """Deposit fields on top of the present entry."""
        self.__tx.update(kind, key, self.__completed(kind, key, fields), action)

    def write_text(self, key: str, data: bytes) -> str:
        """Give a file a new text. Returns its blob.

        Raises GuardrailViolation when the file is not claimed, or a test would be lost.
        """
        self.__check("write_text", key)
        self.__keep_tests(key, data)
        blob = self.__target.keep(data)
        record_text(self.__tx, self.__target, key, data, blob, "written")
        return blob

    def restore(self, key: str, blob: str) -> None:
        """Give a file an earlier text back. Raises GuardrailViolation when that is not this agent's to do."""
        self.__check("restore", key)
        record_text(self.__tx, self.__target, key, self.__target.kept(blob), blob, "restored")

    def commit(self, keys: Sequence[str], message: str, trailers: Mapping[str, str]) -> str:
        """As `Seat.commit`, together with the other deposits of this transaction."""
        return commit_on_record(self.__tx, self.__target, keys, message, trailers)

    def __completed(self, kind: Kind, key: str, fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """A claim remembers the text it found, where the log does not, so that the environment can restore it."""
        if (
            kind != Kind.STATUS
            or not isinstance(fields, Mapping)
            or fields.get("status") != Status.IN_PROGRESS
        ):
            return fields
        metadata = dict(fields.get("metadata") or {})
        if not metadata.get("base"):
            try:
                found = self.__target.read(key)
            except OSError:
                return fields
            if _on_record(self.__tx, self.__target, key, found):
                old = self.__tx.raw(Kind.STATUS, key) or {}
                metadata |= {"base": None} if "base" in old.get("metadata", {}) else {}
            else:
                metadata["base"] = self.__target.keep(found)
        return {**fields, "metadata": metadata} if metadata else fields

    def __check(self, act: str, key: str) -> None:
        store, tx = self.__tx.store, self.__tx
        try:
            store.guardrails.act(tx.agent, act, key, tx.raw)
        except GuardrailViolation as refusal:
            tx.refused(TEXT, key, refusal, {"act": act})
            raise

    def __keep_tests(self, key: str, data: bytes) -> None:
        try:
            before = self.__target.read_original(key)
        except (OSError, KeyError):
            return
        lost = lost_from(key, before, data)
        if lost:
            refusal = GuardrailViolation(
                f"{key}: a migrated test file keeps its tests: {'; '.join(lost[:5])}"
            )
            self.__tx.refused(TEXT, key, refusal, {"act": "write_text", "lost": lost[:50]})
            raise refusal


class Seat:
    """One agent's place. Everything done through it is signed with the agent's name and checked."""

    __slots__ = ("__agent", "__idle", "__sensed", "__store", "__target")

    def __init__(
        self,
        store: PheromoneStore,
        target: Target,
        agent: str,
        idle: Callable[[], int],
        sensed: Sensed | None = None,
    ) -> None:
        self.__store = store
        self.__target = target
        self.__agent = agent
        self.__idle = idle
        self.__sensed = sensed or Sensed()

    @property
    def agent(self) -> str:
        """Whose seat this is."""
        return self.__agent

    # -- sensing -----------------------------------------------------------------------------------

    @property
    def tick(self) -> int:
        """The present tick."""
        return self.__store.tick

    @property
    def idle_ticks(self) -> int:
        """How many ticks in a row nobody has acted in."""
        return self.__idle()

    @property
    def tree(self) -> Path:
        """Root of the working copy. To look at: what is written there past the seat is not on record."""
        return self.__target.root

    def tree_hash(self) -> str:
        """Identifies what the working copy holds now: equal hashes, equal texts."""
        return self.__target.tree_hash()

    def read_all(self, kind: Kind) -> dict[str, Entry]:
        """All entries by file key, as they read now."""
        return self.__seen(kind, self.__store.read_all(kind))

    def read_one(self, kind: Kind, key: str) -> Entry | None:
        """The entry of a file as it reads now, or None."""
        self.__sensed.entries += 1
        entry = self.__store.read_one(kind, key)
        return entry and as_sensed(self.__store.settings.withheld, self.__agent, kind, entry)

    def query(self, kind: Kind, **conditions: Any) -> dict[str, Entry]:
        """Entries for which all `field__op=value` hold (see `PheromoneStore.query`)."""
        return self.__seen(kind, self.__store.query(kind, **conditions))

    def keys(self, kind: Kind) -> set[str]:
        """Keys of all files with an entry of this kind."""
        return self.__store.keys(kind)

    def files(self) -> list[str]:
        """Keys of the files that may need migration."""
        return self.__target.files()

    def oddities(self) -> dict[str, str]:
        """Files that can't be read as such (a link out of the tree, a directory), and why."""
        look: Callable[[], dict[str, str]] | None = getattr(self.__target, "oddities", None)
        return look() if look else {}

    def source(self, key: str) -> bytes:
        """The present text of a file. Raises OSError."""
        self.__sensed.texts += 1
        return self.__target.read(key)

    def original(self, key: str) -> bytes:
        """The text of a file before the migration. Raises OSError."""
        self.__sensed.texts += 1
        return self.__target.read_original(key)

    def diff(self, key: str) -> str:
        """Unified diff from the original to the present text."""
        self.__sensed.texts += 1
        return self.__target.diff(key)

    def __seen(self, kind: Kind, entries: dict[str, Entry]) -> dict[str, Entry]:
        self.__sensed.entries += len(entries)
        withheld = self.__store.settings.withheld
        return all_as_sensed(withheld, self.__agent, kind, entries) if withheld else entries

    # -- acting ------------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[SeatTransaction]:
        """Deposits and texts that happen together, or not at all when the block raises."""
        with self.__store.transaction(self.__agent) as tx:
            yield SeatTransaction(tx, self.__target)

    def keep(self, data: bytes) -> str:
        """Put a text into Git's object store; its blob, returned, can be restored. Changes no file."""
        return self.__target.keep(data)

    def write_text(self, key: str, data: bytes) -> str:
        """Give a file a new text, as a transaction of its own. Returns its blob."""
        with self.transaction() as tx:
            return tx.write_text(key, data)

    def restore(self, key: str, blob: str) -> None:
        """Give a file an earlier text back, as a transaction of its own."""
        with self.transaction() as tx:
            tx.restore(key, blob)

    def commit(self, keys: Sequence[str], message: str, trailers: Mapping[str, str]) -> str:
        """Commit the present texts of `keys`, tested together. Returns the commit's id.

        Raises GuardrailViolation when that is not this agent's to do, CommitConflict when Git can't.
        """
        with self.transaction() as tx:
            return tx.commit(keys, message, trailers)

    def reopen(self, key: str, reason: str) -> None:
        """Take a validated file back: its commit is reverted, and it is pending again, which costs a retry.

        Its text stays in the working copy, as the best candidate so far. Raises GuardrailViolation when that is
        not this agent's to do, the file is not validated or its retries are used up; CommitConflict when one of
        the texts delivered with it was delivered again since. Then it stays validated.
        """
        store, target = self.__store, self.__target
        with store.transaction(ENVIRONMENT) as tx:
            try:
                store.guardrails.act(self.__agent, "revert", key, tx.raw)
                store.guardrails.reopenable(key, tx.raw)
            except GuardrailViolation as refusal:
                store.refuse(self.__agent, self.tick, COMMIT, key, refusal, {"act": "revert"})
                raise
            sha = store.state.commits.get(key)
            metadata = {
                **{"reason": reason, "commit": None, "reverted": sha, "reopened_by": self.__agent},
                # What was judged is in doubt: the same text among the same files has to be judged again.
                "judged_tree": None,
            }
            tx.update(Kind.STATUS, key, {"status": Status.PENDING, "metadata": metadata})
            if sha is None:
                return
            target.revert(sha)
            for member in [k for k, commit in store.state.commits.items() if commit == sha]:
                tx.record(COMMIT, member, "reverted", {"commit": None}, {"commit": sha})
                try:
                    data = target.read(member)
                except FileNotFoundError:
                    continue
                record_text(tx, target, member, data, target.keep(data), "reverted")
