"""The end of a run for a person: what was validated on what evidence, what needs them and why, what to type next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from environment.traces import Status
from metrics.causes import Folded, fold
from metrics.held_back import sentences_of
from metrics.visible_text import one_line, visible
from metrics.words import EVIDENCE
from stigmergy.llm_spending import spending_lines

if TYPE_CHECKING:
    from rich.table import Table

#: Rows of causes that are printed, files named in one of them, characters of a cause.
MANY, NAMED, LONG = 25, 4, 160


def tables(files: Sequence[Mapping[str, Any]]) -> Iterator[Table]:
    """What was validated on which evidence; then what was not, one row a cause. `files` as `describe_file` gives."""
    evidence = Counter(
        (row["evidence"], row["unchanged"]) for row in files if row["state"] == Status.VALIDATED
    )
    if evidence:
        table = _table("Validated, by what was executed", "evidence", "files", "which means")
        for kind, meaning in EVIDENCE.items():
            for unchanged in (False, True):
                if evidence[kind, unchanged]:
                    name = kind.replace("_", " ") + (", no change needed" if unchanged else "")
                    table.add_row(name, str(evidence[kind, unchanged]), meaning)
        yield table
    causes = fold((row["file"], row["state"], row["cause"]) for row in files if row["cause"] is not None)
    if causes:
        table = _table("Not validated, and why", "state", "files", "why", "which")
        for cause in causes[:MANY]:
            table.add_row(
                cause.state.replace("_", " "),
                str(len(cause.files)),
                one_line(cause.cause, LONG) or "no reason was given",
                _named(cause),
            )
        if causes[MANY:]:
            rest = sum(len(cause.files) for cause in causes[MANY:])
            table.add_row("…", str(rest), f"{len(causes) - MANY} further causes: the report has them", "")
        yield table


def sentences(summary: Mapping[str, Any]) -> list[str]:
    """The lines under the tables, the last of them what to type next."""
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
    lines += [visible(line) for line in sentences_of(summary.get("held_back") or ())]
    if summary.get("suite_retention") is None and summary.get("suite_pass_rate") is not None:
        lines.append(
            "No Python 2.7 to compare with; "
            f"{summary['suite_pass_rate']:.1%} of the collected tests pass on the result."
        )
    if summary.get("total_tokens"):
        lines.append(
            f"Spent: {summary['total_tokens']:,} tokens, {summary.get('total_cost_usd', 0.0):.4f} USD"
            + (" (SIMULATED)." if summary.get("simulated") else ".")
        )
    lines += [visible(line) for line in (*spending_lines(summary), *summary.get("weaknesses", ()))]
    return [*lines, "", *(visible(line) for line in summary.get("next_steps", ()))]


def _named(cause: Folded) -> str:
    names = ", ".join(visible(key) for key in cause.files[:NAMED])
    return names + (f" and {len(cause.files) - NAMED} more" if len(cause.files) > NAMED else "")


def _table(title: str, *columns: str) -> Table:
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for column in columns:
        table.add_column(
            column, overflow="fold", justify="right" if column == "files" else "left", header_style="dim"
        )
    return table
