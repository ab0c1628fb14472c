"""What tests of repairs share: a failure at a line of a text, and the texts that its candidates make of it."""

from __future__ import annotations

from environment.traces import Frame
from migration.repairing.registry import all_repairs
from migration.repairing.repair import Failure, Repair
from migration.repairing.scene import Scene, view
from migration.repairing.search import ranked, rewritten
from migration.repository.index import RepositoryIndex


def candidates(
    text: str,
    signature: str,
    line: int,
    *,
    repairs: tuple[Repair, ...] | None = None,
    key: str = "m.py",
    files: dict[str, str] | None = None,
    frames: tuple[int, ...] = (),
    original: str | None = None,
) -> list[str]:
    """The texts that repairs make of `text` after a failure, the first to try first; each of them parses.

    `original`: the text in Python 2; where it is not given, `text` is nothing else.
    """
    exception, _, message = signature.partition(": ")
    others = {**(files or {}), key: text}
    index = RepositoryIndex(others, others.__getitem__)
    module = view(text, key, index, (3, 11))
    assert module is not None, "the text has to be valid Python 3"
    failure = Failure(
        exception, message, line, tuple(Frame(key, n, "f") for n in (*frames, line) if n), ("t",)
    )
    found = []
    scene = Scene(module, failure, text if original is None else original, index)
    for _, candidate in ranked(scene, repairs or all_repairs()):
        result = rewritten(module, candidate.edits)
        if result is not None and result not in found and result != text:
            found.append(result)
    return found


def repair(name: str) -> tuple[Repair, ...]:
    """The repair of that id, alone."""
    return tuple(r for r in all_repairs() if r.id == name)
