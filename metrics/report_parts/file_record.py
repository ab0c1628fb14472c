"""What the report tells of one file: as plain JSON values, every text made visible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from environment.traces import Kind, Status
from metrics.causes import Cause, cause_of, unseen_lines
from metrics.report_parts.run_data import RunData
from metrics.run_story import ATTEMPT, Cell
from metrics.text_diff import hunks
from metrics.tick_row import evidence_kind, is_unchanged
from metrics.visible_text import visible

#: Lines of a diff that are shown of one file; characters of one line; characters of one message.
MAX_ROWS, MAX_LINE, MAX_MESSAGE = 2000, 600, 2000

Entry = Mapping[str, Any]


def row_of(key: str, run: RunData) -> dict[str, Any]:
    """The file's row in the table: what can be filtered and sorted by."""
    entry, quality = _entries(key, run)
    metadata = entry.get("metadata") or {}
    cause = cause_of(key, entry, quality) if entry["status"] != Status.VALIDATED else Cause("", "")
    total = int(quality.get("tests_total") or 0)
    return {
        "key": visible(key),
        "state": str(entry["status"]),
        "evidence": evidence_kind(quality) if quality else "",
        "unchanged": is_unchanged(entry),
        "confidence": quality.get("confidence"),
        "passed": int(quality.get("tests_passed") or 0) if total else None,
        "total": total or None,
        "attempts": attempts_in(key, run),
        "open": len(metadata.get("open_sites") or ()),
        "tokens": int(metadata.get("tokens") or 0),
        "usd": float(metadata.get("cost_usd") or 0.0),
        "why": visible(cause.text),
        "cause": cause,
    }


def attempts_in(key: str, run: RunData) -> int:
    """How many candidates were made of a file."""
    return sum(event.what == ATTEMPT for event in run.story.events.get(key, ()))


def details_of(
    key: str, run: RunData, index: Mapping[str, int], users: Mapping[str, list[str]]
) -> dict[str, Any]:
    """All else about a file: evidence, issues, diff, events, pheromones by tick, cost, whom it imports.

    `index` numbers the files; `users` are the files that import each.
    """
    entry, quality = _entries(key, run)
    metadata = entry.get("metadata") or {}
    task = run.story.state.maps[Kind.TASKS].get(key) or {}
    evidence = quality.get("evidence") or {}
    spent = (run.summary.get("planned_and_spent") or {}).get(key) or {}
    return {
        "agent": entry.get("agent", ""),
        "reason": _text(metadata.get("reason")),
        "author": _text(metadata.get("author")),
        "by": _text(metadata.get("decided_by")),
        "commit": _text(run.story.state.commits.get(key))[:12],
        "retries": int(entry.get("retry_count") or 0),
        "patterns": [visible(name) for name in task.get("patterns_found") or ()],
        "evidence": {name: _plain(value) for name, value in evidence.items() if name != "tree_hash"},
        "never": unseen_lines(entry, quality),
        "coverage": quality.get("coverage"),
        "failed": int(quality.get("tests_failed") or 0),
        "issues": [_issue(issue) for issue in quality.get("issues") or ()],
        "notes": [
            _text(note) for note in [*(quality.get("notes") or ()), *(metadata.get("notes") or ())] if note
        ],
        "regressions": [_text(name) for name in quality.get("regressions") or ()],
        "sites": [
            [int(s["line"]), _text(s["pattern"]), _text(s["reason"])]
            for s in metadata.get("open_sites") or ()
        ],
        "trials": [_trial(trial) for trial in metadata.get("trials") or () if isinstance(trial, Mapping)],
        "cost": {**{k: round(float(v), 6) for k, v in spent.items()}},
        "imports": sorted(index[name] for name in task.get("dependencies") or () if name in index),
        "users": sorted(index[name] for name in users.get(key, ()) if name in index),
        "events": [[e.tick, e.time, e.agent, e.what, visible(e.text)] for e in run.story.events.get(key, ())],
        **_diff(key, run, metadata),
    }


def cells_of(cells: Iterable[Cell | None]) -> list[list[Any] | int]:
    """A file's pheromones by tick, small: 0 where there was nothing yet, else [state, and three values in %]."""
    return [
        0
        if cell is None
        else [cell.state, _percent(cell.intensity), _percent(cell.inhibition), _percent(cell.confidence)]
        for cell in cells
    ]


def _percent(value: float | None) -> int:
    return -1 if value is None else round(100 * value)


def _entries(key: str, run: RunData) -> tuple[Entry, Entry]:
    maps = run.story.state.maps
    return maps[Kind.STATUS][key], maps[Kind.QUALITY].get(key) or {}


def _diff(key: str, run: RunData, metadata: Entry) -> dict[str, Any]:
    """The diff as rows [kind, line before, line after, text], None between hunks; and who rewrote which lines."""
    texts = run.texts(key)
    if texts is None:
        return {"diff": None, "marks": {}}
    rows: list[list[Any] | None] = []
    cut = False
    for hunk in hunks(*texts):
        if rows:
            rows.append(None)
        for row in hunk:
            text = visible(row.text.rstrip("\r"))
            rows.append(
                [row.kind, row.before, row.after, text[:MAX_LINE] + ("…" if len(text) > MAX_LINE else "")]
            )
        if len(rows) > MAX_ROWS:
            rows, cut = rows[:MAX_ROWS], True
            break
    shown = {row[2] for row in rows if row and row[0] == "+"}
    marks: dict[str, list[list[Any]]] = {}
    # What stands in the working copy is the best candidate; its changes are the ones to tell.
    for change in metadata.get("changes") or metadata.get("best_changes") or ():
        for line in range(int(change["line"]), int(change["end_line"]) + 1):
            note = [_text(change["author"]), int(change["exactness"] == "semantic")]
            if line in shown and note not in marks.setdefault(str(line), []):
                marks[str(line)].append(note)
    return {"diff": rows, "marks": marks, **({"cut": True} if cut else {})}


def _issue(issue: Entry) -> dict[str, Any]:
    frames = [f"{f.get('file')}:{f.get('line')} {f.get('function') or ''}" for f in issue.get("frames") or ()]
    return {
        "test": _text(issue.get("test")),
        "where": _text(
            f"{issue.get('file')}:{issue.get('line')}" if issue.get("line") else issue.get("file")
        ),
        "what": _text(f"{issue.get('exception')}: {issue.get('message')}"),
        "frames": [_text(frame) for frame in frames[-12:]],
    }


def _trial(trial: Entry) -> list[Any]:
    return [
        int(trial.get("number") or 0),
        _text(trial.get("repair")),
        _text(trial.get("outcome") or "unknown"),
    ]


def _text(value: Any) -> str:
    text = visible("" if value is None else value)
    return text[:MAX_MESSAGE] + "…" if len(text) > MAX_MESSAGE else text


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, bool | int | float) or value is None else _text(value)
