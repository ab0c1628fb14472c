"""The anchor: each commit carries the head of the audit log, so that the log can't be rewritten unnoticed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from environment.fold import COMMIT
from environment.refusals import GuardrailViolation
from environment.signing import Signer

if TYPE_CHECKING:
    from environment.medium import Target
    from environment.transaction import Transaction

HEAD, SIGNATURE = "Audit-Head", "Audit-Signature"
_HEAD = re.compile(r"([1-9][0-9]*) ([A-Za-z0-9_-]{43})")


@dataclass(frozen=True)
class Anchor:
    """What is written into commits: the log's head, and with a `signer` its signature. `enabled` False: nothing."""

    enabled: bool = True
    signer: Signer | None = None

    def trailers(self, run_id: str, seq: int, head: str) -> dict[str, str]:
        """The trailers for a commit made when record `seq` with hash `head` was the last. Raises SigningError."""
        if not self.enabled or not seq:
            return {}
        trailers = {HEAD: f"{seq} {head}"}
        if self.signer is not None:
            trailers[SIGNATURE] = self.signer.sign(statement(run_id, seq, head))
        return trailers


def statement(run_id: str, seq: int, head: str) -> bytes:
    """What is signed: that record `seq` of the run's log has this hash."""
    return f"{run_id} {seq} {head}\n".encode()


def parse_head(value: str) -> tuple[int, str] | None:
    """Number and hash of the record that a commit's trailer names; None when it names none."""
    found = _HEAD.fullmatch(value.strip())
    return (int(found[1]), found[2]) if found else None


def commit_on_record(
    tx: Transaction, target: Target, keys: Sequence[str], message: str, trailers: Mapping[str, str]
) -> str:
    """Commit the present texts of `keys`, and put that on record with `tx`. Returns the commit's id.

    Raises GuardrailViolation when that is not this agent's to do, CommitConflict when Git can't.
    """
    store = tx.store
    try:
        for key in keys:
            store.guardrails.act(tx.agent, "commit", key, tx.raw)
        store.guardrails.committable(keys, tx.raw)
    except GuardrailViolation as refusal:
        tx.refused(COMMIT, keys[0] if keys else "", refusal, {"act": "commit", "files": list(keys)})
        raise
    anchored = store.anchor.trailers(store.run_id, store.log.position.seq, store.head)
    sha = target.commit(list(keys), message, {**trailers, **anchored}, tx.tick)
    for key in keys:
        tx.record(COMMIT, key, "committed", {"commit": sha}, {"commit": store.state.commits.get(key)})
    return sha
