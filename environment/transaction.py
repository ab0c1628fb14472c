"""A transaction on the store: deposits gathered, checked one by one, and appended together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from enum import Enum
from math import isfinite
from typing import Any, Protocol

from environment.anchor import Anchor
from environment.audit_log import AuditLog, Draft
from environment.fold import COMMIT, SIGNATURE, TEXT, Entry, MediumState, merged
from environment.guardrails import Guardrails
from environment.refusals import GuardrailViolation
from environment.traces import Kind, Status

#: How deep a deposit may be nested: far less than what readers of JSON bear.
_DEEPEST = 100
_SCALARS = frozenset({str, int, bool, type(None)})
#: Fields of an entry that a replacing deposit does not remove: they are the environment's.
_STAYS = SIGNATURE | {"waited_before"}


class Store(Protocol):
    """What a transaction asks of the store that it is of (see `PheromoneStore`)."""

    @property
    def state(self) -> MediumState: ...
    @property
    def guardrails(self) -> Guardrails: ...
    @property
    def anchor(self) -> Anchor: ...
    @property
    def log(self) -> AuditLog: ...
    @property
    def run_id(self) -> str: ...
    @property
    def head(self) -> str: ...
    @property
    def tick(self) -> int: ...
    def visible(self, kind: Kind, key: str, entry: Entry, status: Entry | None = None) -> Entry: ...
    def refuse(
        self, agent: str, tick: int, type: str, key: str, refusal: GuardrailViolation, attempted: Any
    ) -> None: ...


class Transaction:
    """What `PheromoneStore.transaction` hands out. Reads show the deposits made in it so far."""

    def __init__(self, store: Store, agent: str, tick: int) -> None:
        self.store = store
        self.agent = agent
        self.tick = tick
        self.drafts: list[Draft] = []
        self._entries: dict[tuple[Kind, str], Entry] = {}
        self._acts: list[tuple[Callable[[], None], Callable[[], None]]] = []
        self._done: list[Callable[[], None]] = []

    def read_one(self, kind: Kind, key: str) -> Entry | None:
        """The entry of `key` with its present values, or None."""
        entry = self.raw(Kind(kind), key)
        if entry is None:
            return None
        return self.store.visible(Kind(kind), key, entry, self.raw(Kind.STATUS, key))

    def raw(self, kind: Kind, key: str) -> Entry | None:
        """The entry of `key` as deposited, deposits of this transaction included. Not a copy."""
        entry = self._entries.get((kind, key))
        return self.store.state.maps[kind].get(key) if entry is None else entry

    def write(self, kind: Kind, key: str, fields: Mapping[str, Any], action: str = "") -> None:
        """Deposit an entry in place of the old one; of a status, the metadata is merged, key by key.

        A value of None means: no such field. `action` names the deposit in the log. Raises GuardrailViolation
        or IllegalTransition when the environment refuses; the refusal is in the log.
        """
        self._deposit(Kind(kind), key, fields, action, replace=kind != Kind.STATUS)

    def update(self, kind: Kind, key: str, fields: Mapping[str, Any], action: str = "") -> None:
        """Deposit `fields` on top of the present entry. Raises as `write`."""
        self._deposit(Kind(kind), key, fields, action, replace=False)

    def record(self, type: str, file: str, action: str, after: Entry, before: Entry) -> None:
        """Add a record that is no pheromone: a text, a commit, a tick begun. For the environment itself."""
        self.drafts.append(Draft(self.agent, self.tick, type, file, action, after, before))

    def settled(self) -> list[Draft]:
        """The records to append. What comes with a file's new state is told by that state's record: its one
        new text, and the commit that the state names.
        """
        states = {d.file: n for n, d in enumerate(self.drafts) if d.type == Kind.STATUS}
        texts = Counter(d.file for d in self.drafts if d.type == TEXT)
        settled: list[Draft] = []
        attached: dict[int, Entry] = {}
        for number, draft in enumerate(self.drafts):
            state = states.get(draft.file, -1)
            if state > number and draft.type == TEXT and texts[draft.file] == 1:
                how = {} if draft.action == "written" else {"action": draft.action}
                attached[state] = {**how, **draft.after, **({"before": draft.before} if draft.before else {})}
            elif state > number and draft.type == COMMIT and _validates(self.drafts[state], draft):
                continue
            else:
                settled.append(draft._replace(text=attached[number]) if number in attached else draft)
        return settled

    def act(self, do: Callable[[], None], undo: Callable[[], None]) -> None:
        """Have `do` done just before the records are appended, and `undo` when that fails."""
        self._acts.append((do, undo))

    def carry_out(self) -> None:
        """Do the acts; when one fails, undo those done and raise."""
        for do, undo in self._acts:
            self._done.append(undo)
            try:
                do()
            except BaseException:
                self.take_back()
                raise

    def take_back(self) -> None:
        """Undo the acts done, the last first."""
        while self._done:
            self._done.pop()()

    def refused(self, type: str, key: str, refusal: GuardrailViolation, attempted: Any) -> None:
        """Put a refusal on record."""
        self.store.refuse(self.agent, self.tick, type, key, refusal, attempted)

    def _deposit(self, kind: Kind, key: str, fields: Mapping[str, Any], action: str, replace: bool) -> None:
        try:
            given = _plain(fields)
            old = self.raw(kind, key)
            admitted = self.store.guardrails.admit(
                self.agent, self.tick, self.store.tick, kind, key, given, self.raw
            )
        except GuardrailViolation as refusal:
            self.refused(kind.value, key, refusal, _summary(fields))
            raise
        if replace and old:
            gone = old.keys() - admitted.keys() - _STAYS
            admitted = {**admitted, **dict.fromkeys(sorted(gone))}
        after, before = difference(old, admitted)
        if not (after or replace or kind is Kind.STATUS):
            return  # a reward at the upper bound, a penalty at the lower one: nothing changes
        draft = Draft(self.agent, self.tick, kind.value, key, action or _named(kind, admitted), after, before)
        self.drafts.append(draft)
        self._entries[kind, key] = merged(kind, old, self.agent, self.tick, after)


def difference(old: Entry | None, fields: Entry) -> tuple[Entry, Entry]:
    """Of `fields`, those that change `old`, and what these were before. Metadata is compared key by key."""
    if old is None:
        shown = {k: v for k, v in fields.items() if v is not None and v != _DEFAULTS.get(k)}
        if isinstance(shown.get("metadata"), dict):
            shown["metadata"] = {k: v for k, v in shown["metadata"].items() if v is not None}
        return shown, {}
    after: Entry = {}
    before: Entry = {}
    for name, value in fields.items():
        present = old.get(name, _DEFAULTS.get(name))
        if name == "metadata" and value is not None:
            inner, was = difference(present, value)
            if inner:
                after[name] = inner
                was = {k: v for k, v in was.items() if v is not None}
                before |= {name: was} if was else {}
        elif value != present:
            after[name], before[name] = value, present
    return after, before


#: What a status has without any deposit saying so.
_DEFAULTS: dict[str, Any] = {"retry_count": 0, "inhibition": 0.0, "waited": 0, "metadata": {}}


def _validates(state: Draft, commit: Draft) -> bool:
    """Whether a state's record tells of the commit already."""
    named = state.after.get("metadata", {}).get("commit")
    return state.after.get("status") == Status.VALIDATED and named == commit.after["commit"] is not None


def _named(kind: Kind, admitted: Entry) -> str:
    return str(admitted.get("status", "annotated")) if kind is Kind.STATUS else "deposited"


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    """A deep copy of `fields` as JSON would give it back. Raises GuardrailViolation for what JSON can't hold."""
    return {_name(name): _plain_value(value, _DEEPEST) for name, value in fields.items()}


def _plain_value(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind in _SCALARS or (kind is float and isfinite(value)):
        return value
    if depth and kind is dict:
        return {_name(name): _plain_value(inner, depth - 1) for name, inner in value.items()}
    if depth and kind in (list, tuple):
        return [_plain_value(inner, depth - 1) for inner in value]
    for plain in (str, int):  # an enumeration's member is its value
        if isinstance(value, plain):
            return plain(value.value) if isinstance(value, Enum) else plain(value)
    said = value if kind is float else kind.__name__
    raise GuardrailViolation(
        f"a deposit holds plain JSON values only, nested {_DEEPEST} deep at most: not {said}"
    )


def _name(name: Any) -> str:
    if type(name) is str:
        return name
    if isinstance(name, (str, int)) and not isinstance(name, bool):
        return str(_plain_value(name, 0))
    raise GuardrailViolation(
        f"a deposit holds plain JSON values only: a field named by {type(name).__name__}"
    )


def _summary(fields: Any) -> Any:
    """Enough of a refused deposit to tell what was tried, without its bulk."""
    if not isinstance(fields, Mapping):
        return type(fields).__name__
    telling = {
        str(k): str(v)[:80] for k, v in fields.items() if k in ("status", "confidence", "agent", "tick")
    }
    return {**telling, "fields": sorted(map(str, fields))}
