"""One row a tick: what each column means, computed from the state of the pheromones and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from environment.audit_log import Position, read_tail
from environment.fold import REFUSED
from environment.traces import TERMINAL, EvidenceKind, Kind, Status

AGENTS = ("scout", "transformer", "tester", "validator")
#: Ticks a file that is not final may lie untouched before it counts as starving.
STARVATION_TICKS = 12
#: Evidence that rests on executed behaviour of the file; the other kinds rest on less.
VERIFYING = frozenset({EvidenceKind.TESTS.value, EvidenceKind.DIFFERENTIAL.value})
#: States in which a candidate that compiles on Python 3 stands in the working copy and has not been rejected.
MIGRATED = frozenset({Status.TRANSFORMED, Status.TESTED, Status.NEEDS_REVIEW, Status.VALIDATED})
_KINDS = frozenset(kind.value for kind in Kind)

Entry = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Usage:
    """What was spent on models so far: tokens (prompt and completion), US dollars, calls."""

    tokens: int = 0
    cost_usd: float = 0.0
    calls: int = 0

    @classmethod
    def from_status(cls, status: Mapping[str, Entry]) -> Self:
        """The sum of what each status entry says was spent on its file (`metadata.tokens`, `.cost_usd`)."""
        notes = [_metadata(entry) for entry in status.values()]
        return cls(
            tokens=sum(int(note.get("tokens") or 0) for note in notes),
            cost_usd=sum(float(note.get("cost_usd") or 0.0) for note in notes),
        )


@dataclass(frozen=True, slots=True)
class AuditCounts:
    """What the audit log adds to the state: deposits, how many are complete, and files ever retried."""

    deposits: int = 0
    complete: int = 0
    retried: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class TickRow:
    """One line of `run_{id}_ticks.csv`. Field order is column order; both are a contract.

    Counts are of files at the end of the tick. `files_migrated`: a candidate stands and is not rejected
    (transformed, tested, needs_review, validated), so it is never less than `files_validated`; files that
    needed no change are among them. `files_failed`: the last verdict is a failure and no newer candidate
    stands (failed, requeued, reopened, or given up; a file given up is in `files_skipped` too).
    `files_verified`: validated on evidence of kind tests or differential. Tokens and dollars are totals
    since the run began; `*_per_file` divides by `files_total`. `audit_completeness` is None (an empty cell)
    where no deposit was recorded; every other rate is 0.0 where nothing is there to divide by.
    """

    tick: int
    any_agent_acted: bool
    acted_scout: bool
    acted_transformer: bool
    acted_tester: bool
    acted_validator: bool
    files_total: int
    files_migrated: int
    files_validated: int
    files_failed: int
    files_needs_review: int
    files_skipped: int
    total_tokens: int
    total_cost_usd: float
    total_ticks: int
    tokens_per_file: float
    cost_per_file_usd: float
    success_rate: float
    rollback_rate: float
    human_escalation_rate: float
    retry_resolution_rate: float
    starvation_count: int
    audit_completeness: float | None
    files_verified: int

    def as_cells(self) -> dict[str, str]:
        """This row as the texts that go into the CSV."""
        return {name: _cell(getattr(self, name)) for name in COLUMNS}

    @classmethod
    def from_cells(cls, cells: Mapping[str, str | None]) -> Self:
        """The row that CSV cells describe.

        Raises:
            ValueError: a column is missing or a cell holds something else than its column promises.
        """
        values: dict[str, Any] = {}
        for name, convert in _READERS.items():
            cell = cells.get(name)
            if cell is None:
                raise ValueError(f"column {name} is missing")
            try:
                values[name] = convert(cell)
            except (KeyError, ValueError):
                raise ValueError(f"column {name} holds {cell!r}") from None
        return cls(**values)


COLUMNS = tuple(f.name for f in fields(TickRow))


def _cell(value: object) -> str:
    if value is None:
        return ""
    return repr(value) if isinstance(value, float) else str(value)


_READERS: dict[str, Any] = {
    f.name: {
        "int": int,
        "float": float,
        "bool": {"True": True, "False": False}.__getitem__,
        "float | None": lambda cell: float(cell) if cell else None,
    }[str(f.type)]
    for f in fields(TickRow)
}


@dataclass(slots=True)
class AuditTally:
    """Counts the deposits of an audit log, record by record."""

    deposits: int = 0
    complete: int = 0
    retried: set[str] = field(default_factory=set)
    position: Position = field(default_factory=Position)

    def follow(self, log: Path) -> AuditCounts:
        """Count what was appended to the log since this tally last looked, and return the counts.

        Raises:
            OSError: the log can't be read.
            UnrecoverableState: its chain is broken.
        """
        tail = read_tail(log, self.position)
        for record in tail.records:
            self.add(record)
        self.position = tail.position
        return self.counts()

    def add(self, record: Entry) -> None:
        """Count one record."""
        if not is_deposit(record):
            return
        self.deposits += 1
        self.complete += is_complete(record)
        after = record.get("after") or {}
        if record["type"] == Kind.STATUS and after.get("status") == Status.RETRY:
            self.retried.add(str(record["file"]))

    def counts(self) -> AuditCounts:
        """What was counted so far."""
        return AuditCounts(self.deposits, self.complete, frozenset(self.retried))


def is_deposit(record: Entry) -> bool:
    """Whether an audit record is a write to one file's entry: no refusal, no text, no note about a tick."""
    return bool(record.get("file")) and record.get("type") in _KINDS and record.get("action") != REFUSED


def is_complete(record: Entry) -> bool:
    """Whether a deposit says who, when and at which tick, and gives the fields after and before.

    These may be empty (nothing was there, nothing changed), but they have to be there.
    """
    tick = record.get("tick")
    timed = isinstance(tick, int) and not isinstance(tick, bool) and bool(record.get("time"))
    shown = isinstance(record.get("after"), Mapping) and isinstance(record.get("before"), Mapping)
    return bool(record.get("agent")) and timed and shown


def row_from_state(
    tick: int,
    acted: Mapping[str, bool],
    status: Mapping[str, Entry],
    quality: Mapping[str, Entry],
    usage: Usage | None = None,
    audit_counts: AuditCounts | None = None,
) -> TickRow:
    """The row of one finished tick.

    Args:
        tick: number of the tick, from 1.
        acted: which agents acted in it, by name. Any name counts for `any_agent_acted`.
        status: entries of status.json by file key; with `quality`, all that is known of the files.
        quality: entries of quality.json by file key.
        usage: spent since the run began; None adds up what the status entries say.
        audit_counts: of the audit log up to now; None where no log is kept.
    """
    spent = Usage.from_status(status) if usage is None else usage
    counts = audit_counts or AuditCounts()
    by_status = Counter(str(entry["status"]) for entry in status.values())
    total = len(status)
    validated = by_status[Status.VALIDATED]
    failed = sum(map(is_rejected, status.values()))
    retried = retried_files(status, counts)
    resolved = sum(status[key]["status"] == Status.VALIDATED for key in retried)
    return TickRow(
        tick=tick,
        any_agent_acted=any(acted.values()),
        acted_scout=bool(acted.get("scout", False)),
        acted_transformer=bool(acted.get("transformer", False)),
        acted_tester=bool(acted.get("tester", False)),
        acted_validator=bool(acted.get("validator", False)),
        files_total=total,
        files_migrated=sum(by_status[state] for state in MIGRATED),
        files_validated=validated,
        files_failed=failed,
        files_needs_review=by_status[Status.NEEDS_REVIEW],
        files_skipped=by_status[Status.SKIPPED],
        total_tokens=spent.tokens,
        total_cost_usd=spent.cost_usd,
        total_ticks=tick,
        tokens_per_file=_share(spent.tokens, total),
        cost_per_file_usd=_share(spent.cost_usd, total),
        success_rate=_share(validated, total),
        rollback_rate=_share(failed, validated + failed),
        human_escalation_rate=_share(by_status[Status.NEEDS_REVIEW], total),
        retry_resolution_rate=_share(resolved, len(retried)),
        starvation_count=sum(is_starving(key, tick, status, quality) for key in status),
        audit_completeness=counts.complete / counts.deposits if counts.deposits else None,
        files_verified=sum(is_verified(key, status, quality) for key in status),
    )


def is_rejected(entry: Entry) -> bool:
    """Whether the last verdict on a file is a failure and no newer candidate stands.

    The Validator requeues or gives up in the step in which it fails a file, so `failed` alone would count
    almost nothing at the end of a tick, and the rollback rate would always look like 0.
    """
    state, before = entry["status"], entry.get("previous_status")
    if state in (Status.FAILED, Status.RETRY):
        return True
    if state == Status.PENDING:
        return before in (Status.RETRY, Status.VALIDATED)
    return bool(state == Status.SKIPPED and before == Status.FAILED)


def is_starving(key: str, tick: int, status: Mapping[str, Entry], quality: Mapping[str, Entry]) -> bool:
    """Whether a file that is not final has had no deposit for more than `STARVATION_TICKS` ticks."""
    if status[key]["status"] in TERMINAL:
        return False
    touched = max(int(entries[key].get("tick") or 0) for entries in (status, quality) if key in entries)
    return tick - touched > STARVATION_TICKS


def is_verified(key: str, status: Mapping[str, Entry], quality: Mapping[str, Entry]) -> bool:
    """Whether a file is validated on evidence that executed its behaviour."""
    return bool(status[key]["status"] == Status.VALIDATED and evidence_kind(quality.get(key)) in VERIFYING)


def evidence_kind(entry: Entry | None) -> str:
    """The kind of evidence in a quality entry; "none" where there is no entry or no evidence."""
    evidence = (entry or {}).get("evidence") or {}
    return str(evidence.get("kind") or EvidenceKind.NONE.value)


def is_unchanged(entry: Entry) -> bool:
    """Whether a file needed no change: it runs on Python 3 as it was."""
    return bool(_metadata(entry).get("unchanged"))


def retried_files(status: Mapping[str, Entry], counts: AuditCounts) -> frozenset[str]:
    """Files that got another try: a retry count above 0, or a retry in the log that cost no count."""
    counted = {key for key, entry in status.items() if int(entry.get("retry_count") or 0) > 0}
    return frozenset(counted | (counts.retried & status.keys()))


def _metadata(entry: Entry) -> Entry:
    metadata = entry.get("metadata")
    return metadata if isinstance(metadata, Mapping) else {}


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
