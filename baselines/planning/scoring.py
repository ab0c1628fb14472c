"""Scores the results of a sweep against those of a baseline: rows matched by their keys, one metric compared."""

from __future__ import annotations

import csv
import io
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

#: Rows that a score lists one by one at most.
_LISTED = 200

Row = Mapping[str, str]


class ScoreError(ValueError):
    """The results can't be scored. The message says which file, what is wrong, and what to do."""


@dataclass(frozen=True)
class Matched:
    """One row of both files: its key, the two values, and the change as a share of the baseline (None at 0)."""

    key: str
    baseline: float
    result: float
    change: float | None


@dataclass(frozen=True)
class Score:
    """How results compare. `score` is the mean difference, positive where the results are better.

    `missing` are keys of the baseline without a result, `added` keys of results without a baseline.
    """

    metric: str
    higher_is_better: bool
    score: float
    mean_baseline: float
    mean_result: float
    better: int
    equal: int
    worse: int
    rows: tuple[Matched, ...] = ()
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default_factory=tuple)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {**asdict(self), "rows": [asdict(row) for row in self.rows[:_LISTED]]}


def score(
    baseline: bytes,
    results: bytes,
    metric: str = "",
    higher_is_better: bool = True,
    key_columns: Sequence[str] = (),
) -> Score:
    """Compare two CSV files (UTF-8, with a header). Several rows of one key are averaged.

    Without `metric` the only numeric column that is no key is meant; without `key_columns` all columns that hold
    something else than numbers. Raises ScoreError.
    """
    before, after = _rows(baseline, "the baseline"), _rows(results, "the results")
    metric = metric or _only_metric(before, after, key_columns)
    for rows, name in ((before, "the baseline"), (after, "the results")):
        missing = [column for column in (metric, *key_columns) if column not in rows[0]]
        if missing:
            raise ScoreError(f"{name} have no column {', '.join(missing)}; there are {', '.join(rows[0])}")
    keys = list(key_columns) or [
        c for c in before[0] if c in after[0] and c != metric and not _numeric(before, c)
    ]
    old, new = _by_key(before, keys, metric, "the baseline"), _by_key(after, keys, metric, "the results")
    common = [key for key in old if key in new]
    if not common:
        raise ScoreError(
            f"no row of the results matches one of the baseline by {', '.join(keys)}: set "
            "baselines.hierarchical.key_columns"
        )
    sign = 1.0 if higher_is_better else -1.0
    matched = tuple(_matched(key, old[key], new[key]) for key in common)
    differences = [sign * (row.result - row.baseline) for row in matched]
    missing_keys = tuple(" ".join(key) for key in old if key not in new)
    notes = (
        (f"{len(missing_keys)} rows of the baseline have no result and do not count",) if missing_keys else ()
    )
    return Score(
        metric,
        higher_is_better,
        statistics.fmean(differences),
        statistics.fmean(row.baseline for row in matched),
        statistics.fmean(row.result for row in matched),
        sum(d > 0 for d in differences),
        sum(d == 0 for d in differences),
        sum(d < 0 for d in differences),
        matched,
        missing_keys,
        tuple(" ".join(key) for key in new if key not in old),
        notes,
    )


def _matched(key: tuple[str, ...], before: float, after: float) -> Matched:
    return Matched(" ".join(key), before, after, (after - before) / abs(before) if before else None)


def _rows(data: bytes, name: str) -> list[Row]:
    try:
        text = data.decode("utf-8-sig")
        rows: list[Row] = list(csv.DictReader(io.StringIO(text), strict=True))
    except (UnicodeDecodeError, csv.Error) as error:
        raise ScoreError(f"{name} are no CSV in UTF-8: {error}") from None
    if not rows:
        raise ScoreError(f"{name} hold no row")
    if any(None in row or None in row.values() for row in rows):
        raise ScoreError(f"{name} have rows that are longer or shorter than their header")
    return rows


def _number(value: str) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def _numeric(rows: Sequence[Row], column: str) -> bool:
    return all(_number(row[column]) is not None for row in rows)


def _only_metric(before: Sequence[Row], after: Sequence[Row], keys: Sequence[str]) -> str:
    found = [
        column
        for column in before[0]
        if column in after[0] and column not in keys and _numeric(before, column) and _numeric(after, column)
    ]
    if len(found) != 1:
        which = f"several ({', '.join(found)})" if found else "none"
        raise ScoreError(f"{which} of the columns could be the metric: set baselines.hierarchical.metric")
    return found[0]


def _by_key(rows: Sequence[Row], keys: Sequence[str], metric: str, name: str) -> dict[tuple[str, ...], float]:
    values: dict[tuple[str, ...], list[float]] = {}
    for line, row in enumerate(rows, 2):
        number = _number(row[metric])
        if number is None:
            raise ScoreError(f"{name}, line {line}: {metric} is {row[metric]!r}, which is no finite number")
        values.setdefault(tuple(row[key] for key in keys), []).append(number)
    return {key: statistics.fmean(numbers) for key, numbers in values.items()}
