"""The summary of a run: final values, what they rest on, what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import asdict, dataclass
from typing import Any

from environment.traces import Status
from metrics.run_files import SCHEMA_VERSION
from metrics.tick_row import (
    AuditCounts,
    Entry,
    TickRow,
    evidence_kind,
    is_unchanged,
    retried_files,
)

#: Columns of a row that say something about one tick only.
_OF_ONE_TICK = (
    "tick",
    "any_agent_acted",
    "acted_scout",
    "acted_transformer",
    "acted_tester",
    "acted_validator",
)


@dataclass(frozen=True, slots=True)
class Suite:
    """What the whole suite says at the end, as shares in [0, 1]; None where it could not be measured.

    `retention`: of the tests that pass on the original under Python 2.7, those that pass on the delivered
    branch; `retention_candidates`: on the candidates branch; `pass_rate`: passing of collected on the
    target Python.
    """

    retention: float | None = None
    retention_candidates: float | None = None
    pass_rate: float | None = None

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if value is not None and not 0.0 <= value <= 1.0:
                raise ValueError(f"suite {name} is {value}, expected a share between 0 and 1")


def retention(passing_before: Set[str], passing_after: Set[str]) -> float | None:
    """Share of the test ids that passed before that pass after; None when none passed before."""
    return len(passing_before & passing_after) / len(passing_before) if passing_before else None


@dataclass(frozen=True, slots=True)
class WallTime:
    """Seconds of a run: in all, with at least one model call under way, and running tests."""

    total_s: float = 0.0
    model_s: float = 0.0
    tests_s: float = 0.0

    @property
    def coordination_s(self) -> float:
        """All the rest: reading and writing the medium, deciding, Git."""
        return max(0.0, self.total_s - self.model_s - self.tests_s)


@dataclass(frozen=True, slots=True)
class Spending:
    """What an agent planned to spend on one file, and spent. A plan is None where nothing was estimated."""

    agent: str
    file: str
    tokens: int = 0
    cost_usd: float = 0.0
    planned_tokens: int | None = None
    planned_cost_usd: float | None = None


def summary_from_state(
    row: TickRow,
    status: Mapping[str, Entry],
    quality: Mapping[str, Entry],
    *,
    stop_reason: str,
    baseline: str = "stigmergic",
    suite: Suite | None = None,
    wall: WallTime | None = None,
    spending: Iterable[Spending] = (),
    audit_counts: AuditCounts | None = None,
) -> dict[str, Any]:
    """The summary of a run that ended with `row` as its last tick. All values are plain JSON.

    Besides the row's own columns: `files_verified_rate` (of all files), `files_unchanged`, `files_retried`,
    `files_by_status`; `evidence` (files with a change, by kind of evidence), `evidence_validated` (of
    these, the validated ones), `evidence_unchanged` (files that needed no change);
    `tokens_per_validated_file` and `cost_per_validated_file_usd` (None when none is validated); `wall_s`
    and its three parts; `spending`, planned and spent, by agent and by file. Without `spending`, what the
    status entries say is taken as the Transformer's.
    """
    spent = list(spending) or _from_status(status)
    suite, wall = suite or Suite(), wall or WallTime()
    unchanged = {key for key, entry in status.items() if is_unchanged(entry)}
    validated = {key for key, entry in status.items() if entry["status"] == Status.VALIDATED}
    judged = {key for key in status if key in quality}
    final = {name: value for name, value in asdict(row).items() if name not in _OF_ONE_TICK}
    return {
        "schema_version": SCHEMA_VERSION,
        "baseline": baseline,
        "stop_reason": str(stop_reason),
        **final,
        "files_verified_rate": row.files_verified / row.files_total if row.files_total else 0.0,
        "files_unchanged": len(unchanged),
        "files_retried": len(retried_files(status, audit_counts or AuditCounts())),
        "files_by_status": _counted(str(entry["status"]) for entry in status.values()),
        "evidence": _kinds(judged - unchanged, quality),
        "evidence_validated": _kinds(validated - unchanged, quality),
        "evidence_unchanged": _kinds(judged & unchanged, quality),
        "tokens_per_validated_file": row.total_tokens / len(validated) if validated else None,
        "cost_per_validated_file_usd": row.total_cost_usd / len(validated) if validated else None,
        "suite_retention": suite.retention,
        "suite_retention_candidates": suite.retention_candidates,
        "suite_pass_rate": suite.pass_rate,
        "wall_s": wall.total_s,
        "wall_model_s": wall.model_s,
        "wall_tests_s": wall.tests_s,
        "wall_coordination_s": wall.coordination_s,
        "spending": {
            "by_agent": _totals((item.agent, item) for item in spent),
            "by_file": _totals((item.file, item) for item in spent),
        },
    }


def _from_status(status: Mapping[str, Entry]) -> list[Spending]:
    found = []
    for key, entry in status.items():
        note = entry.get("metadata") or {}
        if note.get("tokens") or note.get("cost_usd"):
            tokens, cost = int(note.get("tokens") or 0), float(note.get("cost_usd") or 0.0)
            found.append(Spending("transformer", key, tokens, cost))
    return found


def _kinds(keys: Iterable[str], quality: Mapping[str, Entry]) -> dict[str, int]:
    return _counted(evidence_kind(quality.get(key)) for key in keys)


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _totals(items: Iterable[tuple[str, Spending]]) -> dict[str, dict[str, float | None]]:
    totals: dict[str, dict[str, float | None]] = {}
    for name, item in items:
        total = totals.setdefault(
            name, {"tokens": 0, "cost_usd": 0.0, "planned_tokens": None, "planned_cost_usd": None}
        )
        for measure, so_far in total.items():
            more = getattr(item, measure)
            if more is not None:
                total[measure] = (so_far or 0) + more
    return totals
