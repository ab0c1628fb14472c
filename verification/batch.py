"""One run of tests over a candidate tree: whom its failures are charged to, and what it says file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from environment.traces import Issue
from verification.attribution import blame, issue_for
from verification.baseline import Baseline, file_hashes
from verification.comparison import Comparison, compare
from verification.judging import OwnTests, Subject
from verification.lacking import defining
from verification.line_map import LineMap
from verification.orders import Orders
from verification.recollection import Recollection, narrowed
from verification.results import Lines, SuiteRun
from verification.runners import looks_like_test
from verification.sites import Statement, rewritten, share_executed, unexecuted
from verification.suspicion import Spectrum, failure_kind
from verification.targets import Targets
from verification.test_runs import SuiteRunner


@dataclass
class Batch:
    """One run and everything that judging its files needs.

    `counting` are the tests whose outcome says something, `charges` the files that each failing test is charged to,
    `texts` what the files of the tree held, by hash. Tests that fail `by_chance` do so on Python 2.7 as well where
    hashes have another order: they say nothing.
    """

    run: SuiteRun
    comparison: Comparison
    spectrum: Spectrum
    counting: frozenset[str]
    charges: Mapping[str, tuple[str, ...]]
    texts: Mapping[str, str]
    baseline: Baseline | None
    sites: Mapping[str, list[Statement]] = field(default_factory=dict)
    by_chance: frozenset[str] = frozenset()

    def own_tests(self, tree: Path, subject: Subject) -> OwnTests:
        """The tests that count for a subject: those that touch it, are written in it, or failed because of it."""
        key = subject.key
        touching = {name for name, files in self.spectrum.touched.items() if key in files}
        if self.baseline is not None:
            touching |= self.baseline.tests_of(key)
        files = self.comparison.regressed
        written = {name for name, files_ in self.charges.items() if key in files_ or files[name].file == key}
        relevant = (touching | written | set(subject.suspected_by)) & self.counting
        passed = frozenset(relevant & self.comparison.retained)
        failed = relevant & files.keys()
        charged = {name: files[name] for name in sorted(failed) if key in self.charges[name]}
        excused = {name: self.charges[name] for name in sorted(failed) if name not in charged}
        in_tests: Lines = 0
        for name in passed:
            in_tests |= self.spectrum.touched.get(name, {}).get(key, 0)
        at_import = self._at_import(key)
        if passed and not in_tests and not self._touched_before(key, passed):
            passed = frozenset()
        return OwnTests(
            passed,
            charged,
            excused,
            in_tests,
            unexecuted(self.sites[key], in_tests, at_import),
            coverage=share_executed((tree / key).read_bytes(), in_tests, at_import) if passed else None,
            by_chance=tuple(sorted((touching | written) & self.by_chance)),
        )

    def with_compared(self, own: OwnTests, same: Lines, key: str) -> OwnTests:
        """`own`, with what ran beside the tests and came out the same under both languages."""
        ran = unexecuted(self.sites[key], own.in_tests | same, self._at_import(key))
        left = tuple(n for n in own.unexecuted if n in ran)
        compared = {*own.compared, *(n for n in own.unexecuted if n not in left)}
        return replace(own, unexecuted=left, compared=tuple(sorted(compared)))

    def charged_beside(self, key: str, own: OwnTests) -> tuple[str, ...]:
        """The other files that the tests charged to `key` are charged to as well."""
        return tuple(sorted({other for name in own.charged for other in self.charges[name]} - {key}))

    def charged_elsewhere(self, subjects: Mapping[str, Subject]) -> dict[str, tuple[Issue, ...]]:
        """What speaks against files that are none of the subjects, by file."""
        found: dict[str, list[Issue]] = {}
        for name, files in self.charges.items():
            for key in files:
                if key not in subjects:
                    found.setdefault(key, []).append(issue_for(self.comparison.regressed[name], key))
        return {key: tuple(issues) for key, issues in sorted(found.items())}

    def _at_import(self, key: str) -> Lines:
        return self.run.touched.get("", {}).get(key, 0)

    def _touched_before(self, key: str, passed: Iterable[str]) -> bool:
        base = self.baseline
        return base is not None and any(
            base.run.touched.get(n, {}).get(key) or base.run.tests[n].file == key for n in passed
        )


class Batches:
    """Runs batches of one repository's tests under the target. What passed among which texts is remembered."""

    def __init__(self, original: Path, target: SuiteRunner, targets: Targets, orders: Orders) -> None:
        self._original = original
        self._target = target
        self._targets = targets
        self._orders = orders
        self._recollection = Recollection()

    def run(
        self, tree: Path, subjects: Mapping[str, Subject], targets: tuple[str, ...], seconds: float
    ) -> Batch:
        """Run `targets` over a copy of `tree`, each process for at most `seconds`."""
        texts = file_hashes(tree)
        run = SuiteRun(interpreter=self._target.environment.interpreter.label)
        if targets:
            plan = replace(self._targets.plan, targets=targets)
            run = self._target.run(tree, plan, seconds=seconds, trace=True)
        base = self._targets.baseline
        by_chance: frozenset[str] = frozenset()
        if base is not None:
            files = {self._targets.file(target) for target in targets}
            everything = targets == self._targets.plan.targets
            counting = frozenset(n for n in base.passing if everything or base.run.tests[n].file in files)
            comparison = compare(sorted(counting), base.run, run)
            by_chance = self._orders.by_chance(comparison.regressed, self._targets.plan_holding, seconds)
            counting -= by_chance
            comparison = comparison.without(by_chance)
        else:
            failed = {n: t for n, t in run.tests.items() if not t.passed and t.outcome != "skipped"}
            failed.update(run.collect_errors)
            counting = run.passing | failed.keys()
            comparison = Comparison(run.passing, failed, {n: n for n in run.tests})
        sites = {key: _sites(tree, subject) for key, subject in subjects.items()}
        touched = self._touched(run, comparison)
        spectrum = Spectrum(
            touched,
            frozenset(comparison.regressed),
            comparison.retained,
            sites,
            looks_like_test,
            self._imported(subjects, run, comparison),
            run.touched.get("", {}),
            {name: failure_kind(test.exception, test.message) for name, test in comparison.regressed.items()},
            self._lines_before(tree),
            texts.__contains__,
        )
        charges, products = {}, [key for key in sorted(texts) if not looks_like_test(key)]
        read = lru_cache(maxsize=None)(lambda key: _bytes(tree / key))
        for name, test in comparison.regressed.items():
            changed = self._recollection.changed_since(name, texts)
            charged = blame(test, spectrum, name)
            ran = {*touched.get(name, {}), *spectrum.at_import}
            lacking = defining(test, [key for key in products if key in ran], read)
            charged = tuple(dict.fromkeys((*charged, *lacking)))
            charges[name] = narrowed(charged, changed, touched.get(name, {}))
        self._recollection.note(comparison.retained, texts)
        return Batch(run, comparison, spectrum, counting, charges, texts, base, sites, by_chance)

    def may_accuse(self, test: str, batch: Batch) -> bool:
        """Whether a failure counts against files that were judged.

        Not when the test passed among these very texts, nor when nobody ever saw it pass.
        """
        changed = self._recollection.changed_since(test, batch.texts)
        return batch.baseline is not None if changed is None else bool(changed)

    def _touched(self, run: SuiteRun, comparison: Comparison) -> dict[str, Mapping[str, Lines]]:
        """Lines by baseline id, on the target; a test that died says nothing, so there the 2.7 files stand in."""
        touched = {name: run.touched.get(other, {}) for name, other in comparison.target_ids.items()}
        if self._targets.baseline is not None:
            for name in comparison.regressed:
                if not touched.get(name):
                    touched[name] = dict.fromkeys(self._targets.baseline.run.touched.get(name, {}), 0)
        return touched

    def _lines_before(self, tree: Path) -> Callable[[str, str], Lines | None]:
        """Gives the lines of a file in `tree` that a test ran under 2.7; None without a baseline of that test."""
        maps: dict[str, LineMap] = {}
        base = self._targets.baseline

        def lines(test: str, key: str) -> Lines | None:
            ran = base.run.touched.get(test) if base else None
            if not ran:
                return None
            if key not in ran:
                return 0
            if key not in maps:
                maps[key] = LineMap(_bytes(self._original / key), _bytes(tree / key))
            return maps[key].carry(ran[key])

        return lines

    def _imported(
        self, subjects: Mapping[str, Subject], run: SuiteRun, comparison: Comparison
    ) -> dict[str, frozenset[str]]:
        """By product file among `subjects`, the tests whose own file imports it, directly or not."""
        files = {name: run.tests[other].file for name, other in comparison.target_ids.items()}
        files |= {name: test.file for name, test in comparison.regressed.items() if test.file}
        found = {}
        for key in subjects:
            if not looks_like_test(key):
                importers = self._targets.imports.importers(key)
                found[key] = frozenset(name for name, file in files.items() if file in importers)
        return found


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _sites(tree: Path, subject: Subject) -> list[Statement]:
    try:
        return rewritten((tree / subject.key).read_bytes(), subject.changes)
    except OSError:
        return []
