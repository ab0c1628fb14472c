"""The walls: who may deposit what, in which range, and after what. Agents do not know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Any

from environment import state_machine
from environment.decay import effective_inhibition, ticks_waited
from environment.medium_settings import MediumSettings
from environment.refusals import GuardrailViolation, IllegalTransition
from environment.state_machine import AGENTS, ENVIRONMENT, HUMAN, SCOUT, TESTER, TRANSFORMER, VALIDATOR
from environment.traces import EvidenceKind, Kind, Status

__all__ = ["ACTS", "GuardrailViolation", "Guardrails", "IllegalTransition", "safe_key"]

Entry = Mapping[str, Any]
#: Looks up the present entry of a file, deposits of the running transaction included; values as deposited.
Lookup = Callable[[Kind, str], Entry | None]

#: Locality: who may deposit which fields of which pheromone. Status is decided by the state machine besides.
FIELDS: dict[Kind, dict[str, frozenset[str]]] = {
    Kind.TASKS: {
        SCOUT: frozenset(
            {"intensity", "patterns_found", "pattern_count", "pattern_details", "dependencies", "dep_count"}
            | {"observations", "opinions", "confidence", "notes"}
        )
    },
    Kind.STATUS: {agent: frozenset({"status", "metadata"}) for agent in AGENTS},
    Kind.QUALITY: {
        TESTER: frozenset(
            {"confidence", "tests_total", "tests_passed", "tests_failed", "coverage"}
            | {"issues", "evidence", "notes", "regressions"}
        ),
        VALIDATOR: frozenset({"confidence"}),
    },
}
#: Locality of acts on the working copy and its history.
ACTS: dict[str, frozenset[str]] = {
    "write_text": frozenset({TRANSFORMER}),
    "restore": frozenset({TRANSFORMER, VALIDATOR, ENVIRONMENT}),
    "commit": frozenset({VALIDATOR}),
    "revert": frozenset({VALIDATOR}),
}
#: Fields that the environment fills in. An agent may hand them back as they are, or name itself.
_KEPT = frozenset(
    {"agent", "agent_id", "created_by", "timestamp", "tick", "created_at", "previous_status"}
    | {"retry_count", "inhibition", "waited", "waited_before"}
)
_NAMES = frozenset({"agent", "agent_id", "created_by"})
_SHARES = frozenset({"confidence", "intensity", "coverage"})
_COUNTS = frozenset({"pattern_count", "dep_count", "tests_total", "tests_passed", "tests_failed"})
_LISTS = frozenset(
    {
        "patterns_found",
        "pattern_details",
        "dependencies",
        "issues",
        "notes",
        "observations",
        "opinions",
        "regressions",
    }
)
#: States that follow from the Validator's decision, with the reinforcement each allows.
_REWARDED = frozenset({Status.VALIDATED})
_PUNISHED = frozenset({Status.FAILED, Status.RETRY, Status.SKIPPED})


class Guardrails:
    """Admits a deposit, completed by what the environment keeps, or refuses it with a reason."""

    def __init__(self, settings: MediumSettings) -> None:
        self.settings = settings

    def admit(
        self, agent: str, tick: int, now: int, kind: Kind, key: str, fields: Entry, look: Lookup
    ) -> dict[str, Any]:
        """The fields that `agent`'s deposit on file `key` really sets.

        Raises GuardrailViolation, or its kind IllegalTransition.
        """
        self._signed(agent, tick, now)
        if not isinstance(key, str):
            raise GuardrailViolation(f"{key!r} is no file key: expected text")
        safe_key(key)
        old = look(kind, key)
        given = self._own_fields(agent, tick, kind, fields, old)
        for name, value in given.items():
            _well_formed(name, value)
        if kind is Kind.STATUS:
            return self._status(agent, tick, key, given, old, look)
        if kind is Kind.QUALITY:
            self._quality(agent, key, given, old, look)
            return given
        if old is None and "intensity" not in given:
            raise GuardrailViolation(f"{key}: a task needs its intensity")
        waited = ticks_waited(look(Kind.STATUS, key), tick)
        if waited and "intensity" in given:
            given["waited_before"] = waited
        return given

    def act(self, agent: str, act: str, key: str, look: Lookup) -> None:
        """Nothing if `agent` may do `act` (see ACTS) to the text of `key` now; else GuardrailViolation."""
        if agent not in ACTS[act]:
            raise GuardrailViolation(f"{agent} may not {act}; only: {', '.join(sorted(ACTS[act]))}")
        safe_key(key)
        status = look(Kind.STATUS, key)
        locked = status is not None and status["status"] == Status.IN_PROGRESS
        if act == "write_text" and status is not None and not locked:
            raise GuardrailViolation(
                f"{key} is {status['status']}: claim it (in_progress) before writing its text"
            )
        if act == "restore":
            if agent == TRANSFORMER and not locked:
                raise GuardrailViolation(f"{key}: {agent} holds no lock on it, so it can't restore its text")
            if agent == VALIDATOR and locked:
                raise GuardrailViolation(f"{key} is being worked on: its text can't be restored now")

    @staticmethod
    def committable(keys: Sequence[str], look: Lookup) -> None:
        """Nothing if one of `keys` was tested or decided about; GuardrailViolation otherwise."""
        states = {key: (look(Kind.STATUS, key) or {}).get("status") for key in keys}
        if not set(states.values()) & {Status.TESTED, Status.NEEDS_REVIEW}:
            raise GuardrailViolation(f"nothing tested to commit: {states}")

    def reopenable(self, key: str, look: Lookup) -> None:
        """Nothing if `key` may be taken back once more; GuardrailViolation when its retries are used up.

        Without this a file that is validated and regresses in turn would come and go for ever.
        """
        retries = (look(Kind.STATUS, key) or {}).get("retry_count", 0)
        if retries > self.settings.max_retry_count:
            raise GuardrailViolation(f"{key}: tried again {retries} times already; it can't be reopened")

    @staticmethod
    def _signed(agent: str, tick: int, now: int) -> None:
        if agent not in AGENTS:
            raise GuardrailViolation(f"{agent!r} may not deposit anything; known: {', '.join(AGENTS)}")
        if isinstance(tick, bool) or not isinstance(tick, int) or tick < now:
            raise GuardrailViolation(f"tick {tick!r}: expected a whole number, at least the present {now}")

    @staticmethod
    def _own_fields(agent: str, tick: int, kind: Kind, fields: Entry, old: Entry | None) -> dict[str, Any]:
        allowed = FIELDS[kind].get(agent)
        if allowed is None:
            raise GuardrailViolation(f"{agent} may not write {kind}; only: {', '.join(sorted(FIELDS[kind]))}")
        given = {}
        for name, value in fields.items():
            if name in _KEPT:
                if name in _NAMES and value != agent:
                    raise GuardrailViolation(f"{name} {value!r}: {agent} signs with its own name")
                due = {"tick": tick, **dict.fromkeys(_NAMES, agent)}.get(name, (old or {}).get(name))
                if value is not None and value != due:
                    raise GuardrailViolation(f"{name} is kept by the environment: leave it out")
            elif name in allowed:
                given[name] = value
            else:
                everyone = frozenset().union(*FIELDS[kind].values())
                why = "is not for it to write" if name in everyone else "is no known field"
                own = ", ".join(sorted(allowed))
                raise GuardrailViolation(f"{agent} on {kind}: {name!r} {why}; its own: {own}")
        return given

    # -- status ------------------------------------------------------------------------------------

    def _status(
        self, agent: str, tick: int, key: str, given: dict[str, Any], old: Entry | None, look: Lookup
    ) -> dict[str, Any]:
        present = old["status"] if old else None
        added = dict(given.get("metadata") or {})
        if added.get("decision") is not None and agent != HUMAN:
            raise GuardrailViolation(f"{key}: a decision is deposited by a person, not by {agent}")
        metadata = {**(old.get("metadata", {}) if old else {}), **added}
        target = given.get("status")
        if target is None:
            state_machine.check_annotation(present, agent)
            return {**given, **self._kept(old, str(present), {"gained": True}, tick)}
        target = str(target)
        state_machine.check(present, target, agent)
        by_person = present == Status.NEEDS_REVIEW
        if by_person:
            added |= self._decided(agent, key, added, old)
        elif present is None:
            added |= self._first_state(key, target, metadata)
        elif target == Status.IN_PROGRESS:
            added |= self._claim(key, tick, old, metadata)
        elif target == Status.TESTED:
            self._tested(key, old, look)
        elif target == Status.VALIDATED:
            self._validated(key, look)
        elif target == Status.RETRY:
            self._retry(key, old, metadata)
        elif target == Status.SKIPPED:
            self._skip(key, old, metadata)
        # A run that was killed is no fault of the file it had in hand.
        exempt = by_person or (agent == ENVIRONMENT and bool(added.pop("interrupted", False)))
        result = {"status": target, **self._kept(old, target, metadata, tick, exempt)}
        if added:
            result["metadata"] = added
        return result

    def _kept(
        self, old: Entry | None, target: str, metadata: Entry, tick: int, exempt: bool = False
    ) -> dict[str, Any]:
        return state_machine.kept_fields(old, target, metadata, tick, self.settings, exempt)

    @staticmethod
    def _decided(agent: str, key: str, added: Entry, old: Entry | None) -> dict[str, Any]:
        if agent == HUMAN:
            return {"decided_by": added.get("decided_by") or HUMAN}
        if not (old or {}).get("metadata", {}).get("decision"):
            raise GuardrailViolation(f"{key} needs a person's decision, and none has been deposited")
        if not added.get("decided_by"):
            raise GuardrailViolation(f"{key}: metadata.decided_by must say who decided")
        return {}

    @staticmethod
    def _first_state(key: str, target: str, metadata: Entry) -> dict[str, Any]:
        if target == Status.SKIPPED and not metadata.get("reason"):
            raise GuardrailViolation(f"{key}: skipped without metadata.reason")
        return {"unchanged": True} if target == Status.TRANSFORMED else {}

    def _claim(self, key: str, tick: int, old: Entry | None, metadata: Entry) -> dict[str, Any]:
        gamma = effective_inhibition(old, tick, self.settings) if old else 0.0
        if gamma >= self.settings.inhibition_threshold:
            bound = self.settings.inhibition_threshold
            raise GuardrailViolation(f"{key}: inhibition {gamma:.3f} has not faded below {bound}")
        # What was true of the last candidate says nothing about the next.
        return {name: None for name in ("gained",) if name in metadata}

    @staticmethod
    def _tested(key: str, old: Entry | None, look: Lookup) -> None:
        quality = look(Kind.QUALITY, key)
        claimed = old["tick"] if old else 0
        if quality is None or quality["tick"] < claimed or quality["agent_id"] != TESTER:
            raise GuardrailViolation(f"{key}: tested without evidence of this attempt: deposit quality first")

    def _validated(self, key: str, look: Lookup) -> None:
        confidence = (look(Kind.QUALITY, key) or {}).get("confidence", 0.0)
        if confidence < self.settings.confidence_high:
            least = self.settings.confidence_high
            raise GuardrailViolation(
                f"{key}: validated with confidence {confidence}; it takes {least} or a person"
            )

    def _retry(self, key: str, old: Entry | None, metadata: Entry) -> None:
        retries = (old or {}).get("retry_count", 0)
        if retries > self.settings.max_retry_count and not metadata.get("gained"):
            raise GuardrailViolation(f"{key}: tried again {retries} times already; it can only be skipped")

    def _skip(self, key: str, old: Entry | None, metadata: Entry) -> None:
        if (old or {}).get("retry_count", 0) <= self.settings.max_retry_count and not metadata.get("reason"):
            raise GuardrailViolation(
                f"{key}: skipped before its retries are used up: metadata.reason must say why"
            )

    # -- quality -----------------------------------------------------------------------------------

    def _quality(self, agent: str, key: str, given: Entry, old: Entry | None, look: Lookup) -> None:
        status = (look(Kind.STATUS, key) or {}).get("status")
        if agent == TESTER and "regressions" in given:
            self._hindsight(key, given, old, status)
            return
        if agent == TESTER:
            if "confidence" not in given:
                raise GuardrailViolation(f"{key}: a judgement needs its confidence")
            if status != Status.TRANSFORMED:
                raise GuardrailViolation(f"{key} is {status or 'unknown'}: only transformed files are judged")
            return
        if old is None or "confidence" not in given:
            raise GuardrailViolation(f"{key}: nothing was judged, so there is nothing to reinforce")
        before, after = float(old["confidence"]), float(given["confidence"])
        due = before
        if status in _REWARDED:
            due = min(1.0, before + self.settings.reward)
        elif status in _PUNISHED:
            due = max(0.0, before - self.settings.penalty)
        else:
            raise GuardrailViolation(
                f"{key} is {status}: confidence is reinforced after the decision, not before"
            )
        if abs(after - due) > 1e-9:
            raise GuardrailViolation(f"{key}: confidence {before} becomes {due} when {status}, not {after}")

    @staticmethod
    def _hindsight(key: str, given: Entry, old: Entry | None, status: str | None) -> None:
        """What a later run showed of a validated file stands beside its judgement and changes nothing of that."""
        if status != Status.VALIDATED or old is None:
            raise GuardrailViolation(f"{key} is {status or 'unknown'}: only validated files can regress")
        if given.keys() - {"regressions", "issues"}:
            raise GuardrailViolation(f"{key}: a regression comes with its issues, and with no new judgement")


def _well_formed(name: str, value: Any) -> None:
    if value is None:
        return
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if name in _SHARES and not (number and 0.0 <= value <= 1.0):
        raise GuardrailViolation(f"{name} {value!r}: expected a number from 0 to 1")
    if name in _COUNTS and not (number and isinstance(value, int) and value >= 0):
        raise GuardrailViolation(f"{name} {value!r}: expected a whole number, 0 or more")
    if name in _LISTS and not isinstance(value, list):
        raise GuardrailViolation(f"{name} {value!r}: expected a list")
    if name in ("metadata", "evidence") and not isinstance(value, dict):
        raise GuardrailViolation(f"{name} {value!r}: expected an object")
    if name == "evidence" and value.get("kind") not in set(EvidenceKind):
        raise GuardrailViolation(
            f"evidence kind {value.get('kind')!r}: expected one of {', '.join(EvidenceKind)}"
        )


@lru_cache(maxsize=1 << 16)
def safe_key(key: str) -> str:
    """`key` if it names a file inside the target, and not in .git. Else GuardrailViolation."""
    path = PurePosixPath(key)
    parts = path.parts
    if not parts or path.is_absolute() or "\0" in key or ".." in parts or str(path) != key:
        raise GuardrailViolation(f"{key!r} is no file key: expected a path below the target's root, with /")
    if parts[0].lower() == ".git":
        raise GuardrailViolation(f"{key!r} belongs to Git")
    return key
