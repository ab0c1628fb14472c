"""The states of a file and who may move it: a table. Every transition that is not in it is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from environment.decay import effective_inhibition, ticks_waited
from environment.medium_settings import MediumSettings
from environment.refusals import IllegalTransition
from environment.traces import Status

__all__ = ["AGENTS", "TRANSITIONS", "IllegalTransition", "Transition", "check", "kept_fields"]

SCOUT, TRANSFORMER, TESTER, VALIDATOR = "scout", "transformer", "tester", "validator"
ENVIRONMENT, HUMAN = "environment", "human"
#: Everyone who may sign a deposit.
AGENTS = (SCOUT, TRANSFORMER, TESTER, VALIDATOR, ENVIRONMENT, HUMAN)


@dataclass(frozen=True, slots=True)
class Transition:
    """One allowed move. `source` None: the file had no state yet."""

    source: Status | None
    target: Status
    by: str


TRANSITIONS = (
    Transition(None, Status.PENDING, SCOUT),
    Transition(None, Status.TRANSFORMED, SCOUT),
    Transition(None, Status.SKIPPED, SCOUT),
    Transition(Status.PENDING, Status.IN_PROGRESS, TRANSFORMER),
    Transition(Status.IN_PROGRESS, Status.TRANSFORMED, TRANSFORMER),
    Transition(Status.IN_PROGRESS, Status.FAILED, TRANSFORMER),
    Transition(Status.IN_PROGRESS, Status.PENDING, ENVIRONMENT),
    Transition(Status.TRANSFORMED, Status.TESTED, TESTER),
    Transition(Status.TESTED, Status.VALIDATED, VALIDATOR),
    Transition(Status.TESTED, Status.NEEDS_REVIEW, VALIDATOR),
    Transition(Status.TESTED, Status.FAILED, VALIDATOR),
    Transition(Status.FAILED, Status.RETRY, VALIDATOR),
    Transition(Status.FAILED, Status.SKIPPED, VALIDATOR),
    Transition(Status.RETRY, Status.PENDING, ENVIRONMENT),
    Transition(Status.VALIDATED, Status.PENDING, ENVIRONMENT),
    *(
        Transition(Status.NEEDS_REVIEW, target, agent)
        for target in (Status.VALIDATED, Status.RETRY, Status.SKIPPED)
        for agent in (VALIDATOR, HUMAN)
    ),
)
_ALLOWED = {(t.source, t.target, t.by) for t in TRANSITIONS}
#: States an agent brings a file into or takes it out of: it may annotate a file only in these.
_HANDS: dict[str, set[Status | None]] = {
    agent: {state for t in TRANSITIONS if t.by == agent for state in (t.source, t.target)} for agent in AGENTS
}


def check(source: str | None, target: str, agent: str) -> None:
    """Nothing if `agent` may move a file from `source` to `target`.

    Raises IllegalTransition with a message that names the allowed moves.
    """
    if (source, target, agent) in _ALLOWED:
        return
    known = [str(s) for s in Status]
    if target not in known:
        raise IllegalTransition(f"{target!r} is no state: expected one of {', '.join(known)}")
    allowed = [f"{t.target} by {t.by}" for t in TRANSITIONS if t.source == source]
    raise IllegalTransition(
        f"{source or 'no state'} → {target} by {agent} is not allowed; "
        f"from {source or 'no state'}: {', '.join(allowed) or 'nothing, it is final'}"
    )


def check_annotation(present: str | None, agent: str) -> None:
    """Nothing if `agent` may add metadata to a file in state `present`; IllegalTransition otherwise."""
    if present is None:
        raise IllegalTransition("a file without a state can't be annotated: deposit its first state")
    if present not in _HANDS.get(agent, set()):
        mine = sorted(str(s) for s in _HANDS.get(agent, set()) if s)
        raise IllegalTransition(
            f"{agent} may not annotate a file that is {present}; only: {', '.join(mine) or 'none'}"
        )


def kept_fields(
    old: Mapping[str, Any] | None,
    target: str,
    metadata: Mapping[str, Any],
    tick: int,
    settings: MediumSettings,
    exempt: bool = False,
) -> dict[str, Any]:
    """The fields of a status deposit that the environment keeps: retry_count, inhibition γ, waited (ticks).

    γ is settled at each deposit: what is stored is its value at `tick`, so that it is always a function of
    (value, tick of deposit, now). failed → retry costs one retry and adds γ, except when the last candidate
    gained tests (`metadata["gained"]`) or `exempt` (a person asked for it). A claim that timed out and a
    reopened file cost a retry.
    """
    present = old["status"] if old else None
    retries = int(old.get("retry_count", 0)) if old else 0
    gamma = effective_inhibition(old, tick, settings) if old else 0.0
    if target == Status.RETRY and not exempt and not metadata.get("gained"):
        retries += 1
        gamma += settings.retry_inhibition
    elif target == Status.PENDING and present in (Status.IN_PROGRESS, Status.VALIDATED) and not exempt:
        retries += 1
    return {"retry_count": retries, "inhibition": gamma, "waited": ticks_waited(old, tick)}
