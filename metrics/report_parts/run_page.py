"""The page of one run: what is shown of it, in the order in which it is read."""

from __future__ import annotations

from collections import Counter
from typing import Any

from environment.traces import Kind, Status
from metrics.causes import fold
from metrics.held_back import sentences_of
from metrics.report_parts import import_graph
from metrics.report_parts.file_record import cells_of, details_of, row_of
from metrics.report_parts.page import render
from metrics.report_parts.run_data import RunData
from metrics.visible_text import visible
from metrics.words import EVIDENCE, SIGNS

#: Files named of those that share a cause.
NAMED = 8
#: Rows of the file table that are laid out at once; the others follow as one scrolls to them.
FIRST = 150


class _Known(dict[str, Any]):
    """What a manifest or a summary holds; None for what it does not: the run was killed, or had nothing to say."""

    def __missing__(self, name: str) -> None:
        return None


def run_page(run: RunData) -> str:
    """The whole report of `run` as HTML."""
    keys = run.story.keys
    index = {key: number for number, key in enumerate(keys)}
    rows = [row_of(key, run) for key in keys]
    tasks = run.story.state.maps[Kind.TASKS]
    imports = {key: list((tasks.get(key) or {}).get("dependencies") or ()) for key in keys}
    users: dict[str, list[str]] = {}
    for key, wanted in imports.items():
        for other in wanted:
            users.setdefault(other, []).append(key)
    states = {key: row["state"] for key, row in zip(keys, rows, strict=True)}
    graph = import_graph.draw(
        {visible(k): s for k, s in states.items()}, _shown(imports), _shown_index(index)
    )
    causes = fold(
        (key, row["state"], row["cause"])
        for key, row in zip(keys, rows, strict=True)
        if row["state"] != Status.VALIDATED
    )
    small = {
        "ticks": run.story.ticks,
        "first": FIRST,
        "signs": SIGNS,
        "words": EVIDENCE,
        "files": [
            [row["key"], row["state"], cells_of(run.story.cells.get(key, ()))]
            for key, row in zip(keys, rows, strict=True)
        ],
    }
    counts = Counter(states.values())
    return render(
        "run.html",
        "report.js",
        title=_title(run),
        run=run,
        run_id=run.run_id,
        manifest=_Known(run.manifest),
        summary=_Known(run.summary),
        interpreters=run.manifest.get("interpreters") or {},
        rows=rows,
        first=FIRST,
        counts=[(state, counts[state]) for state in SIGNS if counts[state]],
        validated=counts[Status.VALIDATED],
        evidence=_evidence(rows),
        kinds=[kind for kind in EVIDENCE if any(row["evidence"] == kind for row in rows)],
        causes=[
            {
                "state": cause.state,
                "why": visible(cause.cause) or "no reason was deposited",
                "files": [(index[key], visible(key)) for key in cause.files[:NAMED]],
                "more": max(0, len(cause.files) - NAMED),
                "count": len(cause.files),
            }
            for cause in causes
        ],
        held_back=sentences_of(run.summary.get("held_back") or ()),
        history=_history(run),
        graph=graph,
        box=(import_graph.WIDTH, import_graph.HEIGHT),
        small=small,
        details=[details_of(key, run, index, users) for key in keys],
        run_events=[
            e for e in run.story.events.get("", ()) if e.what != "note" or "tick ended" not in e.text
        ],
        settings=_flat(run.manifest.get("settings") or {}),
        spending=_spending(run),
        walls=_walls(run),
    )


def _title(run: RunData) -> str:
    name = run.manifest.get("repo_name") or "Migration"
    return f"{visible(name)}: run {run.run_id}"


def _shown(imports: dict[str, list[str]]) -> dict[str, list[str]]:
    return {visible(key): [visible(other) for other in others] for key, others in imports.items()}


def _shown_index(index: dict[str, int]) -> dict[str, int]:
    return {visible(key): number for key, number in index.items()}


def _evidence(rows: list[dict[str, Any]]) -> list[tuple[str, int, int, int]]:
    """By kind of evidence: validated with a change, validated unchanged, and not validated."""
    table = []
    for kind in EVIDENCE:
        mine = [row for row in rows if row["evidence"] == kind]
        done = [row for row in mine if row["state"] == Status.VALIDATED]
        same = sum(row["unchanged"] for row in done)
        if mine:
            table.append((kind, len(done) - same, same, len(mine) - len(done)))
    return table


def _history(run: RunData) -> list[tuple[int, list[tuple[str, int, float, float]]]]:
    """By tick, the files in each state, with where that share begins and how much it is, of 1."""
    total = max(1, len(run.story.cells))
    table = []
    for place, tick in enumerate(run.story.ticks):
        cells = (cells[place] for cells in run.story.cells.values() if place < len(cells))
        counts = Counter(cell.state for cell in cells if cell)
        begin, parts = 0.0, []
        for state in reversed(SIGNS):
            if counts[state]:
                parts.append((state, counts[state], begin, counts[state] / total))
                begin += counts[state] / total
        table.append((tick, parts))
    return table


def _walls(run: RunData) -> list[tuple[str, float, float]]:
    """Where the time went: label, seconds, share."""
    total = float(run.summary.get("wall_s") or 0.0)
    named = (("tests", "wall_tests_s"), ("model", "wall_model_s"), ("coordination", "wall_coordination_s"))
    parts = [(label, float(run.summary.get(name) or 0.0)) for label, name in named]
    return [(label, seconds, seconds / total) for label, seconds in parts if total and seconds]


def _spending(run: RunData) -> list[tuple[str, dict[str, float]]]:
    """Planned against spent by file, the dearest first."""
    books = run.summary.get("planned_and_spent") or {}
    return sorted(
        ((visible(k), v) for k, v in books.items()), key=lambda item: (-item[1]["tokens"], item[0])
    )[:50]


def _flat(values: dict[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    for name, value in values.items():
        if isinstance(value, dict) and value:
            lines += _flat(value, f"{prefix}{name}.")
        else:
            lines.append((f"{prefix}{name}", visible(value)))
    return lines
