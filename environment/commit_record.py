"""A commit and its record: what Git holds and what the log tells go together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from environment.fold import COMMIT
from environment.refusals import GuardrailViolation
from environment.target import Target
from environment.transaction import Transaction


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
