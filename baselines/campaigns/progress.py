"""What a campaign says while it runs: cells done, time left, money so far."""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from statistics import fmean
from types import TracebackType
from typing import Any, Self

from baselines.campaigns.cell import DONE
from baselines.campaigns.plan import Cell


class Forecast:
    """How long the rest will take, by what cells of the same repository and configuration took before."""

    def __init__(self, workers: int) -> None:
        self.workers = max(1, workers)
        self._seconds: dict[tuple[str, str], list[float]] = defaultdict(list)

    def add(self, cell: Cell, seconds: float) -> None:
        """Learn from a cell that is done."""
        self._seconds[cell.repository, cell.configuration].append(seconds)

    def seconds_left(self, cells: Iterable[Cell]) -> float | None:
        """Seconds for these cells; None while nothing is known yet.

        A pair never seen is taken to cost what its repository costs on average, else what all do.
        """
        if not self._seconds:
            return None
        every = [value for values in self._seconds.values() for value in values]
        by_repository: dict[str, list[float]] = defaultdict(list)
        for (repository, _), values in self._seconds.items():
            by_repository[repository] += values
        total = 0.0
        for cell in cells:
            known = self._seconds.get((cell.repository, cell.configuration))
            total += fmean(known or by_repository.get(cell.repository) or every)
        return total / self.workers


class Progress:
    """A bar where there is a terminal, else a line for each cell that ends. Used as a context."""

    def __init__(self, cells: list[Cell], finished: Mapping[Cell, Mapping[str, Any]], workers: int) -> None:
        self.total = len(cells)
        self.left = dict.fromkeys(cell for cell in cells if cell not in finished)
        self.forecast = Forecast(workers)
        self.money = 0.0
        self.simulated = False
        self.failed = 0
        self._bar: Any = None
        for cell, word in finished.items():
            self._count(cell, word)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
            from rich.progress import Progress as Bar

            self._bar = Bar(
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.description}"),
                console=Console(stderr=True),
                refresh_per_second=2,
            )
            self._bar.start()
            self._task = self._bar.add_task(
                self.state(), total=self.total, completed=self.total - len(self.left)
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    def ended(self, cell: Cell, word: Mapping[str, Any]) -> None:
        """A cell has come to its end."""
        self.left.pop(cell, None)
        self._count(cell, word)
        done = self.total - len(self.left)
        outcome = (
            str(word.get("stop_reason")) if word["state"] == DONE else f"{word['state']}: {word['reason']}"
        )
        seconds = float(word.get("seconds") or 0.0)
        line = f"{cell.repository} {cell.configuration} seed {cell.seed}: {outcome}, {seconds:.0f} s"
        if self._bar:
            self._bar.console.print(line, highlight=False, markup=False)
            self._bar.update(self._task, completed=done, description=self.state())
        else:
            clock = time.strftime("%H:%M:%S")
            print(f"{clock} [{done}/{self.total}] {line}; {self.state()}", file=sys.stderr, flush=True)

    def state(self) -> str:
        """Time left, money so far, and what failed."""
        left = self.forecast.seconds_left(self.left)
        parts = ["time left not known yet" if left is None else f"about {duration(left)} left"]
        parts.append(f"{self.money:.4f} USD so far" + (" (simulated)" if self.simulated else ""))
        if self.failed:
            parts.append(f"{self.failed} not usable")
        return ", ".join(parts)

    def _count(self, cell: Cell, word: Mapping[str, Any]) -> None:
        if word["state"] != DONE:
            self.failed += 1
            return
        self.forecast.add(cell, float(word.get("seconds") or 0.0))
        self.money += float(word.get("total_cost_usd") or 0.0)
        self.simulated = self.simulated or bool(word.get("simulated"))


def duration(seconds: float) -> str:
    """Seconds as people say them."""
    minutes = round(seconds / 60)
    if minutes < 2:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 120 else f"{seconds / 3600:.1f} h"
