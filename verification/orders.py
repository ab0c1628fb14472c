"""Which tests pass under Python 2.7 only as long as hashes have one order: they hold their program to an accident."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from verification.results import TestOutcome
from verification.runners import TestPlan
from verification.settings import VerificationSettings
from verification.test_runs import SuiteRunner

_VARIABLE = "PYTHONHASHSEED"
#: Each is another order of the hashes of texts: of two keys, one seed in two exchanges them.
_SEEDS = (1, 2, 3)
#: What a program that gives the same in another order fails by: a comparison, or the text of an example.
_EXAMPLE = "DocTestFailure"


def reordered(settings: VerificationSettings) -> list[VerificationSettings]:
    """`settings`, with hashes in other orders; none where the order is part of how the tests are run."""
    if _VARIABLE in settings.env:
        return []
    return [replace(settings, env={**settings.env, _VARIABLE: str(seed)}) for seed in _SEEDS]


class Orders:
    """Asks the original, once for each test, whether it passes in other orders too. `runners` have one each."""

    def __init__(self, original: Path, runners: Sequence[SuiteRunner]) -> None:
        self._original = original
        self._runners = runners
        #: By test that was asked about, how it fails under Python 2.7 in another order; "" where it passes in all.
        self._known: dict[str, str] = {}

    @property
    def first(self) -> SuiteRunner | None:
        """A Python 2.7 whose hashes have another order."""
        return self._runners[0] if self._runners else None

    def by_chance(
        self,
        regressed: Mapping[str, TestOutcome],
        holding: Callable[[Collection[str]], TestPlan],
        seconds: float,
    ) -> frozenset[str]:
        """Those of the `regressed` tests of the baseline that fail in the same way (the same exception, of a
        comparison) on the original when its hashes have another order.

        `holding` gives the plan in which tests are written; `seconds` is the limit of a run.
        """
        doubtful = {name for name, test in regressed.items() if test.asserted or test.exception == _EXAMPLE}
        asked = doubtful - self._known.keys()
        self._known.update(dict.fromkeys(asked, ""))
        for runner in self._runners:
            if not asked or not (plan := holding(asked)).targets:
                break
            run = runner.run(self._original, plan, seconds=seconds, trace=False)
            failed = {name for name in asked if name in run.tests and not run.tests[name].passed}
            self._known.update({name: run.tests[name].exception for name in failed})
            asked = asked - failed
        return frozenset(name for name in doubtful if self._known[name] == regressed[name].exception)
