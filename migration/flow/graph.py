"""Variables that hold sets of atoms, and the work list that carries each atom wherever it flows."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from migration.flow.atoms import Atom

_UNKNOWN = "?"
#: A place that holds so many different things is not told any more about.
_MOST = 16


class Variable:
    """A place: what it can hold, where that flows on to, and who wants to know of each new atom."""

    __slots__ = ("atoms", "targets", "watchers")

    def __init__(self) -> None:
        self.atoms: dict[Atom, None] = {}
        self.targets: dict[Variable, None] | None = None
        self.watchers: list[Callable[[Atom], None]] | None = None


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
            if _UNKNOWN in atoms:
                return
            atom = _UNKNOWN
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
