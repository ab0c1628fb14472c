"""Calls that run side by side decide about a shared budget in a fixed order, whatever order their answers come in.

Whether a call fits depends on what others have set aside and spent. Decided as answers arrive, a run near its ceiling
would be another one each time. So calls are decided in rounds: when every worker under way has a call to make or has
ended, those calls are decided in the order of the workers, and then made at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")


class Rounds:
    """Turns for `count` workers, of whom the first `width` that have not ended are under way.

    A worker that starts must be the next one in order, as those of a `ThreadPoolExecutor` of that width are.
    """

    def __init__(self, count: int, width: int) -> None:
        self._changed = threading.Condition()
        self._count = count
        self._next = min(width, count)
        self._running = set(range(self._next))
        self._waiting: dict[int, Callable[[], Any]] = {}
        self._decided: dict[int, Callable[[], Any]] = {}
        self._open = True

    @contextmanager
    def worker(self, number: int) -> Iterator[None]:
        """The life of one worker, in its own thread: what it decides `in_turn` is decided in rounds."""
        token = _SEAT.set((self, number))
        try:
            yield
        finally:
            _SEAT.reset(token)
            with self._changed:
                self._running.discard(number)
                if self._next < self._count:
                    self._running.add(self._next)
                    self._next += 1
                self._decide()

    def close(self) -> None:
        """Let everyone go on at once: some workers will never start."""
        with self._changed:
            self._open = False
            self._decide()

    def turn(self, number: int, decision: Callable[[], T | None]) -> T | None:
        """What `decision` gives, made in this worker's turn.

        None is no: it is final only when no other call of the round was let through, since those give back what
        they don't use. Until then it is asked again in the next round, and nobody behind it overtakes.
        """
        with self._changed:
            self._running.discard(number)
            self._waiting[number] = decision
            self._decide()
            while number not in self._decided:
                self._changed.wait()
            result = self._decided.pop(number)
        outcome: T | None = result()
        return outcome

    def _decide(self) -> None:
        if not self._waiting or (self._running and self._open):
            return
        let_through = False
        for number in sorted(self._waiting):
            result = _outcome(self._waiting[number])
            if result is None and let_through and self._open:
                break
            self._settle(number, result or _no)
            let_through |= result is not None
        self._changed.notify_all()

    def _settle(self, number: int, result: Callable[[], Any]) -> None:
        del self._waiting[number]
        self._decided[number] = result
        self._running.add(number)


def in_turn(decision: Callable[[], T | None]) -> T | None:
    """What `decision` gives; for one of several workers, made in its turn."""
    seat = _SEAT.get()
    return decision() if seat is None else seat[0].turn(seat[1], decision)


def _outcome(decision: Callable[[], Any]) -> Callable[[], Any] | None:
    """How a decision went, to be told in the thread that asked for it; None for no."""
    try:
        value = decision()
    except BaseException as error:
        return _raising(error)
    return None if value is None else lambda: value


def _raising(error: BaseException) -> Callable[[], Any]:
    def again() -> Any:
        raise error

    return again


def _no() -> None:
    return None


_SEAT: ContextVar[tuple[Rounds, int] | None] = ContextVar("seat", default=None)
