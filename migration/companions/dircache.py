"""Listings of folders, kept as long as these do not change: stands in for Python 2's module dircache."""

from __future__ import annotations

import os

__all__ = ["annotate", "listdir", "opendir", "reset"]

#: By path, when it was changed last and what was in it then.
cache: dict[str, tuple[float, list[str]]] = {}


def reset() -> None:
    """Forget all listings."""
    cache.clear()


def listdir(path: str) -> list[str]:
    """What is in `path`, sorted: the same list again as long as the folder is not changed."""
    known = cache.pop(path, None)
    changed = os.stat(path).st_mtime
    if known is None or known[0] != changed:
        known = changed, sorted(os.listdir(path))
    cache[path] = known
    return known[1]


opendir = listdir


def annotate(head: str, list: list[str]) -> None:
    """Put a slash behind the names in `list` that are folders of `head`."""
    for place, name in enumerate(list):
        if os.path.isdir(os.path.join(head, name)):
            list[place] = f"{name}/"
