"""What holds the delivery back: the files without proof that tests wait for, those first that free most tests each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

#: Steps that are told, and files named in one.
STEPS, NAMED = 3, 6


@dataclass(frozen=True, slots=True)
class Step:
    """Files that are to be decided about together, the one that most tests wait for first; and how many tests that
    frees, those of earlier steps not counted."""

    files: tuple[str, ...]
    tests: int


def held_back(needs: Mapping[str, Iterable[str]]) -> list[Step]:
    """In which order to review. `needs`: by test that passes with all candidates and not as delivered, the files
    without proof that it leans on.

    A test that leans on none of them is no one file's: it is left out.
    """
    left = {test: frozenset(files) for test, files in needs.items()}
    waiting: dict[str, int] = {}
    for files in left.values():
        for key in files:
            waiting[key] = waiting.get(key, 0) + 1
    steps, approved = [], frozenset[str]()
    while left := {test: files for test, files in left.items() if files - approved}:
        best = min(set(left.values()), key=lambda files: _rank(files - approved, left, approved))
        added = best - approved
        approved |= best
        freed = sum(files <= approved for files in left.values())
        steps.append(Step(tuple(sorted(added, key=lambda key: (-waiting[key], key))), freed))
    return steps


def _rank(
    files: frozenset[str], left: Mapping[str, frozenset[str]], approved: frozenset[str]
) -> tuple[float, list[str]]:
    freed = sum(needed <= approved | files for needed in left.values())
    return -freed / len(files), sorted(files)


def sentences_of(steps: Sequence[Mapping[str, Any]]) -> list[str]:
    """The first steps in words, as a summary holds them (`files`, `tests`)."""
    said = []
    for number, step in enumerate(steps[:STEPS]):
        files = step["files"]
        names = ", ".join(files[:NAMED]) + (f" and {len(files) - NAMED} more" if files[NAMED:] else "")
        begin = (
            f"Then {step['tests']}"
            if number
            else f"Held back: {step['tests']} tests that pass with all candidates"
        )
        said.append(f"{begin} wait for {names}{' together' if files[1:] else ' alone'}.")
    if steps[STEPS:]:
        said.append(f"The other {sum(step['tests'] for step in steps[STEPS:])} wait for several files more.")
    return said
