"""The front of verification: takes a repository's baseline, and judges migrated files by running code."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from environment.traces import Evidence, EvidenceKind, Issue, Judgement, Observation
from verification.attribution import issue_for, issues_for, may_have_mixed, telling
from verification.baseline import Baseline, file_hashes, hash_of, take_baseline
from verification.batch import Batch, Batches
from verification.comparison import compare
from verification.containment import Contain
from verification.discovery import all_plans, import_path
from verification.environments import EnvironmentCache, TestEnvironment
from verification.import_graph import ImportGraph
from verification.interpreters import find_python2, find_target
from verification.judging import (
    MAX_PLACES,
    OwnTests,
    Subject,
    at_least_by_construction,
    by_tests,
    elsewhere,
    with_contradictions,
    with_mixed,
)
from verification.observation import observe
from verification.orders import Orders, reordered
from verification.results import Lines
from verification.runners import TestPlan
from verification.sandbox import choose_backend
from verification.settings import VerificationSettings
from verification.targets import Targets
from verification.test_runs import SuiteRunner
from verification.untested import Untested
from verification.visits import Visits

__all__ = ["BaselineSummary", "Retention", "Subject", "VerificationSettings", "Verifier"]


@dataclass(frozen=True)
class BaselineSummary:
    """What `prepare` found, for the manifest. `weaknesses` say in words what can't be claimed, and why."""

    target: str
    python2: str
    backend: str
    runner: str
    targets: int
    tests: int
    passing: int
    unstable: tuple[str, ...] = ()
    seconds: float = 0.0
    cached: bool = False
    weaknesses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Retention:
    """`suite_retention`: of the tests that pass on the original under 2.7, the share that pass here; None
    without a 2.7 or without such tests. `suite_pass_rate`: passing / collected on the target, given without
    a 2.7."""

    suite_retention: float | None
    suite_pass_rate: float | None
    passing: int
    baseline: int
    collected: int
    lost: tuple[str, ...] = ()
    seconds: float = 0.0


class Verifier:
    """Judges files of one repository. `prepare` comes first; everything that runs target code is contained.

    `original` is the untouched tree (a plain folder), `scratch` a folder for copies and runs.
    """

    def __init__(
        self,
        *,
        original: Path,
        scratch: Path,
        settings: VerificationSettings | None = None,
        log: logging.Logger | None = None,
        contain: Contain | None = None,
    ) -> None:
        self.settings = settings or VerificationSettings()
        self.original = Path(original)
        self.scratch = Path(scratch)
        self._log = log or logging.getLogger(__name__)
        self._contain = contain
        self._environments = EnvironmentCache(self.settings.cache, self._log)
        self._baseline: Baseline | None = None
        self._python2: SuiteRunner | None = None
        self._orders = Orders(self.original, [])
        self._visits: Visits | None = None
        #: Issues charged in the last judgement to files that were not among its subjects.
        self.elsewhere: dict[str, tuple[Issue, ...]] = {}
        #: Sets of failing tests in which nothing was mixed up.
        self._calm: list[set[str]] = []
        self._left_over: dict[str, tuple[str, ...]] = {}

    def prepare(self) -> BaselineSummary:
        """Find interpreters, build or reuse their environments, take the baseline. Everything in words and
        numbers.

        Raises InterpreterError when an interpreter named in the settings can't be used, NoTests when `args`
        name no file.
        """
        settings = replace(self.settings, pythonpath=import_path(self.original, self.settings))
        self.settings = settings
        weaknesses: list[str] = []
        target = find_target(settings.target_python)
        python2 = find_python2(settings.python2)
        environment = self._environments.get(target, settings.dependencies_python3)
        weaknesses.extend(environment.weaknesses)
        self._backend = choose_backend(settings.sandbox, allow_unsandboxed=settings.allow_unsandboxed)
        weaknesses.extend(f"sandbox {self._backend.name}: {gap}" for gap in self._backend.gaps)
        self._target = self._runner(environment)
        self._python2, self._orders = None, Orders(self.original, [])
        if python2 is None:
            weaknesses.append(
                "no Python 2.7: there is no baseline, tests count at most 0.75, files without tests are not "
                "compared; set verification.python2 or STIGMERGY_PYTHON2 to an interpreter"
            )
        else:
            old = self._environments.get(python2, settings.dependencies_python2)
            weaknesses.extend(old.weaknesses)
            self._python2 = self._runner(old)
            self._orders = Orders(self.original, [self._runner(old, s) for s in reordered(settings)])
            self._visits = Visits(self.original, self._target, self._python2)
        self._untested = Untested(
            self.original, settings, self._target, self._python2, self._log, self._orders.first
        )
        both = environment.has_pytest and (self._python2 is None or self._python2.environment.has_pytest)
        plans = all_plans(self.original, settings, both)
        self.plan = plans[0]
        imports = ImportGraph.of(self.original, settings.pythonpath)
        if self.plan.runner == "none":
            weaknesses.append("no tests were found: files are judged by what can be shown without them")
        if self._python2 is not None and self.plan.runner != "none":
            self._baseline = self._first_that_passes(plans, self._python2)
            slowest = max((self._baseline.run.tests[n].seconds for n in self._baseline.passing), default=0.0)
            self._target.settings = settings.given(slowest)
            weaknesses.extend(self._about_baseline(self._baseline))
        self._targets = Targets(self.plan, self._baseline, imports)
        self._batches = Batches(self.original, self._target, self._targets, self._orders)
        for text in weaknesses:
            self._log.info(text)
        base = self._baseline
        return BaselineSummary(
            target=target.label,
            python2=python2.label if python2 else "none",
            backend=self._backend.name,
            runner=self.plan.runner,
            targets=len(self.plan.targets),
            tests=len(base.run.tests) if base else 0,
            passing=len(base.passing) if base else 0,
            unstable=base.unstable if base else (),
            seconds=base.run.seconds if base else 0.0,
            cached=base.cached if base else False,
            weaknesses=tuple(weaknesses),
        )

    def _first_that_passes(self, plans: Sequence[TestPlan], runner: SuiteRunner) -> Baseline:
        """The baseline of the first plan under which a test passes, which is then the plan.

        Where none does, that of the first plan under which a test is found; else the first's.
        """
        taken = []
        for plan in plans:
            made = take_baseline(
                self.original, plan, runner, self.settings, self._environments.folder, self._log
            )
            taken.append((plan, made))
            if made.passing:
                break
            none = "no test that passes" if made.run.tests else "no test"
            self._log.info("%s found %s under Python 2.7: %s", plan.runner, none, ", ".join(plan.targets[:3]))
        best = max(taken, key=lambda one: (bool(one[1].passing), bool(one[1].run.tests)))
        self.plan, baseline = best
        return baseline

    def observe(self, keys: Sequence[str]) -> Mapping[str, tuple[Observation, ...]]:
        """What the original was seen to do in `keys` while its tests ran under 2.7; nothing where it can't be seen."""
        if self._python2 is None or self._baseline is None:
            return {}
        return observe(
            self.original,
            keys,
            self._baseline,
            self.plan,
            self._python2,
            self._environments.folder,
            self._log,
        )

    def judge(self, tree: Path, subjects: Sequence[Subject]) -> dict[str, Judgement]:
        """One judgement a subject: one run of the tests that matter over a copy of `tree`, judged file by file.

        Where tests fail because of a subject, patient ones that no test speaks about get none: what they do is compared
        when others have been repaired. It takes longest, and what they lean on may change before.
        """
        tree = Path(tree)
        by_key = {subject.key: subject for subject in subjects}
        batch = self._batches.run(tree, by_key, self._targets.for_subjects(by_key), self._limit())
        self.elsewhere = batch.charged_elsewhere(by_key)
        self._left_over = {name: keys for name, keys in batch.charges.items() if not by_key.keys() & keys}
        own = {key: batch.own_tests(tree, subject) for key, subject in by_key.items()}
        seal = Evidence(
            EvidenceKind.NONE,
            interpreter=self._target.environment.interpreter.label,
            baseline_interpreter=self._python2.environment.interpreter.label if self._python2 else "",
            tree_hash=hash_of(batch.texts),
            sandbox=self._backend.name,
        )
        if any(tests.charged for tests in own.values()):
            by_key = {key: s for key, s in by_key.items() if own[key].total or not s.patient}
        judged = self._untested.judge(tree, by_key, own, seal)
        mixed = self._mixed(tree, batch, own)
        located = self._mixed_where_tests_fail(tree, batch, own)
        content = [s for k, s in by_key.items() if k not in judged and not (s.is_test or own[k].charged)]
        otherwise, same = self._untested.contradictions(tree, content)
        own |= {key: batch.with_compared(own[key], lines, key) for key, lines in same.items()}
        same, visited = self._visited(tree, [s for k, s in by_key.items() if k not in judged], own)
        own |= {key: batch.with_compared(own[key], lines, key) for key, lines in same.items()}
        otherwise |= {key: otherwise.get(key, ()) + issues for key, issues in visited.items()}
        for key in by_key:
            if key not in judged:
                issues = telling(issues_for(own[key].charged.values(), key))
                issues = [*located.get(key, ()), *issues]
                judged[key] = by_tests(own[key], seal, issues, self.settings, self._baseline is None)
                if self._baseline is None and by_key[key].exact and not own[key].charged:
                    judged[key] = at_least_by_construction(judged[key], self.settings)
                judged[key] = with_mixed(judged[key], mixed.get(key, ()), self.settings)
                judged[key] = with_contradictions(judged[key], otherwise.get(key, ()), self.settings)
        return {
            key: replace(
                judged[key],
                charged_to=elsewhere(own[key], judged[key], key),
                charged_beside=batch.charged_beside(key, own[key]),
            )
            for key in by_key
        }

    def regressions(
        self, tree: Path, settled: Callable[[str], Subject | None], tests: Collection[str] = ()
    ) -> dict[str, tuple[Issue, ...]]:
        """What failing `tests` say against files that were judged before, by file.

        `settled` gives the subject of such a file, and None for every other. Without `tests`, those that the last
        judgement charged to none of its subjects. Each is run once more, and counts only if it fails again and every
        file that it is charged to is settled: what is still being worked on comes first. Without a Python 2.7, only
        tests that were seen to pass can speak against a file.
        """
        keys = set(file_hashes(tree)) if tests else {k for ks in self._left_over.values() for k in ks}
        by_key = {key: subject for key in sorted(keys) if (subject := settled(key)) is not None}
        if not tests:
            tests = {name for name, keys in self._left_over.items() if by_key.keys() >= set(keys)}
        targets = self._targets.holding(tests)
        if not by_key or not targets:
            return {}
        batch = self._batches.run(Path(tree), by_key, targets, self._limit())
        found: dict[str, list[Issue]] = {}
        for name in sorted(batch.charges.keys() & set(tests)):
            if by_key.keys() >= set(batch.charges[name]) and self._batches.may_accuse(name, batch):
                for key in batch.charges[name]:
                    found.setdefault(key, []).append(issue_for(batch.comparison.regressed[name], key))
        return {key: tuple(issues) for key, issues in sorted(found.items())}

    def retention(self, tree: Path) -> Retention:
        """How much of the whole suite passes on `tree` under the target."""
        if self.plan.runner == "none":
            return Retention(None, None, 0, 0, 0)
        run = self._target.run(Path(tree), self.plan, seconds=self._limit(), trace=False)
        collected = len(run.tests) + len(run.collect_errors)
        base = self._baseline
        if base is None:
            rate = len(run.passing) / collected if collected else None
            return Retention(None, rate, len(run.passing), 0, collected, seconds=run.seconds)
        comparison = compare(sorted(base.passing), base.run, run)
        share = len(comparison.retained) / len(base.passing) if base.passing else None
        lost = tuple(sorted(comparison.regressed))
        return Retention(
            share, None, len(comparison.retained), len(base.passing), collected, lost, run.seconds
        )

    def leaning(self, tests: Collection[str], files: Collection[str]) -> dict[str, frozenset[str]]:
        """By test of the baseline, those of `files` that it ran under 2.7, or that its own file imports."""
        base = self._baseline
        if base is None:
            return {}
        importers = {key: self._targets.imports.importers(key) for key in files}
        return {
            name: frozenset(
                key
                for key in files
                if key in base.run.touched.get(name, {}) or base.run.tests[name].file in importers[key]
            )
            for name in tests
            if name in base.run.tests
        }

    def _visited(
        self, tree: Path, subjects: Sequence[Subject], own: Mapping[str, OwnTests]
    ) -> tuple[dict[str, Lines], dict[str, tuple[Issue, ...]]]:
        """What visits show of the subjects whose tests pass and leave nothing but rewritten lines unexecuted."""
        open_ones = {
            s.key: s
            for s in subjects
            if own[s.key].unexecuted and not (own[s.key].charged or own[s.key].outnumbered)
        }
        tests = {name for key in open_ones for name in own[key].passed}
        plan = self._targets.plan_holding(tests)
        if self._visits is None or not plan.targets:
            return {}, {}
        missing = {key: own[key].unexecuted for key in open_ones}
        assumed = {key: subject.assumed for key, subject in open_ones.items()}
        return self._visits.compare(tree, plan, missing, assumed, self._limit())

    def _mixed(self, tree: Path, batch: Batch, own: Mapping[str, OwnTests]) -> dict[str, tuple[Issue, ...]]:
        """Where files mix up text and binary data in silence, by file: an extra run of tests that passed.

        Only tests of the baseline that passed count; files with failing tests have been told enough.
        """
        green = {key for key, tests in own.items() if tests.passed and not tests.charged}
        passed = {name for key in green for name in own[key].passed}
        if batch.run.reason:
            return {}
        ids = {batch.comparison.target_ids.get(name, name) for name in passed}
        found: dict[str, list[Issue]] = {}
        for issue in self._places_of_mixing(tree, passed):
            if issue.file in green and (issue.test in ids or not issue.test):
                known = found.setdefault(issue.file, [])
                if all((i.line, i.message) != (issue.line, issue.message) for i in known):
                    known.append(issue)
        return {key: tuple(issues) for key, issues in found.items()}

    def _mixed_where_tests_fail(
        self, tree: Path, batch: Batch, own: Mapping[str, OwnTests]
    ) -> dict[str, tuple[Issue, ...]]:
        """Where files mix up text and binary data in tests that are charged to them, by file: an extra run.

        An assertion says what came out, and not where: a comparison that is never equal, or b'...' in a text, is often
        the place, or an exception that something else swallows: a thread, a process of its own, `except: pass`. Tests
        that fail by an exception that tells its own place are not run again.
        """
        failing = {n for tests in own.values() for n, t in tests.charged.items() if may_have_mixed(t)}
        if failing in self._calm:
            return {}
        ids = {batch.comparison.target_ids.get(name, name): name for name in failing}
        found: dict[str, list[Issue]] = {}
        for issue in self._places_of_mixing(tree, failing, raised=True):
            name = ids.get(issue.test, "")
            if issue.file in own and name in own[issue.file].charged:
                found.setdefault(issue.file, []).append(replace(issue, test=name))
        if not found:
            self._calm.append(failing)
        return {key: tuple(telling(issues)[:MAX_PLACES]) for key, issues in found.items()}

    def _places_of_mixing(
        self, tree: Path, tests: Collection[str], raised: bool = False
    ) -> tuple[Issue, ...]:
        """Where text and binary data are mixed up while the files of `tests` run once more."""
        plan = self._targets.plan_holding(tests)
        return self._target.mixed(tree, plan, seconds=self._limit(), raised=raised) if plan.targets else ()

    @property
    def baseline_seconds(self) -> float | None:
        """How long the suite takes under 2.7; None where none of its tests is known to pass there."""
        return self._baseline.run.seconds if self._baseline is not None and self._baseline.passing else None

    def _limit(self) -> float:
        return self.settings.limit(self._baseline.run.seconds if self._baseline else 0.0)

    def _runner(
        self, environment: TestEnvironment, settings: VerificationSettings | None = None
    ) -> SuiteRunner:
        return SuiteRunner(
            environment,
            settings or self.settings,
            self.scratch,
            contain=self._contain,
            backend=self._backend,
            log=self._log,
        )

    @staticmethod
    def _about_baseline(base: Baseline) -> list[str]:
        said = []
        if not base.run.tests:
            said.append("the original's suite collected no test under Python 2.7; zero tests are no success")
        elif not base.passing:
            said.append("no test of the original passes under Python 2.7")
        if base.run.reason:
            said.append(
                f"the original's suite died under Python 2.7 ({base.run.reason}): repeated file by file"
            )
        if base.unstable:
            said.append(f"{len(base.unstable)} unstable tests were set aside")
        return said
