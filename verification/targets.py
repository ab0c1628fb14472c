"""Which targets of a test plan hold given tests, or the tests that matter to given files."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from posixpath import join, normpath

from environment.traces import is_document
from verification.baseline import Baseline
from verification.import_graph import ImportGraph
from verification.judging import Subject
from verification.runners import TestPlan


@dataclass(frozen=True)
class Targets:
    """The targets of `plan`. Where it can't be told what one holds, all of them are given."""

    plan: TestPlan
    baseline: Baseline | None
    imports: ImportGraph

    def for_subjects(self, subjects: Mapping[str, Subject]) -> tuple[str, ...]:
        """Those with tests that touch a subject, import it, are one, or were seen to fail because of it."""
        files: set[str] = set()
        if self.baseline is not None:
            written_in = {name: test.file for name, test in self.baseline.run.tests.items()}
            for key, subject in subjects.items():
                files |= {written_in[name] for name in self.baseline.tests_of(key)}
                files |= self.imports.importers(key)
                files |= {written_in[name] for name in subject.suspected_by if name in written_in}
        return self._of(files)

    def holding(self, tests: Collection[str]) -> tuple[str, ...]:
        """Those in which `tests` are written; none for none."""
        if not tests:
            return ()
        known = self.baseline.run.tests if self.baseline is not None else {}
        return self._of({known[name].file for name in tests if name in known})

    def plan_holding(self, tests: Collection[str]) -> TestPlan:
        """The plan with those targets alone."""
        return replace(self.plan, targets=self.holding(tests))

    def file(self, target: str) -> str:
        """The key of the file that a target names."""
        return normpath(join(self.plan.workdir, target.split("::")[0].removeprefix("main:")))

    def _of(self, files: Collection[str]) -> tuple[str, ...]:
        plan = self.plan
        if plan.runner == "none":
            return ()
        # A command may end like a file of tests.
        by_file = plan.runner != "command" and all(t.endswith(".py") or is_document(t) for t in plan.targets)
        if self.baseline is None or not by_file:
            return plan.targets
        return tuple(target for target in plan.targets if self.file(target) in files)
