"""Remembers in which tree each test last passed: what has changed since is what can have broken it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping


class Recollection:
    """The texts (hashes by file key) among which each test was last seen to pass. It lasts as long as the process."""

    def __init__(self) -> None:
        self._passed: dict[str, Mapping[str, str]] = {}

    def note(self, tests: Iterable[str], texts: Mapping[str, str]) -> None:
        """`tests` passed in a tree that holds `texts`."""
        for test in tests:
            self._passed[test] = texts

    def changed_since(self, test: str, texts: Mapping[str, str]) -> frozenset[str] | None:
        """Files of `texts` that are not as they were when `test` last passed; None when it never did."""
        before = self._passed.get(test)
        if before is None:
            return None
        return frozenset(key for key in before.keys() | texts.keys() if before.get(key) != texts.get(key))


def narrowed(
    blamed: tuple[str, ...], changed: Collection[str] | None, touched: Collection[str]
) -> tuple[str, ...]:
    """Of the files that a failing test is charged to, those that changed since it last passed.

    Where it is none of them, the changed files that the test executes are to blame, else all that changed: a
    file that has not changed can't have broken what passed with it, whatever the frames of the exception say.
    """
    if not changed:
        return blamed
    return tuple(key for key in blamed if key in changed) or tuple(
        sorted(set(changed).intersection(touched)) or sorted(changed)
    )
