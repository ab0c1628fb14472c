"""Why a file was not validated, in one sentence; and files that share a cause folded into one row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from environment.traces import EvidenceKind, Exactness, Status

#: Characters of a failure's message that are told.
MESSAGE = 90
#: Lines told of those that nothing executed.
LINES = 8

#: Evidence for which nothing of a file's behaviour was run.
_UNRUN = frozenset({EvidenceKind.PROBE, EvidenceKind.NONE})

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cause:
    """What stands in a file's way. `text` is about this file; `shared` is the same in every file it holds up."""

    text: str
    shared: str


@dataclass(frozen=True, slots=True)
class Folded:
    """One cause, the state it led to, and the keys of the files that share both, sorted."""

    state: str
    cause: str
    files: tuple[str, ...]


def unseen_lines(entry: Entry, quality: Entry) -> list[int]:
    """Lines that were rewritten, depend on types or callers, and were never run.

    The evidence lists them where tests ran; where nothing of the file's behaviour was run, it is all of them.
    """
    evidence = quality.get("evidence") or {}
    listed = [int(line) for line in evidence.get("unexecuted_sites") or ()]
    if listed or evidence.get("kind") not in _UNRUN:
        return listed
    changes = (entry.get("metadata") or {}).get("changes") or ()
    return sorted({int(c["line"]) for c in changes if c.get("exactness") == Exactness.SEMANTIC})


def cause_of(key: str, entry: Entry, quality: Entry) -> Cause:
    """The first failure, else the first lines never executed, else the reason that was deposited.

    `entry` and `quality` are the file's entries of status.json and quality.json.
    """
    for issue in quality.get("issues") or ():
        return _of_issue(key, issue)
    reason = str((entry.get("metadata") or {}).get("reason") or "")
    unexecuted = (quality.get("evidence") or {}).get("unexecuted_sites") or ()
    if unexecuted:
        lines = ", ".join(map(str, unexecuted[:LINES])) + (" …" if len(unexecuted) > LINES else "")
        return Cause(f"lines rewritten and never executed: {lines}", "lines rewritten and never executed")
    for note in quality.get("notes") or ():
        if str(note).startswith("rewritten lines that nothing executed"):
            return Cause(str(note), "rewritten lines that nothing executed")
    return Cause(reason, re.sub(r"confidence [\d.]+ ", "", reason))


def fold(causes: Iterable[tuple[str, str, Cause]]) -> list[Folded]:
    """Rows of (state, cause, files) from (file key, state, cause): a person's first, then the largest.

    A cause of one file keeps the words about that file.
    """
    groups: dict[tuple[str, str], list[tuple[str, Cause]]] = {}
    for key, state, cause in causes:
        groups.setdefault((state, cause.shared), []).append((key, cause))
    rows = [
        Folded(state, files[0][1].text if len(files) == 1 else shared, tuple(sorted(k for k, _ in files)))
        for (state, shared), files in groups.items()
    ]
    return sorted(rows, key=lambda row: (row.state != Status.NEEDS_REVIEW, -len(row.files), row.files))


def _of_issue(key: str, issue: Entry) -> Cause:
    message = " ".join(f"{issue.get('exception', '')}: {issue.get('message', '')}".split())[:MESSAGE]
    test = str(issue.get("test", "")).rpartition("::")[2]
    own, line = issue.get("file") == key, issue.get("line")
    place = f"{'line' if own else issue.get('file')}:{line}" if line else ""
    text = f"{place} {message}" + (f" ({test})" if test else "")
    # The same exception raised at the same place of a third file is one cause, whichever test met it.
    shared = message if own or not line else f"{place} {message}"
    return Cause(text.strip(), shared)
