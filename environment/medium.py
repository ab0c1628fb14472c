"""The environment as its guests meet it: the medium with its ticks, and a seat for each agent.

A seat is all an agent gets. It signs everything with the agent's name, and whatever is done through it is
checked against the walls; a refusal is raised and put on record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from environment.audit_log import utc_now
from environment.fold import RUN, TICK, Entry
from environment.medium_settings import MediumSettings
from environment.pheromone_store import PheromoneStore
from environment.refusals import CommitConflict, GuardrailViolation
from environment.seat import Seat, record_text
from environment.sensing import Sensed
from environment.state_machine import AGENTS, ENVIRONMENT
from environment.target import Target
from environment.traces import WAITING, Kind, Status
from environment.transaction import Transaction

__all__ = ["CommitConflict", "GuardrailViolation", "Medium", "Seat", "Target"]


class Medium:
    """The store and the working copy as one world. It takes its own turn at the beginning of each tick."""

    def __init__(self, store: PheromoneStore, target: Target) -> None:
        self.store = store
        self.target = target
        self._idle_ticks = store.state.idle_ticks
        self._sensed: dict[str, Sensed] = {}

    @classmethod
    def open(
        cls,
        directory: Path,
        target: Target,
        run_id: str = "",
        *,
        settings: MediumSettings | None = None,
        manifest_hash: str = "",
        clock: Callable[[], datetime] = utc_now,
    ) -> Medium:
        """A medium on the store in `directory` (see `PheromoneStore` for the arguments and errors)."""
        store = PheromoneStore(directory, run_id, settings=settings, manifest_hash=manifest_hash, clock=clock)
        return cls(store, target)

    @property
    def tick(self) -> int:
        """The present tick; 0 before the first."""
        return self.store.tick

    @property
    def idle_ticks(self) -> int:
        """How many ticks in a row nobody has acted in."""
        return self._idle_ticks

    def seat(self, agent: str) -> Seat:
        """The seat of `agent`. Raises GuardrailViolation for a name that has none."""
        if agent not in AGENTS or agent == ENVIRONMENT:
            guests = ", ".join(name for name in AGENTS if name != ENVIRONMENT)
            raise GuardrailViolation(f"there is no seat for {agent!r}; seats: {guests}")
        sensed = self._sensed.setdefault(agent, Sensed())
        return Seat(self.store, self.target, agent, lambda: self._idle_ticks, sensed)

    def begin_tick(self) -> int:
        """The environment's turn: time-to-live of locks, requeue, fading. Returns the tick begun."""
        settings, now = self.store.settings, self.store.tick + 1
        with self.store.transaction(ENVIRONMENT, now) as tx:
            for key, entry in self.store.query(Kind.STATUS, status=Status.IN_PROGRESS).items():
                if now - entry["tick"] > settings.scope_lock_ttl:
                    self._release(tx, key, entry, f"its claim of tick {entry['tick']} timed out")
            for key in self.store.query(Kind.STATUS, status=Status.RETRY):
                tx.update(Kind.STATUS, key, {"status": Status.PENDING})
            rates = {
                "decay_type": settings.decay_type,
                "decay_rate": settings.decay_rate,
                "inhibition_decay_rate": settings.inhibition_decay_rate,
            }
            tx.record(TICK, "", "decay", {"tick": now, **rates, "idle": self._idle_ticks}, {"tick": now - 1})
        return now

    def recover(self) -> list[str]:
        """Put right what a killed run left: texts other than those recorded, claims whose owner is gone.

        To be called at a resume, when no other run uses the medium. Returns one line for each thing done. A
        claim released this way costs no retry.
        """
        done = []
        for key, blob in self.store.state.texts.items():
            if blob is not None and not self._holds(key, blob):
                self.target.write(key, self.target.kept(blob))
                done.append(f"{key}: text restored as recorded")
        done += self._restore_originals()
        with self.store.transaction(ENVIRONMENT) as tx:
            for key, entry in self.store.query(Kind.STATUS, status=Status.IN_PROGRESS).items():
                self._release(tx, key, entry, "the run was interrupted", interrupted=True)
                done.append(f"{key}: its claim was released")
        return done

    def accept_changes(self, changes: Sequence[str], who: str) -> None:
        """Put on record that the run goes on under other conditions than it began with, and who accepted that."""
        if changes:
            after = {"changes": list(changes), "accepted_by": who}
            with self.store.transaction(ENVIRONMENT) as tx:
                tx.record(RUN, "", "changes_accepted", after, {})

    def note_activity(self, acted: bool) -> None:
        """Say whether anyone acted in the tick that ends: counted in `idle_ticks`, logged with the next."""
        self._idle_ticks = 0 if acted else self._idle_ticks + 1

    def take_sensed(self) -> dict[str, dict[str, int]]:
        """How often each agent has looked at entries and texts since this was last asked."""
        return {agent: sensed.take() for agent, sensed in self._sensed.items()}

    def count_by_status(self) -> dict[str, int]:
        """Number of files in each state that has any."""
        return self.store.count_by_status()

    def fading(self) -> int:
        """Number of files that nothing but their inhibition keeps from being taken."""
        threshold = self.store.settings.inhibition_threshold
        return len(self.store.query(Kind.STATUS, status__in=sorted(WAITING), inhibition__ge=threshold))

    def flush(self) -> None:
        """Bring the pheromone files up to date."""
        self.store.flush()

    def close(self) -> None:
        """Flush, and give the store's files back."""
        self.store.close()

    def _release(
        self, tx: Transaction, key: str, entry: Entry, reason: str, interrupted: bool = False
    ) -> None:
        base = self._text_claimed(key, entry)
        if base and not self._holds(key, base):
            record_text(tx, self.target, key, self.target.kept(base), base, "restored")
        metadata: dict[str, Any] = {"reason": reason, "base": None}
        if interrupted:
            metadata["interrupted"] = True
        tx.update(Kind.STATUS, key, {"status": Status.PENDING, "metadata": metadata})

    def _restore_originals(self) -> list[str]:
        """Undo what was written to files whose texts the log does not know: the run died before it could say so."""
        done = []
        known = self.store.state.texts.keys() | self.store.state.by_status.get(Status.IN_PROGRESS, {}).keys()
        for key in self.target.files():
            try:
                original = self.target.read_original(key) if key not in known else None
                if original is not None and original != self._present(key):
                    self.target.write(key, original)
                    done.append(f"{key}: the original text restored")
            except (OSError, KeyError, GuardrailViolation):
                continue  # no ordinary file: nothing of ours can have been written to it
        return done

    def _present(self, key: str) -> bytes | None:
        try:
            return self.target.read(key)
        except FileNotFoundError:
            return None

    def _text_claimed(self, key: str, entry: Entry) -> str | None:
        """The blob of the text that a file had when it was claimed; None when there was none."""
        blob = entry["metadata"].get("base") or self.store.state.claimed.get(key)
        if blob:
            return str(blob)
        try:
            return self.target.keep(self.target.read_original(key))
        except OSError:
            return None

    def _holds(self, key: str, blob: str) -> bool:
        try:
            data = self.target.read(key)
        except FileNotFoundError:
            return False
        name = hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
        # Git may have stored the text otherwise than it lies here (line endings): then the contents decide.
        return name == blob or self.target.kept(blob) == data
