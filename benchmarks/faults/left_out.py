"""Faults that a set of rules with a gap would make: a file migrated again, each time by all rules but one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.faults.operators import Fault, same_code
from migration.engine.pipeline import migrate
from migration.engine.registry import all_rules
from migration.repository.index import RepositoryIndex
from migration.source.source_text import decode

#: How the fault of a rule is named: its id behind it tells which one is missing.
LEFT_OUT = "rule left out"


def left_out(original: Path, texts: Mapping[str, str]) -> list[Fault]:
    """The faults of the delivered `texts` (by file key), of which `original` is the repository of before.

    A file whose text is not what the rules alone make of it (it was repaired) has none; a rule without which the
    file does not compile, or compiles to the same code, makes none either.
    """
    index = _index(original)
    return [fault for key in sorted(texts) for fault in _faults(key, texts[key], index)]


def _index(root: Path) -> RepositoryIndex:
    keys = [path.relative_to(root).as_posix() for path in sorted(root.rglob("*.py")) if path.is_file()]
    index = RepositoryIndex(keys, lambda key: decode((root / key).read_bytes()).text)
    index.read_dialects()
    return index


def _faults(key: str, text: str, index: RepositoryIndex) -> Iterator[Fault]:
    before = index.text(key)
    if before is None:
        return
    whole = migrate(before, key, index)
    if whole.text != text:
        return
    for rule in dict.fromkeys(change.author for change in whole.changes):
        if rule not in all_rules().by_id:
            continue
        faulty = migrate(before, key, index, registry=all_rules().without([rule])).text
        if not same_code(text, faulty, key):
            yield _told(f"{LEFT_OUT}: {rule}", key, text, faulty)


def _told(operator: str, key: str, text: str, faulty: str) -> Fault:
    """The fault, at the first line that is another one."""
    old, new = text.split("\n"), faulty.split("\n")
    place = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
    return Fault(operator, key, place + 1, old[place].strip(), new[place].strip(), faulty)
