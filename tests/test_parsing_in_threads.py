"""Syntax trees are built by several threads at once, as when a model is asked for several files."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from migration.dialects.dialect import parse
from stigmergy.models.answer_gate import compiles_here

SOURCE = "\n".join(f"def f{n}(a):\n    return [x + {n} for x in a if (x and (a or x))]" for n in range(200))
CHECK = compiles_here(sys.version_info[:2])


class Garbage:
    """A cycle whose collection runs Python code, in which threads may change places."""

    def __init__(self) -> None:
        self.me = self

    def __del__(self) -> None:
        for _ in range(200):
            pass


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads that change places, and a collector that runs, as often as can be."""
    interval, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(1e-6)
    gc.set_threshold(50, 2, 2)
    yield
    sys.setswitchinterval(interval)
    gc.set_threshold(*thresholds)


@pytest.mark.parametrize("build", [lambda: parse(SOURCE) is not None, lambda: CHECK(SOURCE) == ""])
def test_threads_do_not_disturb_each_others_trees(build: Callable[[], bool], restless: None) -> None:
    def one(_: int) -> bool:
        garbage = [Garbage() for _ in range(40)]
        return build() and bool(garbage)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(one, range(60)))
