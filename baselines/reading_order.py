"""In which order files are taken up: what others import comes before them."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping

from stigmergy.crafts import is_test


def reading_order(imports: Mapping[str, Collection[str]]) -> list[str]:
    """The files from the bottom of their imports: fewest imports not yet read first.

    Among those equal in this, tests come first, then what imports the least, then by name. In a cycle of imports
    the file with the fewest unread ones goes first.
    """
    unread = {key: len({k for k in imports[key] if k in imports and k != key}) for key in imports}
    importers: dict[str, list[str]] = {key: [] for key in imports}
    for key, imported in imports.items():
        for needed in set(imported) - {key}:
            if needed in importers:
                importers[needed].append(key)

    def place(key: str) -> tuple[int, bool, int, str]:
        return unread[key], not is_test(key), len(imports[key]), key

    heap = [place(key) for key in imports]
    heapq.heapify(heap)
    order: list[str] = []
    done: set[str] = set()
    while heap:
        number, _, _, key = heapq.heappop(heap)
        if key in done or number != unread[key]:
            continue
        done.add(key)
        order.append(key)
        for importer in importers[key]:
            if importer not in done:
                unread[importer] -= 1
                heapq.heappush(heap, place(importer))
    return order
