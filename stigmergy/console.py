"""What a person sees while a run goes on, and at its end. Plain lines without a terminal; `NO_COLOR` is honoured."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from stigmergy.loop import TickReport

#: More files than this are not all listed at the end.
MANY = 60
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
    """Prints progress and the closing summary to a stream."""

    def __init__(self, quiet: bool = False, stream: TextIO | None = None) -> None:
        self.quiet = quiet
        self.stream = stream or sys.stdout

    def say(self, text: str = "") -> None:
        """A line, unless quiet."""
        if not self.quiet:
            print(text, file=self.stream, flush=True)

    def tick(self, report: TickReport) -> None:
        """One line a tick: who acted, files by state."""
        acted = ", ".join(name for name, did in report.acted.items() if did) or "nobody"
        states = "  ".join(f"{name} {report.counts[name]}" for name in ORDER if report.counts.get(name))
        self.say(f"tick {report.tick:>3}  {states}   (acted: {acted})")

    def summary(self, summary: Mapping[str, Any], files: Sequence[Mapping[str, Any]]) -> None:
        """What was validated on what evidence, what needs a person and why, and what to type next."""
        from rich.console import Console as Terminal
        from rich.table import Table

        rows = files if len(files) <= MANY else [row for row in files if row["state"] != "validated"][:MANY]
        # Without a terminal nobody has said how wide a line may be; narrow columns would only break file names.
        width = None if self.stream.isatty() else 140
        terminal = Terminal(file=self.stream, highlight=False, markup=False, width=width)
        table = Table(
            title=f"Run {summary['run_id']}: {summary['stop_reason']}", title_justify="left", box=None
        )
        for column in ("file", "state", "evidence", "confidence", "tests", "why"):
            table.add_column(
                column, overflow="fold", justify="right" if column in ("confidence", "tests") else "left"
            )
        for row in rows:
            table.add_row(
                *(
                    str(row.get(column, ""))
                    for column in ("file", "state", "evidence", "confidence", "tests", "why")
                )
            )
        if not self.quiet:
            terminal.print(table)
            if len(rows) < len(files):
                terminal.print(
                    f"… and {len(files) - len(rows)} more files, see the summary in metrics/output."
                )
        for line in self.closing(summary):
            print(line, file=self.stream, flush=True)

    @staticmethod
    def closing(summary: Mapping[str, Any]) -> list[str]:
        """The sentences under the table."""
        lines = [
            "",
            f"{summary['files_validated']} of {summary['files_total']} files validated "
            f"({summary['files_verified']} by tests or differential runs, "
            f"{summary['files_unchanged']} needed no change), "
            f"{summary['files_needs_review']} need a person, {summary['files_skipped']} skipped.",
        ]
        for name, label in (
            ("suite_retention", "delivered branch"),
            ("suite_retention_candidates", "candidates branch"),
        ):
            share = summary.get(name)
            if share is not None:
                lines.append(f"Of the tests that pass on Python 2.7, {share:.1%} pass on the {label}.")
        if summary.get("suite_retention") is None and summary.get("suite_pass_rate") is not None:
            lines.append(
                "No Python 2.7 to compare with; "
                f"{summary['suite_pass_rate']:.1%} of the collected tests pass on the result."
            )
        lines += list(summary.get("weaknesses", ()))
        lines += ["", *summary.get("next_steps", ())]
        return lines
