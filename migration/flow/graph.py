"""The work list that carries each atom from variable to variable, wherever it flows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from migration.flow.atoms import UNKNOWN, Atom, Variable

#: A place that holds so many different things is not told any more about.
_MOST = 16


class Exhausted(Exception):
    """The program is too large, or too entangled, to be followed."""


class Graph:
    """Carries atoms along until nothing moves. Raises `Exhausted` after `budget` steps."""

    def __init__(self, budget: int) -> None:
        self._waiting: deque[tuple[Variable | Callable[[Atom], None], Atom]] = deque()
        self._left = budget

    def add(self, place: Variable, atom: Atom) -> None:
        """`place` can hold `atom`."""
        atoms = place.atoms
        if atom in atoms:
            return
        if len(atoms) >= _MOST:
            if UNKNOWN in atoms:
                return
            atom = UNKNOWN
        atoms[atom] = None
        for target in place.targets or ():
            if atom not in target.atoms:
                self._waiting.append((target, atom))
        for watcher in place.watchers or ():
            self._waiting.append((watcher, atom))

    def flow(self, source: Variable, target: Variable) -> None:
        """Whatever `source` holds, `target` can hold."""
        if source is target:
            return
        if source.targets is None:
            source.targets = {}
        elif target in source.targets:
            return
        source.targets[target] = None
        for atom in source.atoms:
            self._waiting.append((target, atom))

    def watch(self, place: Variable, watcher: Callable[[Atom], None]) -> None:
        """Tell `watcher` of each atom that `place` can hold, once."""
        if place.watchers is None:
            place.watchers = []
        place.watchers.append(watcher)
        for atom in place.atoms:
            self._waiting.append((watcher, atom))

    def settle(self) -> None:
        """Carry on until nothing moves."""
        waiting = self._waiting
        while waiting:
            place, atom = waiting.popleft()
            self._left -= 1
            if self._left < 0:
                raise Exhausted
            if place.__class__ is Variable:
                self.add(place, atom)
            else:
                place(atom)  # type: ignore[operator]
