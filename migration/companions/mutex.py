"""A lock for one thread, which calls those who wait for it in turn: stands in for Python 2's module mutex."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

__all__ = ["mutex"]


class mutex:
    """A flag, and a queue of what is to be called with an argument when it is free."""

    def __init__(self) -> None:
        self.locked = False
        self.queue: deque[tuple[Callable[[Any], object], Any]] = deque()

    def test(self) -> bool:
        """Whether it is taken."""
        return self.locked

    def testandset(self) -> bool:
        """Take it if it is free, and say whether it was."""
        free = not self.locked
        self.locked = True
        return free

    def lock(self, function: Callable[[Any], object], argument: Any) -> None:
        """Take it and call at once, or wait until it is given back."""
        if self.testandset():
            function(argument)
        else:
            self.queue.append((function, argument))

    def unlock(self) -> None:
        """Give it back, or hand it to the next who waits."""
        if self.queue:
            function, argument = self.queue.popleft()
            function(argument)
        else:
            self.locked = False
