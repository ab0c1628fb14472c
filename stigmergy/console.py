"""What a person sees while a run goes on, and at its end. Plain lines without a terminal; `NO_COLOR` is honoured."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from metrics.visible_text import visible
from stigmergy.loop import TickReport

if TYPE_CHECKING:
    from stigmergy.live_view import LiveView, Look

#: Width of the closing tables where nobody says how wide a line may be: narrow columns would only break file names.
WIDTH = 140
ORDER = [
    "pending",
    "in_progress",
    "transformed",
    "tested",
    "retry",
    "failed",
    "needs_review",
    "skipped",
    "validated",
]


class Console:
    """Prints progress and the closing summary to a stream. On a terminal, a view of the run stands below the lines."""

    def __init__(self, quiet: bool = False, stream: TextIO | None = None) -> None:
        self.quiet = quiet
        self.stream = stream or sys.stdout
        self._view: LiveView | None = None

    # -- while it runs -------------------------------------------------------------------------------------------

    @contextmanager
    def live(self) -> Iterator[None]:
        """Show the live view during the block, where there is a terminal to show it on and nobody asked for quiet."""
        if self.quiet or not self.stream.isatty():
            yield
            return
        from rich.console import Console as Terminal

        from stigmergy.live_view import LiveView

        terminal = Terminal(file=self.stream, highlight=False, markup=False)
        if terminal.is_dumb_terminal:
            yield
            return
        self._view = LiveView(terminal)
        self._view.start()
        try:
            yield
        finally:
            self.settle()

    def settle(self) -> None:
        """Take the live view away: what follows are plain lines."""
        if self._view is not None:
            self._view.stop()
            self._view = None

    def follow(self, look: Look) -> None:
        """Have the live view show what `look` sees."""
        if self._view is not None:
            self._view.look = look

    def stage(self, text: str) -> None:
        """What is going on where no agent has its turn; for the live view alone."""
        if self._view is not None:
            self._view.stage(text)

    def step(self, agent: str) -> None:
        """An agent's turn begins; for the live view alone."""
        if self._view is not None:
            self._view.step(agent)

    def say(self, text: str = "") -> None:
        """A line, unless quiet."""
        if self.quiet:
            return
        if self._view is not None:
            self._view.print(visible(text))
        else:
            print(visible(text), file=self.stream, flush=True)

    def tick(self, report: TickReport) -> None:
        """One line a tick: who acted, files by state."""
        acted = ", ".join(name for name, did in report.acted.items() if did) or "nobody"
        states = "  ".join(f"{name} {report.counts[name]}" for name in ORDER if report.counts.get(name))
        self.say(f"tick {report.tick:>3}  {states}   (acted: {acted})")

    # -- at its end ----------------------------------------------------------------------------------------------

    def summary(self, summary: Mapping[str, Any], files: Sequence[Mapping[str, Any]]) -> None:
        """What was validated on what evidence, what needs a person and why, and what to type next."""
        from rich.console import Console as Terminal

        from stigmergy.run_summary import sentences, tables

        self.settle()
        if not self.quiet:
            width = None if self.stream.isatty() else WIDTH
            terminal = Terminal(file=self.stream, highlight=False, markup=False, width=width)
            terminal.print(f"\nRun {summary['run_id']}: {summary['stop_reason']}")
            for table in tables(files):
                terminal.print()
                terminal.print(table)
        for line in sentences(summary):
            print(line, file=self.stream, flush=True)
