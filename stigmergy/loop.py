"""The loop: gives turns, tick after tick, and knows when to stop. It directs nobody.

One tick: the environment's own turn (time-to-live, requeue, fading), then each agent in order, once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from environment.traces import TERMINAL, Status
from stigmergy.stopping import FatalError, Patience, StopReason, exit_code, stop_requests
from verification.sandbox import GivenUp

__all__ = ["FatalError", "Limits", "Loop", "StopReason", "TickReport", "exit_code"]


class Turn(Protocol):
    """Whoever takes turns in the loop."""

    @property
    def name(self) -> str: ...

    def step(self) -> bool: ...


class World(Protocol):
    """What the loop needs of the environment."""

    @property
    def tick(self) -> int: ...
    def begin_tick(self) -> Any: ...
    def note_activity(self, acted: bool) -> None: ...
    def count_by_status(self) -> Mapping[str, int]: ...
    def fading(self) -> int: ...
    def flush(self) -> None: ...


@dataclass(frozen=True)
class Limits:
    """When to stop although not everything is decided."""

    max_ticks: int = 50
    idle_cycles: int = 2


@dataclass(frozen=True)
class TickReport:
    """What happened in one tick: who acted, files by state, seconds; whether a turn was given up before its end."""

    tick: int
    acted: Mapping[str, bool]
    counts: Mapping[str, int]
    seconds: Mapping[str, float] = field(default_factory=dict)
    given_up: bool = False


class Loop:
    """Steps the agents in turn until a stop condition holds.

    `exhausted` says whether the budget is spent; `on_tick` hears of each finished tick and `on_step` of each turn
    about to be taken. `unsettled` is asked when every file is decided: whether there is news of the whole that
    deserves another round. `patience` says when the time is up, and whether somebody asked to stop. A turn, or
    `unsettled`, that raises GivenUp has run out of it: it left nothing, and the loop ends.
    """

    def __init__(
        self,
        world: World,
        agents: Sequence[Turn],
        limits: Limits | None = None,
        exhausted: Callable[[], bool] = lambda: False,
        on_tick: Callable[[TickReport], None] = lambda report: None,
        on_step: Callable[[str], None] = lambda name: None,
        clock: Callable[[], float] = time.monotonic,
        unsettled: Callable[[], bool] = lambda: False,
        patience: Patience | None = None,
    ) -> None:
        self.world = world
        self.agents = agents
        self.limits = limits or Limits()
        self.exhausted = exhausted
        self.on_tick = on_tick
        self.on_step = on_step
        self.clock = clock
        self.unsettled = unsettled
        self.patience = patience or Patience()

    def run(self) -> StopReason:
        """Ticks until a stop condition holds, and which. FatalError passes through, after saving."""
        idle = 0
        first_tick = self.world.tick
        try:
            with stop_requests(self.patience.asked):
                while True:
                    report = self._tick()
                    acted = any(report.acted.values())
                    fading = self.world.fading()
                    self.world.note_activity(acted or fading > 0)
                    self.on_tick(report)
                    idle = 0 if acted or fading else idle + 1
                    if report.given_up or self.patience.asked.is_set():
                        return self._out_of_patience()
                    last = self.world.tick - first_tick >= self.limits.max_ticks
                    late = self.patience.is_late()
                    if self._all_terminal(report.counts) and (last or late or not self.unsettled()):
                        return self._decided(report.counts)
                    if not acted and not fading and self.exhausted():
                        return StopReason.BUDGET_EXHAUSTED
                    if idle >= self.limits.idle_cycles:
                        return StopReason.IDLE_CYCLES
                    if last:
                        return StopReason.MAX_TICKS
                    if late:
                        return StopReason.MAX_MINUTES
        except GivenUp:
            return self._out_of_patience()
        finally:
            self.world.flush()

    def _tick(self) -> TickReport:
        self.world.begin_tick()
        acted: dict[str, bool] = {}
        seconds: dict[str, float] = {}
        given_up = False
        for agent in self.agents:
            began = self.clock()
            self.on_step(str(agent.name))
            try:
                acted[agent.name] = agent.step()
            except GivenUp:
                acted[agent.name], given_up = False, True
            seconds[agent.name] = self.clock() - began
            if given_up or self.patience.asked.is_set():
                break
        return TickReport(self.world.tick, acted, self.world.count_by_status(), seconds, given_up)

    def _out_of_patience(self) -> StopReason:
        return StopReason.INTERRUPTED if self.patience.asked.is_set() else StopReason.MAX_MINUTES

    def _decided(self, counts: Mapping[str, int]) -> StopReason:
        """Why a run ended in which every file is decided: where money ran out before some were, that is why."""
        undelivered = any(n for status, n in counts.items() if Status(status) != Status.VALIDATED)
        return StopReason.BUDGET_EXHAUSTED if undelivered and self.exhausted() else StopReason.ALL_TERMINAL

    @staticmethod
    def _all_terminal(counts: Mapping[str, int]) -> bool:
        return not any(n for status, n in counts.items() if Status(status) not in TERMINAL)
