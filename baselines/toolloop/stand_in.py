"""What acts in the loop where there is no model: migrate each file, run the tests, repair what fails, answer.

It goes by the state of the migration and writes its steps in the form that models without native calls write. With
the simulated provider these steps are what the model says unless its error process spoils them; it then reads before
it edits, as a model has to, and writes texts of its own where a model would.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from baselines.toolloop.loop import Taken
from baselines.toolloop.migration_tools import Migration
from baselines.voice import Words
from environment.traces import TERMINAL, Status
from stigmergy.models.simulated import SIMULATED_TEXT


class StandIn:
    """Says the next step. `order` is the order of files; `simulated`: it is to act as a model that costs."""

    def __init__(self, migration: Migration, order: Sequence[str], simulated: bool) -> None:
        self.migration = migration
        self.order = order
        self.simulated = simulated

    def __call__(self, taken: Sequence[Taken]) -> Words:
        """The next step, given what was taken so far."""
        done: dict[tuple[str, str], int] = {}
        for each in taken:
            key = each.step.action, str(each.step.arguments.get("path") or "")
            done[key] = done.get(key, 0) + 1
        for words in self._wanted(done, taken):
            return words
        return _step("Nothing is left that I know how to do.", "answer", text=self._report())

    def _wanted(self, done: dict[tuple[str, str], int], taken: Sequence[Taken]) -> Iterator[Words]:
        migration, memory = self.migration, self.migration.memory
        for key in self.order:
            if memory.state(key) == Status.PENDING:
                yield from self._first(key, done)
        if self.simulated and migration.rules is not None:
            for key in self.order:
                if memory.state(key) == Status.TRANSFORMED and memory.fact(key, "open_sites"):
                    yield from self._by_hand(
                        key, done, "Rules leave places open in it; I look at them myself.", 1
                    )
        if migration.unjudged():
            last = taken[-1].step if taken else None
            if last is None or last.action != "run_tests":
                yield _step("I want to see what the rewritten files do.", "run_tests")
        for key in self.order:
            judgement = migration.judged.get(key)
            if judgement is None or memory.state(key) in TERMINAL or not judgement.issues:
                continue
            if migration.rules is not None and self._may_repair(key, done, taken):
                yield _step(f"Tests of {key} fail; perhaps a repair is known.", "migrate", path=key)
            elif self.simulated and migration.attempts.may_retry(key):
                yield from self._by_hand(
                    key, done, f"Tests of {key} fail; I write it anew.", migration.attempts.retries + 1
                )

    def _first(self, key: str, done: dict[tuple[str, str], int]) -> Iterator[Words]:
        if self.migration.rules is not None:
            if not done.get(("migrate", key)):
                yield _step(f"{key} is still in Python 2.", "migrate", path=key)
        elif self.simulated:
            yield from self._by_hand(
                key, done, f"{key} is still in Python 2.", self.migration.attempts.retries + 1
            )

    def _by_hand(
        self, key: str, done: dict[tuple[str, str], int], thought: str, most: int
    ) -> Iterator[Words]:
        """Read the file, then write it, as a simulated model does."""
        if not done.get(("read", key)):
            yield _step(f"{thought} First I read it.", "read", path=key)
        elif done.get(("edit", key), 0) < most:
            request = self.migration.attempts.request(key)
            words = _step(thought, "edit", path=key, text=SIMULATED_TEXT)
            yield Words(words.text, request)

    def _may_repair(self, key: str, done: dict[tuple[str, str], int], taken: Sequence[Taken]) -> bool:
        """Whether a repair was not looked for in vain since the tests last ran."""
        judgement = self.migration.judged[key]
        if not self.migration.attempts.left(key, judgement) or not self.migration.attempts.may_retry(key):
            return False
        for each in reversed(taken):
            if each.step.action == "run_tests":
                return True
            if each.step.action == "migrate" and each.step.arguments.get("path") == key:
                return False
        return True

    def _report(self) -> str:
        states: dict[str, int] = {}
        for entry in self.migration.memory.status.values():
            states[entry["status"]] = states.get(entry["status"], 0) + 1
        return "Files by state: " + ", ".join(f"{n} {name}" for name, n in sorted(states.items()))


def _step(thought: str, action: str, **arguments: Any) -> Words:
    return Words(
        json.dumps({"thought": thought, "action": action, "arguments": arguments}, ensure_ascii=False)
    )
