"""Holds the outcomes of a run on the target against the baseline, test by test."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from verification.results import SuiteRun, TestOutcome

_LONG = re.compile(r"(?<![\w.])(\d+)L\b")
_UNICODE = re.compile(r"(?<![\w])u(?=['\"])")


@dataclass(frozen=True, slots=True)
class Comparison:
    """Baseline ids that still pass, and for the others what became of them on the target.

    `target_ids` maps baseline ids to the ids under which the tests ran on the target.
    """

    retained: frozenset[str]
    regressed: dict[str, TestOutcome]
    target_ids: dict[str, str]

    def without(self, tests: Collection[str]) -> Comparison:
        """The same, as if `tests` had never been."""
        return Comparison(
            self.retained.difference(tests),
            {name: test for name, test in self.regressed.items() if name not in tests},
            {name: other for name, other in self.target_ids.items() if name not in tests},
        )


def normal_id(name: str) -> str:
    """A test id without what only the Python version puts into it: `[1L]` and `[1]`, `[u'x']` and `['x']`."""
    if "[" not in name:
        return name
    head, bracket, parameters = name.partition("[")
    return head + bracket + _UNICODE.sub("", _LONG.sub(r"\1", parameters))


def match_ids(baseline: Iterable[str], target: Iterable[str]) -> dict[str, str]:
    """Baseline id → target id: by name, by normalised name, then by position among a test's parameters."""
    left, free = list(baseline), dict.fromkeys(target)
    matched: dict[str, str] = {}
    for name in left:
        if name in free:
            matched[name] = name
            del free[name]
    by_normal = defaultdict(list)
    for name in free:
        by_normal[normal_id(name)].append(name)
    for name in left:
        if name not in matched and by_normal.get(normal_id(name)):
            matched[name] = by_normal[normal_id(name)].pop(0)
            del free[matched[name]]
    rest_left, rest_free = defaultdict(list), defaultdict(list)
    for name in left:
        if name not in matched and "[" in name:
            rest_left[name.partition("[")[0]].append(name)
    for name in free:
        if "[" in name:
            rest_free[name.partition("[")[0]].append(name)
    for head, names in rest_left.items():
        if len(names) == len(rest_free[head]):
            matched.update(zip(names, rest_free[head], strict=True))
    return matched


def compare(passing: Iterable[str], baseline: SuiteRun, run: SuiteRun) -> Comparison:
    """What became of the tests in `passing` (ids of `baseline`) in `run`.

    A test that was not collected is a regression that carries the error which kept its file from being
    collected; zero tests collected is thus never success.
    """
    ids = match_ids(baseline.tests, run.tests)
    errors_by_file = {error.file: error for error in run.collect_errors.values() if error.file}
    shared = next(
        (e for e in run.collect_errors.values() if e.file.endswith("conftest.py") or not e.file), None
    )
    retained, regressed = [], {}
    for name in passing:
        outcome = run.tests.get(ids.get(name, ""))
        if outcome is None:
            file = baseline.tests[name].file
            error = errors_by_file.get(file) or run.collect_errors.get(file) or shared
            if error is not None:
                outcome = replace(error, id=name, file=file)
            else:
                outcome = TestOutcome(
                    name, "error", file, "NotCollected", "the test was not found on the target"
                )
        if outcome.passed:
            retained.append(name)
        else:
            regressed[name] = replace(outcome, file=outcome.file or baseline.tests[name].file)
    return Comparison(frozenset(retained), regressed, ids)
