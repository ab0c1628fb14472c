"""How the colony coordinates (RQ1): order, waiting, retries, reads to writes; and what each mechanism changes.

Read from what runs left behind. What a mechanism changes is measured by runs without it (`--ablate`): runs on one
repository with one seed are compared decision by decision. Where a seed alone changes decisions (a model, a simulated
model), as many pairs of whole runs with different seeds show how much of a change is no more than that.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from metrics.comparison import number
from metrics.estimates import Estimate, Measured, mean_interval
from metrics.manifest import alarms
from metrics.mechanism import Changed, Mechanism, changed, mechanism
from metrics.run_files import Run, RunFileError, add_input, counted, find_runs, write_json
from metrics.run_trace import Graph, Record, import_graph, read_trace
from metrics.tick_row import TickRow

_EXAMPLES = """\
examples:
  python metrics/emergence.py --input runs/experiment
  python metrics/emergence.py --input runs/experiment --export-json emergence.json

A share that a mechanism changes means something only beside the share that another seed changes. A model that is
simulated does not read its prompt: without examples or issues it is only asked anew.
"""
WHOLE = "stigmergic"
#: Per run: what can be averaged.
MEASURES = tuple(field.name for field in fields(Mechanism) if field.name not in ("files", "edges"))
#: Those of them, and of the changes, that lie between 0 and 1.
SHARES = frozenset(
    {
        "import_order",
        "import_order_decided",
        "informed_share",
        "retries_resolved",
        "texts",
        "outcomes",
        "order",
    }
)
#: Outcomes of which the difference between with and without is told.
OUTCOMES = ("success_rate", "suite_retention_candidates", "total_tokens", "total_ticks")


@dataclass(frozen=True, slots=True)
class Told:
    """A run with its records, and its rows where they can be read."""

    run: Run
    records: Sequence[Record]
    ticks: Sequence[TickRow] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """What two kinds of runs differ in: shares of decisions, and outcomes (second less first), with intervals."""

    without: str
    pairs: int
    shares: Mapping[str, Estimate | None]
    outcomes: Mapping[str, Estimate | None]


def read_all(runs: Sequence[Run]) -> tuple[list[Told], list[str]]:
    """The runs whose records can be read, and a line for each other."""
    told: list[Told] = []
    problems: list[str] = []
    for run in runs:
        try:
            told.append(Told(run, read_trace(run), run.ticks()))
        except RunFileError as error:
            problems.append(str(error))
    return told, problems


def graphs(told: Sequence[Told]) -> dict[str, Graph]:
    """The import graph of each target, by repository and commit, from any run whose Scout noted it."""
    found: dict[str, Graph] = {}
    for one in told:
        graph = import_graph(list(one.records))
        if graph:
            found.setdefault(_target(one.run), graph)
    return found


def per_run(told: Sequence[Told]) -> list[tuple[Run, Mechanism]]:
    """The measures of each run; a baseline is measured on the graph that a colony on the same target noted."""
    known = graphs(told)
    return [(one.run, mechanism(one.records, known.get(_target(one.run), {}), one.ticks)) for one in told]


def averages(measured: Sequence[tuple[Run, Mechanism]]) -> dict[str, dict[str, Estimate]]:
    """Mean and interval by configuration and measure; what was measured in no run is left out."""
    samples: dict[str, dict[str, list[Measured]]] = {}
    for run, one in measured:
        for name in MEASURES:
            value = getattr(one, name)
            if value is not None:
                sample = samples.setdefault(run.label, {}).setdefault(name, [])
                sample.append(Measured(run.repository, run.setting("seed"), float(value)))
    return {
        label: {name: mean_interval(sample, bounds=_bounds(name)) for name, sample in by.items()}
        for label, by in sorted(samples.items())
    }


def effects(told: Sequence[Told]) -> list[Effect]:
    """What each ablated configuration changes against the whole one, and, last, what another seed changes."""
    whole = [one for one in told if configuration(one.run) == WHOLE]
    by_place = {_place(one.run): one for one in whole}
    ablated: dict[str, list[tuple[Told, Told]]] = {}
    for one in told:
        if one.run.setting("ablated") and _place(one.run) in by_place:
            ablated.setdefault(configuration(one.run), []).append((by_place[_place(one.run)], one))
    found = [_effect(name, pairs) for name, pairs in sorted(ablated.items())]
    seeds = [
        (first, second)
        for first, second in itertools.combinations(whole, 2)
        if _target(first.run) == _target(second.run)
        and first.run.setting("seed") != second.run.setting("seed")
    ]
    return found + ([_effect("(another seed)", seeds)] if seeds and found else [])


def _effect(name: str, pairs: Sequence[tuple[Told, Told]]) -> Effect:
    compared = [(first.run, second.run, changed(first.records, second.records)) for first, second in pairs]
    shares = {
        field.name: _estimate(
            [(run, getattr(one, field.name)) for run, _, one in compared], _bounds(field.name)
        )
        for field in fields(Changed)
    }
    outcomes = {
        metric: _estimate(
            [(first, _less(second.metric(metric), first.metric(metric))) for first, second, _ in compared]
        )
        for metric in OUTCOMES
    }
    return Effect(name, len(pairs), shares, outcomes)


def _bounds(name: str) -> tuple[float, float]:
    return (0.0, 1.0 if name in SHARES else math.inf)


def _estimate(
    values: Sequence[tuple[Run, float | None]], bounds: tuple[float, float] = (-math.inf, math.inf)
) -> Estimate | None:
    sample = [
        Measured(run.repository, run.setting("seed"), value) for run, value in values if value is not None
    ]
    return mean_interval(sample, bounds=bounds) if sample else None


def _less(second: float | None, first: float | None) -> float | None:
    return None if first is None or second is None else second - first


def configuration(run: Run) -> str:
    """What the run is one of: its named configuration, else its baseline."""
    return str(run.setting("configuration") or run.baseline)


def _target(run: Run) -> str:
    return f"{run.repository}@{run.setting('target_commit')}"


def _place(run: Run) -> tuple[str, str, str]:
    return _target(run), str(run.setting("seed")), f"{run.setting('provider')} {run.setting('code_model')}"


def table(means: Mapping[str, Mapping[str, Estimate]], found: Sequence[Effect]) -> str:
    """Both tables as text for a terminal."""
    lines: list[str] = []
    for label, by in means.items():
        lines.append(label)
        lines += [f"  {name:22} {said(one)}" for name, one in by.items()]
    if found:
        lines += ["", "changed against the whole colony, same repository and seed"]
    for effect in found:
        lines.append(f"{effect.without}: {effect.pairs} pairs")
        lines += [f"  {name:34} {said(one)}" for name, one in effect.shares.items()]
        lines += [f"  {name:34} {said(one, signed=True)}" for name, one in effect.outcomes.items()]
    return "\n".join(lines)


def said(one: Estimate | None, signed: bool = False) -> str:
    """An estimate in words: the mean, and its interval where there is one."""
    if one is None:
        return "–"
    mean = f"{one.mean:+,.4g}" if signed else number(one.mean)
    if one.low is None:
        return f"{mean} (one run: no interval)"
    return f"{mean} [{number(one.low)}, {number(one.high)}], {one.runs} values"


def as_json(
    measured: Sequence[tuple[Run, Mechanism]],
    means: Mapping[str, Mapping[str, Estimate]],
    found: Sequence[Effect],
) -> dict[str, Any]:
    """Everything as plain JSON, every run included."""
    return {
        "runs": [
            {
                "run_id": run.run_id,
                "configuration": run.label,
                "repo": run.repository,
                "seed": run.setting("seed"),
                **asdict(one),
            }
            for run, one in measured
        ],
        "means": {label: {name: asdict(one) for name, one in by.items()} for label, by in means.items()},
        "effects": [
            {
                "without": effect.without,
                "pairs": effect.pairs,
                "shares": {name: one and asdict(one) for name, one in effect.shares.items()},
                "outcomes": {name: one and asdict(one) for name, one in effect.outcomes.items()},
            }
            for effect in found
        ],
    }


def build_parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python metrics/emergence.py",
        description=__doc__,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_input(parser)
    parser.add_argument("--export-json", type=Path, metavar="FILE", help="write it as JSON too, every run")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line. Returns 0, or 2 when there is nothing to read."""
    options = build_parser().parse_args(argv)
    found_runs, problems = find_runs(options.input)
    runs, more = counted(found_runs)
    told, unread = read_all(runs)
    for problem in [*problems, *more, *unread]:
        print(f"warning: {problem}", file=sys.stderr)
    if not told:
        print(
            "emergence: no finished runs with their records found; name their folder with --input",
            file=sys.stderr,
        )
        return 2
    for alarm in alarms([one.run for one in told]):
        print(f"ALARM: {alarm}", file=sys.stderr)
    measured = per_run(told)
    means, found = averages(measured), effects(told)
    try:
        if options.export_json:
            write_json(options.export_json, as_json(measured, means, found))
    except OSError as error:
        print(f"emergence: {options.export_json}: {error.strerror}", file=sys.stderr)
        return 2
    print(table(means, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
