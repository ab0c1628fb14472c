"""The loop: turns in order, once a tick, until a stop condition holds."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

import pytest

from stigmergy.loop import Limits, Loop, StopReason, TickReport, exit_code
from stigmergy.stopping import Patience
from verification.sandbox import GivenUp


class World:
    """A world that counts, with files by state set by the test."""

    def __init__(self, counts: dict[str, int] | None = None, fading: int = 0) -> None:
        self.tick = 0
        self.counts = counts or {"pending": 1}
        self.still_fading = fading
        self.flushed = 0
        self.activity: list[bool] = []

    def begin_tick(self) -> None:
        self.tick += 1
        self.still_fading = max(0, self.still_fading - 1)

    def note_activity(self, acted: bool) -> None:
        self.activity.append(acted)

    def count_by_status(self) -> dict[str, int]:
        return self.counts

    def fading(self) -> int:
        return self.still_fading

    def flush(self) -> None:
        self.flushed += 1


class Seat:
    """Takes turns; acts while `acts` says so."""

    def __init__(self, name: str, order: list[str], acts: Callable[[], bool] = lambda: True) -> None:
        self.name, self.order, self.acts = name, order, acts

    def step(self) -> bool:
        self.order.append(self.name)
        return self.acts()


NAMES = ["scout", "transformer", "tester", "validator"]


def seats(order: list[str], acts: Callable[[], bool] = lambda: True) -> list[Seat]:
    return [Seat(name, order, acts) for name in NAMES]


def test_every_agent_has_one_turn_a_tick_in_order() -> None:
    order: list[str] = []
    reports: list[TickReport] = []
    reason = Loop(World(), seats(order), Limits(max_ticks=3), on_tick=reports.append).run()
    assert reason == StopReason.MAX_TICKS
    assert order == NAMES * 3
    assert [r.tick for r in reports] == [1, 2, 3]
    assert reports[0].acted == dict.fromkeys(NAMES, True)


def test_an_idle_agent_keeps_its_seat() -> None:
    order: list[str] = []
    agents = seats(order)
    agents[1].acts = lambda: False
    Loop(World(), agents, Limits(max_ticks=2)).run()
    assert order == NAMES * 2


def test_it_stops_when_every_file_is_decided_and_a_file_for_a_person_counts_as_decided() -> None:
    world = World({"validated": 2, "skipped": 1, "needs_review": 1})
    assert Loop(world, seats([])).run() == StopReason.ALL_TERMINAL
    assert world.tick == 1 and world.flushed == 1


def test_news_of_the_whole_give_another_round_when_every_file_is_decided() -> None:
    news = iter([True, True, False])
    world = World({"validated": 2})
    assert Loop(world, seats([]), unsettled=lambda: next(news)).run() == StopReason.ALL_TERMINAL
    assert world.tick == 3
    hurried = World({"validated": 2})
    assert (
        Loop(hurried, seats([]), Limits(max_ticks=1), unsettled=lambda: True).run() == StopReason.ALL_TERMINAL
    )
    assert hurried.tick == 1, "where no tick is left, nobody looks"


def test_it_stops_after_idle_ticks_but_not_while_inhibition_fades() -> None:
    idle = World()
    assert Loop(idle, seats([], lambda: False), Limits(idle_cycles=2)).run() == StopReason.IDLE_CYCLES
    assert idle.tick == 2 and idle.activity == [False, False]
    fading = World(fading=6)
    assert Loop(fading, seats([], lambda: False), Limits(idle_cycles=2)).run() == StopReason.IDLE_CYCLES
    assert fading.tick == 7


def test_a_spent_budget_lets_what_is_under_way_finish() -> None:
    turns = iter([True, False, False, False, False, False, False, False])
    world = World()
    reason = Loop(world, seats([], lambda: next(turns)), Limits(idle_cycles=9), exhausted=lambda: True).run()
    assert reason == StopReason.BUDGET_EXHAUSTED
    assert world.tick == 2


def test_time_is_up_in_good_order() -> None:
    moments = iter(range(0, 10_000, 50))
    world = World()
    patience = Patience(clock=lambda: float(next(moments)))
    patience.lasts_until(300)
    reason = Loop(world, seats([]), patience=patience).run()
    assert reason == StopReason.MAX_MINUTES and world.flushed == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_finishes_the_step_in_hand_and_stops(number: signal.Signals) -> None:
    order: list[str] = []
    agents = seats(order)
    agents[1].acts = lambda: bool(os.kill(os.getpid(), number)) or True
    before = signal.getsignal(number)
    assert Loop(World(), agents).run() == StopReason.INTERRUPTED
    assert order == ["scout", "transformer"]
    assert signal.getsignal(number) == before


def given_up() -> bool:
    raise GivenUp


def test_a_turn_that_is_given_up_is_the_last() -> None:
    order: list[str] = []
    agents = seats(order)
    agents[1].acts = given_up
    reports: list[TickReport] = []
    assert Loop(World(), agents, on_tick=reports.append).run() == StopReason.MAX_MINUTES
    assert order == ["scout", "transformer"]
    assert reports[0].given_up and not reports[0].acted["transformer"]


def test_whose_turn_is_given_up_because_somebody_asked_was_interrupted() -> None:
    patience = Patience()
    agents = seats([])

    def stopped() -> bool:
        patience.asked.set()
        raise GivenUp

    agents[1].acts = stopped
    assert Loop(World(), agents, patience=patience).run() == StopReason.INTERRUPTED


def test_the_last_look_at_the_whole_may_be_given_up_too() -> None:
    world = World({"validated": 2})
    assert Loop(world, seats([]), unsettled=given_up).run() == StopReason.MAX_MINUTES
    assert world.flushed == 1


def test_an_error_passes_through_after_saving() -> None:
    world = World()

    def broken() -> bool:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        Loop(world, seats([], broken)).run()
    assert world.flushed == 1


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        (StopReason.ALL_TERMINAL, 0),
        (StopReason.MAX_TICKS, 1),
        (StopReason.IDLE_CYCLES, 1),
        (StopReason.BUDGET_EXHAUSTED, 1),
        (StopReason.MAX_MINUTES, 1),
        (StopReason.FATAL, 3),
        (StopReason.INTERRUPTED, 130),
    ],
)
def test_exit_codes(reason: StopReason, code: int) -> None:
    assert exit_code(reason) == code
