"""What must be there before a file can be judged: what it imports, its tests, and what those import."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set


class Needs:
    """Who imports whom, by file key. `dependencies` are each file's direct imports."""

    def __init__(self, dependencies: Mapping[str, Sequence[str]], is_test: Callable[[str], bool]) -> None:
        self._dependencies = dependencies
        self._closures: dict[str, frozenset[str]] = {}
        self._tests_of: dict[str, set[str]] = {}
        for key in dependencies:
            if is_test(key):
                for needed in self.closure(key):
                    self._tests_of.setdefault(needed, set()).add(key)

    def closure(self, key: str) -> frozenset[str]:
        """Everything that `key` imports, directly or not, itself included."""
        if key not in self._closures:
            seen, stack = {key}, [key]
            while stack:
                for needed in self._dependencies.get(stack.pop(), ()):
                    if needed not in seen:
                        seen.add(needed)
                        stack.append(needed)
            self._closures[key] = frozenset(seen)
        return self._closures[key]

    def cycle(self, key: str, among: Set[str] | None = None) -> frozenset[str]:
        """The files (of those in `among`) that `key` imports and that import it, directly or not, itself included.

        One can't be told from the other by what fails at import.
        """
        imported = self.closure(key)
        return frozenset(
            other for other in (imported if among is None else imported & among) if key in self.closure(other)
        )

    def to_judge(self, key: str) -> frozenset[str]:
        """What the file imports, the tests that import it, and what those tests import."""
        needed = set(self.closure(key))
        for test in self._tests_of.get(key, ()):
            needed |= self.closure(test)
        return frozenset(needed)
