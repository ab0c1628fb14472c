"""Which faults are planted: sites drawn by seed, as evenly over the operators as their sites allow."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping

from benchmarks.faults.migrated import REFERENCE
from benchmarks.faults.operators import OPERATORS, Edit, Fault, faults, planted


def draw(texts: Mapping[str, str], count: int, seed: str) -> list[Fault]:
    """At most `count` faults in `texts` (by file key): one operator after the other, each at sites of its own order.

    Equal arguments give equal faults. A fault that compiles to the same code is none, and is not drawn.
    """
    sites: dict[str, list[tuple[str, Edit]]] = {name: [] for name in OPERATORS}
    for key in sorted(texts):
        for name, edit in faults(key, texts[key]):
            sites[name].append((key, edit))
    turns = [_in_order(texts, name, found, seed) for name, found in sites.items()]
    random.Random(seed).shuffle(turns)
    drawn: dict[str, Fault] = {}
    while turns and len(drawn) < count:
        for turn in list(turns):
            fault = next(turn, None)
            if fault is None:
                turns.remove(turn)
            elif len(drawn) < count:
                drawn.setdefault(fault.id, fault)
    return list(drawn.values())


def _in_order(
    texts: Mapping[str, str], name: str, found: list[tuple[str, Edit]], seed: str
) -> Iterator[Fault]:
    random.Random(f"{seed}:{name}").shuffle(found)
    for key, edit in found:
        fault = planted(key, texts[key], name, edit)
        if fault is not None:
            yield fault


def missed_repairs(texts: Mapping[str, str]) -> list[Fault]:
    """The repairs of the bundled sample taken back, one each, where the file still compiles."""
    found = []
    for listed in json.loads((REFERENCE / "faults.json").read_text("utf-8")):
        key, text = listed["file"], texts.get(listed["file"], "")
        place = text.find(listed["repaired"])
        if place < 0:
            continue
        start = len(text[:place].encode())
        edit = Edit(start, start + len(listed["repaired"].encode()), listed["missed"].encode())
        fault = planted(key, text, f"missed repair ({listed['kind']})", edit, same_lines=False)
        if fault is not None:
            found.append(fault)
    return found
