"""What a file's trace remembers of repairs: read before the next attempt, written with it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from environment.traces import Issue, Trial
from migration.code_model import Proposal, Request
from migration.repairing.trial_outcomes import after_worse, settled


def recalled(
    metadata: Mapping[str, Any], issues: Iterable[Issue]
) -> tuple[tuple[Trial, ...], tuple[Issue, ...]]:
    """The trials so far with what came of the latest, and the issues of the best candidate.

    `issues` are those of the candidate judged last. When that was worse, its issues tell which trial is to blame, and
    nothing about the best candidate, which is in the working copy again: those known of that one before count.
    """
    trials = [Trial.from_dict(one) for one in metadata.get("trials") or ()]
    if metadata.get("best") == metadata.get("tried"):
        return settled(trials, "gained" if metadata.get("gained") else "kept"), tuple(issues)
    now, before = tuple(issues), metadata.get("base_issues")
    known = now if before is None else tuple(Issue.from_dict(one) for one in before)
    return after_worse(trials, now, known), known


def remembered(request: Request, proposal: Proposal, blob: str | None) -> dict[str, Any]:
    """What to deposit with a candidate (its `blob`), or with the news that there is none (None)."""
    trials = request.trials if proposal.trials is None else proposal.trials
    if blob is None:
        trials = tuple(t if t.outcome else replace(t, outcome="refused") for t in trials)
    memory: dict[str, Any] = {"trials": [trial.as_dict() for trial in trials]} if trials else {}
    if blob:
        memory["tried"] = blob
    if blob and request.attempt:
        memory["base_issues"] = [issue.as_dict() for issue in request.failures]
    return memory
