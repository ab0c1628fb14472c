"""Runs the original's suite once more under 2.7, instrumented, and tells what was seen at which line of which file."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from environment.traces import Observation
from verification.baseline import Baseline, run_key
from verification.results import SuiteRun
from verification.runners import TestPlan
from verification.sandbox import GivenUp
from verification.test_runs import SuiteRunner

#: An observed run may take this many times the baseline, but never less than LEAST_SECONDS.
FACTOR = 3.0
LEAST_SECONDS = 30.0
#: Above this share of a file's tests that came out differently while observed, what was seen there is not used.
MOST_DISTURBED = 0.1

Observations = Mapping[str, tuple[Observation, ...]]


@dataclass(frozen=True)
class Observed:
    """What was seen, by file key; `disturbed`: tests that came out differently while observed; `failure`: why
    nothing was seen at all ("" when the run went well)."""

    seen: Observations = field(default_factory=dict)
    disturbed: tuple[str, ...] = ()
    failure: str = ""


def observe(
    original: Path,
    keys: Sequence[str],
    baseline: Baseline,
    plan: TestPlan,
    runner: SuiteRunner,
    folder: Path,
    log: logging.Logger,
) -> dict[str, tuple[Observation, ...]]:
    """What was seen in `keys` when the suite of `original` ran under 2.7: from the cache in `folder`, else by running.

    What goes wrong is a warning, and then there are no observations. A file whose tests came out
    differently while they were observed has none either, and the log says so. Raises GivenUp alone.
    """
    if not baseline.passing:
        return {}
    try:
        observed = _cached(original, baseline, plan, runner, folder)
    except GivenUp:
        raise
    except Exception as error:  # a rule without evidence decides by types: worse, and no reason to fail
        log.warning(
            "the original could not be observed under Python 2.7: %s: %s", type(error).__name__, error
        )
        return {}
    if observed.failure:
        log.warning("nothing was observed under Python 2.7: %s", observed.failure)
    kept = {}
    for key in sorted(set(keys) & observed.seen.keys()):
        changed, all_of_it = disturbance(key, observed.disturbed, baseline)
        if changed > MOST_DISTURBED * all_of_it:
            log.warning(
                "%s: what was observed is not used: %d of its %d tests came out differently while observed",
                key,
                changed,
                all_of_it,
            )
            continue
        kept[key] = observed.seen[key]
    log.info("observed under Python 2.7: %d sites in %d files", sum(map(len, kept.values())), len(kept))
    return kept


def disturbance(key: str, disturbed: Sequence[str], baseline: Baseline) -> tuple[int, int]:
    """How many of the tests that touch a file were disturbed, and how many touch it: of all tests where none does."""
    own = {
        name
        for name, test in baseline.run.tests.items()
        if key in baseline.run.touched.get(name, {}) or test.file == key
    } - set(baseline.unstable)
    own = own or baseline.run.tests.keys() - set(baseline.unstable)
    return len(own.intersection(disturbed)), len(own)


def _cached(
    original: Path, baseline: Baseline, plan: TestPlan, runner: SuiteRunner, folder: Path
) -> Observed:
    path = folder / "observations" / f"{run_key(original, plan, runner, runner.settings)}.json"
    if (known := _load(path)) is not None:
        return known
    seconds = max(LEAST_SECONDS, FACTOR * baseline.run.seconds)
    if runner.settings.timeout_seconds is not None:
        seconds = min(seconds, runner.settings.timeout_seconds)
    run = runner.observe(original, plan, seconds=seconds)
    if not run.complete:
        failed = Observed(failure=f"the suite did not come to its end ({run.reason or 'it died'})")
        # Kept as well: it would take its whole time limit again at every run.
        _save(path, failed)
        return failed
    observed = Observed(run.observed, _disturbed(run, baseline))
    _save(path, observed)
    return observed


def _disturbed(run: SuiteRun, baseline: Baseline) -> tuple[str, ...]:
    """Ids of stable tests that did not come out as in the baseline, or did not run."""
    unstable = set(baseline.unstable)
    return tuple(
        sorted(
            name
            for name, test in baseline.run.tests.items()
            if name not in unstable and (name not in run.tests or run.tests[name].outcome != test.outcome)
        )
    )


def _save(path: Path, observed: Observed) -> None:
    record = {
        "seen": {key: [o.as_dict() for o in seen] for key, seen in observed.seen.items()},
        "disturbed": observed.disturbed,
        "failure": observed.failure,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    temporary.write_text(json.dumps(record), "utf-8")
    os.replace(temporary, path)


def _load(path: Path) -> Observed | None:
    try:
        record = json.loads(path.read_text("utf-8"))
        seen = {k: tuple(Observation.from_dict(o) for o in found) for k, found in record["seen"].items()}
        if failure := str(record.get("failure", "")):
            failure = f"{failure}; seen in an earlier run, delete {path} to try again"
        return Observed(seen, tuple(record["disturbed"]), failure)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
