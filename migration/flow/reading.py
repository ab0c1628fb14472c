"""What is known of a name or an attribute where it is read: what it was given last, and that it is not None."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

from migration.flow.atoms import NONE, Atom, Variable
from migration.flow.graph import Graph
from migration.flow.narrowing import dotted, rebound, shown_after, shown_by, without

#: Of what is read: a variable, or None for the place itself, and whether None is left out of it.
_Source = tuple[Variable | None, bool]


class Reading:
    """Goes along with a builder from statement to statement, and forgets what may have changed since.

    Attributes are taken to stay what a test has shown while other functions run.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known: dict[str, tuple[_Source, ...]] = {}
        self._narrowed: dict[Variable, Variable] = {}

    def of(self, node: ast.expr, place: Variable) -> Variable:
        """What `node` can hold where it is read; `place` is what it can hold anywhere."""
        sources = self._known.get(dotted(node)) if self._known else None
        if sources is None:
            return place
        read = [self._without_none(v or place) if narrow else v or place for v, narrow in sources]
        if len(read) == 1:
            return read[0]
        result = Variable()
        for source in read:
            self._graph.flow(source, result)
        return result

    def give(self, name: str, value: Variable) -> None:
        """From here on a name of a function is what it has just been given."""
        self._known = {**without(self._known, {name}), name: ((value, False),)}

    def forget(self, changed: Iterable[ast.AST]) -> None:
        """Statements may give the names in them, and the attributes, something else."""
        if self._known:
            self._known = without(self._known, rebound(changed))

    def pass_by(self, statement: ast.stmt, places: Mapping[ast.expr, Variable]) -> None:
        """Keep what a statement shows of what comes behind it."""
        for key, given in shown_after(statement).items():
            sources = self._shown(key)
            if given is not None:
                sources += ((places.get(given), False),)
            self._known[key] = sources

    def show(self, test: ast.expr, holds: bool = True) -> None:
        """From here on a test holds, or does not."""
        self._known |= {key: self._shown(key) for key in shown_by(test, holds)}

    @contextmanager
    def apart(self, test: ast.expr | None = None, holds: bool = True) -> Iterator[None]:
        """Within, a test holds, or does not; what is learned there is forgotten."""
        outer, self._known = self._known, dict(self._known)
        if test is not None:
            self.show(test, holds)
        yield
        self._known = outer

    @contextmanager
    def anew(self) -> Iterator[None]:
        """Within nothing is known: in the body of a function, which runs at another time."""
        outer, self._known = self._known, {}
        yield
        self._known = outer

    def _shown(self, key: str) -> tuple[_Source, ...]:
        return tuple((variable, True) for variable, _ in self._known.get(key, ((None, False),)))

    def _without_none(self, variable: Variable) -> Variable:
        narrowed = self._narrowed.get(variable)
        if narrowed is None:
            narrowed = self._narrowed[variable] = Variable()
            self._graph.watch(variable, partial(self._add, narrowed))
        return narrowed

    def _add(self, narrowed: Variable, atom: Atom) -> None:
        if atom != NONE:
            self._graph.add(narrowed, atom)
