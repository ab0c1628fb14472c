"""The live view of a run: a few lines at the foot of the terminal, drawn anew while the run works above them.

It looks and never asks: what it shows is read from the medium's maps and the budget, without a lock. It redraws at
most four times a second, and so seldom that drawing takes less than SHARE of the time, on however slow a machine.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from environment.traces import TERMINAL, Status
from metrics.visible_text import one_line
from stigmergy.logs import PACKAGES

if TYPE_CHECKING:
    from rich.console import Console as Terminal
    from rich.text import Text

log = logging.getLogger("stigmergy.live_view")
#: Share of the time that drawing may take; seconds between two drawings at least, and when nothing has changed.
SHARE, FASTEST, CALM = 0.008, 0.25, 1.0
#: Names a file for benchmarks/live_view.py: what drawing has cost is written there at the end.
COST_FILE = "STIGMERGY_VIEW_COST"
#: The time left is guessed when at most so many times as many files are left as are decided.
ENOUGH = 4
#: Decisions kept in sight, files named, cells of the bar.
DECISIONS, NAMED, BAR = 4, 3, 40
COLOURS = {
    Status.VALIDATED: "green",
    Status.NEEDS_REVIEW: "yellow",
    Status.SKIPPED: "bright_black",
    Status.FAILED: "red",
    Status.RETRY: "red",
    Status.TESTED: "cyan",
    Status.TRANSFORMED: "magenta",
    Status.IN_PROGRESS: "blue",
    Status.PENDING: "bright_black",
}
#: The state in which an agent finds the files it works on.
IN_HAND = {
    "transformer": Status.IN_PROGRESS,
    "tester": Status.TRANSFORMED,
    "validator": Status.TESTED,
}


@dataclass(frozen=True)
class Sight:
    """What there is to see of a run. Ceilings are 0 where there is none; `calls` is None where no model is called.

    `hand` are the first files in the state that the present agent works on, `in_hand` how many there are.
    """

    tick: int = 0
    max_ticks: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    hand: tuple[str, ...] = ()
    in_hand: int = 0
    tokens: int = 0
    max_tokens: int = 0
    usd: float = 0.0
    max_usd: float = 0.0
    calls: int | None = None
    seconds_left: float | None = None


#: Looks at the run; is told which agent has its turn.
Look = Callable[[str], Sight]


class LiveView:
    """Draws on `terminal` from `start` to `stop`. What is printed meanwhile, by anyone, appears above."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.look: Look = lambda agent: Sight()
        #: CPU seconds spent drawing, and how often.
        self.cost, self.drawn = 0.0, 0
        self._stage, self._agent = "preparing", ""
        self._began = self._since = time.monotonic()
        self._looped: float | None = None
        self._decisions: deque[str] = deque(maxlen=DECISIONS)
        self._news, self._end = threading.Event(), threading.Event()
        self._listener = _Listener(self._decisions, self._news)
        self._thread = threading.Thread(target=self._draw_on, name="live-view", daemon=True)
        self._redirected: list[tuple[logging.StreamHandler[TextIO], TextIO]] = []

    def start(self) -> None:
        """Show the view."""
        from rich.live import Live

        errors = sys.stderr
        self._live = Live(
            console=self.terminal,
            auto_refresh=False,
            transient=True,
            redirect_stderr=errors.isatty(),
            vertical_overflow="crop",
        )
        self._live.start()
        # Warnings appear above the view and not in the middle of it.
        for handler in {h for name in PACKAGES for h in logging.getLogger(name).handlers}:
            if isinstance(handler, logging.StreamHandler) and handler.stream is errors:
                self._redirected.append((handler, errors))
                handler.setStream(sys.stderr)
        logging.getLogger("stigmergy.validator").addHandler(self._listener)
        self._thread.start()

    def stop(self) -> None:
        """Take the view away; safe to call twice."""
        if self._end.is_set():
            return
        self._end.set()
        self._news.set()
        logging.getLogger("stigmergy.validator").removeHandler(self._listener)
        self._thread.join(5)
        for handler, stream in self._redirected:
            handler.setStream(stream)
        self._live.stop()
        told = os.environ.get(COST_FILE)
        if told:
            cost = {"drawings": self.drawn, "drawing_cpu_s": self.cost}
            Path(told).write_text(json.dumps(cost), encoding="ascii")

    def stage(self, text: str) -> None:
        """Say what is going on where no agent has its turn."""
        self._stage, self._agent, self._since = text, "", time.monotonic()
        self._news.set()

    def step(self, agent: str) -> None:
        """An agent's turn begins."""
        self._looped = self._looped or time.monotonic()
        self._stage, self._agent, self._since = "", agent, time.monotonic()
        self._news.set()

    def print(self, text: str) -> None:
        """A line above the view."""
        from rich.text import Text

        self._live.console.print(Text(text), soft_wrap=True)

    # -- drawing -------------------------------------------------------------------------------------------------

    def _draw_on(self) -> None:
        pause, last = 0.0, Sight()
        while not self._end.wait(pause):
            self._news.clear()
            began = time.thread_time()
            sight = last
            try:
                sight = self.look(self._agent)
                self._live.update(self.rendered(sight), refresh=True)
            except Exception:
                # A map that changed while it was read, a terminal that is gone: whatever it is, the run goes on.
                log.debug("the live view could not be drawn", exc_info=True)
            spent = time.thread_time() - began
            self.cost, self.drawn = self.cost + spent, self.drawn + 1
            pause = max(FASTEST, spent / SHARE)
            if sight == last:
                # Only the clock has moved: once a second is enough, unless there is news before.
                self._news.wait(max(0.0, CALM - pause))
            last = sight

    def rendered(self, sight: Sight) -> Text:
        """The view as styled text, each line cut to the terminal's width."""
        from rich.text import Text

        now = time.monotonic()
        lines = [self._head(sight, now), _bar(sight.counts), _counts(sight.counts)]
        if sight.hand:
            more = f" and {sight.in_hand - len(sight.hand)} more" if sight.in_hand > len(sight.hand) else ""
            lines.append(Text("in hand: " + ", ".join(one_line(key, 60) for key in sight.hand) + more))
        lines += [Text(_money(sight)), Text(self._time(sight, now))]
        lines += [Text(f"decided: {line}", style="dim") for line in list(self._decisions)]
        room = max(20, self.terminal.width - 1)
        for line in lines:
            line.truncate(room, overflow="ellipsis")
        return Text("\n").join([Text("─" * min(room, 72), style="dim"), *(line for line in lines if line)])

    def _head(self, sight: Sight, now: float) -> Text:
        from rich.text import Text

        head = Text()
        if sight.tick:
            of = f" of at most {sight.max_ticks}" if sight.max_ticks else ""
            head.append(f"tick {sight.tick}{of}  ", style="bold")
        head.append(self._agent or self._stage, style="bold cyan")
        head.append(f" for {clock(now - self._since)}, {clock(now - self._began)} in all")
        return head

    def _time(self, sight: Sight, now: float) -> str:
        parts = []
        decided = sum(n for state, n in sight.counts.items() if state in TERMINAL)
        left = sum(sight.counts.values()) - decided
        if 0 < left <= ENOUGH * decided and self._agent and self._looped:
            parts.append(f"about {clock((now - self._looped) * left / decided)} left at this pace")
        if sight.seconds_left is not None:
            parts.append(f"stops in {clock(max(0.0, sight.seconds_left))} (--max-minutes)")
        return ", ".join(parts)


class _Listener(logging.Handler):
    """Hears what the Validator says it decided."""

    def __init__(self, kept: deque[str], news: threading.Event) -> None:
        super().__init__(logging.INFO)
        self._kept, self._news = kept, news

    def emit(self, record: logging.LogRecord) -> None:
        self._kept.append(one_line(record.getMessage(), 200))
        self._news.set()


def clock(seconds: float) -> str:
    """Seconds as `0:07`, `12:05`, `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _bar(counts: Mapping[str, int]) -> Text:
    """Files by state as one bar, a cell at least for every state that has any."""
    from rich.text import Text

    bar, total, done = Text(), sum(counts.values()), 0
    if not total:
        return bar
    drawn = 0
    for state, colour in COLOURS.items():
        done += counts.get(state, 0)
        cells = round(BAR * done / total) - drawn
        bar.append(("█" if state in TERMINAL else "░") * cells, style=colour)
        drawn += cells
    decided = sum(n for state, n in counts.items() if state in TERMINAL)
    bar.append(f"  {decided} of {total} decided")
    return bar


def _counts(counts: Mapping[str, int]) -> Text:
    from rich.text import Text

    line = Text()
    for state, colour in COLOURS.items():
        if counts.get(state):
            line.append(f"{state.value.replace('_', ' ')} {counts[state]}  ", style=colour)
    return line


def _money(sight: Sight) -> str:
    if sight.calls is None:
        return "no model is called: no tokens, no money"
    tokens = f"{sight.tokens:,}" + (f" of {sight.max_tokens:,}" if sight.max_tokens else "") + " tokens"
    usd = f"{sight.usd:.4f}" + (f" of {sight.max_usd:.2f}" if sight.max_usd else "") + " USD"
    return f"{tokens}, {usd}, {sight.calls} calls"


def sight_of(
    by_status: Mapping[str, Mapping[str, None]], agent: str, tick: int, ceilings: Sight, **more: object
) -> Sight:
    """What the maps of the medium show now. They may change meanwhile: each is copied in one go."""
    counts = {state: len(keys) for state, keys in list(by_status.items()) if keys}
    state = IN_HAND.get(agent)
    keys = list(by_status.get(state, {})) if state else []
    return replace(
        ceilings,
        tick=tick,
        counts=counts,
        hand=tuple(keys[:NAMED]),
        in_hand=len(keys),
        **more,  # type: ignore[arg-type]
    )
