"""Judging files by running code: kinds of evidence, confidences, and who is charged."""

# ruff: noqa: F811

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from verification_fixtures import Repository, cache, python2, subject  # noqa: F401

from environment.traces import Evidence, EvidenceKind, Judgement
from verification.interpreters import Interpreter, InterpreterError
from verification.judging import at_least_by_construction
from verification.settings import VerificationSettings

ORIGINAL = {
    "pkg/__init__.py": "",
    "pkg/maths.py": """
        def mean(values):
            total = 0
            for v in values:
                total += v
            return total / len(values)

        def table(d):
            return sorted(d.iteritems())

        def unused(a):
            return a.has_key(2)
        """,
    "pkg/show.py": """
        def show(x):
            print x
            return repr(x)
        """,
    "pkg/alone.py": """
        def hello(name):
            print "hello", name
        """,
    "pkg/shape.py": """
        class Shape(object):
            def show(self):
                print "shape"
        """,
    "test_maths.py": """
        import unittest
        from pkg import maths, show
        class MathsTest(unittest.TestCase):
            def test_mean(self):
                self.assertEqual(maths.mean([1, 2, 4]), 2)
            def test_table(self):
                self.assertEqual(maths.table({'b': 1, 'a': 2}), [('a', 2), ('b', 1)])
            def test_show(self):
                self.assertEqual(show.show(3), '3')
        """,
}
MIGRATED = {
    "pkg/maths.py": """
        def mean(values):
            total = 0
            for v in values:
                total += v
            return total // len(values)

        def table(d):
            return sorted(d.items())

        def unused(a):
            return 2 in a
        """,
    "pkg/show.py": """
        def show(x):
            print(x)
            return repr(x)
        """,
    "pkg/alone.py": """
        def hello(name):
            print("hello", name)
        """,
    "pkg/shape.py": """
        class Shape(object):
            def show(self):
                print("shape")
        """,
}


#: How testtools runs a test: what it raises reaches the runner in words.
TOLD = """
            def run(self, result=None):
                result.startTest(self)
                try:
                    getattr(self, self._testMethodName)()
                except Exception:
                    shown = traceback.format_exc()
                    class _StringException(Exception): pass
                    result.addFailure(self, (_StringException, _StringException(shown), None))
                else:
                    result.addSuccess(self)
                result.stopTest(self)
"""


def changed(key: str, old: str, new: str) -> dict[str, str]:
    assert old in MIGRATED[key]
    return {**MIGRATED, key: MIGRATED[key].replace(old, new)}


@pytest.mark.python2
class TestWithPython2:
    @pytest.fixture(autouse=True)
    def _needs(self, python2: Interpreter) -> None:
        pass

    def judge(
        self, tmp_path: Path, cache: Path, migrated: dict[str, str], *subjects: object
    ) -> dict[str, Judgement]:
        self.repository = Repository(tmp_path, cache, ORIGINAL, migrated)
        self.verifier = self.repository.verifier()
        return self.verifier.judge(self.repository.migrated, subjects)  # type: ignore[arg-type]

    def test_all_semantic_lines_executed_by_passing_tests(self, tmp_path: Path, cache: Path) -> None:
        judged = self.judge(tmp_path, cache, MIGRATED, subject("pkg/maths.py", 5, 8))["pkg/maths.py"]
        assert judged.evidence.kind == EvidenceKind.TESTS
        assert (judged.confidence, judged.tests_total, judged.tests_passed) == (1.0, 2, 2)
        assert (
            judged.evidence.interpreter.startswith("CPython 3")
            and "2.7" in judged.evidence.baseline_interpreter
        )
        assert judged.coverage is not None and 0.8 < judged.coverage < 1.0

    def test_an_unexecuted_semantic_line_is_named_and_lowers_the_claim(
        self, tmp_path: Path, cache: Path
    ) -> None:
        judged = self.judge(tmp_path, cache, MIGRATED, subject("pkg/maths.py", 5, 8, 11))["pkg/maths.py"]
        assert judged.evidence.kind == EvidenceKind.TESTS_PARTIAL
        assert judged.evidence.unexecuted_sites == (11,)
        assert judged.confidence == 0.75

    def test_exact_changes_without_tests_are_construction(self, tmp_path: Path, cache: Path) -> None:
        judged = self.judge(tmp_path, cache, MIGRATED, subject("pkg/shape.py", exact=(3,)))["pkg/shape.py"]
        assert (judged.evidence.kind, judged.confidence) == (EvidenceKind.CONSTRUCTION, 0.8)

    def test_an_exception_charges_the_deepest_product_file(self, tmp_path: Path, cache: Path) -> None:
        migrated = changed("pkg/maths.py", "d.items()", "d.iteritems()")
        judged = self.judge(
            tmp_path, cache, migrated, subject("pkg/maths.py", 5), subject("pkg/show.py"),
            subject("test_maths.py", is_test=True),
        )  # fmt: skip
        maths = judged["pkg/maths.py"]
        assert (maths.tests_total, maths.tests_failed) == (2, 1)
        assert maths.confidence == 0.5
        assert maths.evidence.regressed == ("test_maths.py::MathsTest::test_table",)
        assert (maths.issues[0].exception, maths.issues[0].file, maths.issues[0].line) == (
            "AttributeError", "pkg/maths.py", 8,
        )  # fmt: skip
        assert judged["pkg/show.py"].confidence == 1.0
        tests = judged["test_maths.py"]
        assert (tests.confidence, tests.tests_total) == (1.0, 2)
        assert "charged to pkg/maths.py" in " ".join(tests.notes)

    def test_a_failed_assertion_charges_the_rewritten_line(self, tmp_path: Path, cache: Path) -> None:
        migrated = changed("pkg/maths.py", "total // len", "total / len")
        judged = self.judge(
            tmp_path, cache, migrated, subject("pkg/maths.py", 5, 8), subject("test_maths.py")
        )
        assert judged["pkg/maths.py"].confidence == 0.5
        assert judged["pkg/maths.py"].issues[0].exception == "AssertionError"
        assert judged["test_maths.py"].confidence == 1.0

    @pytest.mark.parametrize(
        ("quotient", "patient", "judged"),
        [("total / len", True, False), ("total / len", False, True), ("total // len", True, True)],
        ids=["others fail", "at once", "nothing fails"],
    )
    def test_what_no_test_speaks_about_may_wait_until_others_are_repaired(
        self, quotient: str, patient: bool, judged: bool, tmp_path: Path, cache: Path
    ) -> None:
        migrated = changed("pkg/maths.py", "total // len", quotient)
        alone, shown = (replace(subject(key, 3), patient=patient) for key in ("pkg/alone.py", "pkg/show.py"))
        found = self.judge(tmp_path, cache, migrated, subject("pkg/maths.py", 5, 8), shown, alone)
        assert ("pkg/alone.py" in found) == judged
        assert {"pkg/maths.py", "pkg/show.py"} <= found.keys(), "of these tests speak"

    @pytest.mark.parametrize("told", [False, True])
    def test_what_a_product_file_asserts_speaks_against_what_it_was_given(
        self, tmp_path: Path, cache: Path, told: bool
    ) -> None:
        """A package with an assertion of its own, that asserts by it in its own tests: testtools does.

        `told`: its test cases hand a traceback on as text.
        """
        kind = "AssertionError" if told else "Mismatch"
        checks = f"class Mismatch(AssertionError): pass\ndef same(a, b):\n    if a != b: raise {kind}(a, b)\n"
        tests = ORIGINAL["test_maths.py"].replace("self.assertEqual(maths.mean", "checks.same(maths.mean")
        if told:
            tests = tests.replace("import unittest", "import traceback, unittest", 1)
            tests = tests.replace("            def test_mean", TOLD + "            def test_mean")
        original = {
            **ORIGINAL,
            "pkg/checks.py": checks + "def unused(d): print d\n",
            "test_maths.py": tests.replace("maths, show", "maths, show, checks"),
        }
        migrated = changed("pkg/maths.py", "total // len", "total / len")
        self.repository = Repository(
            tmp_path, cache, original, {**migrated, "pkg/checks.py": checks + "def unused(d): print(d)\n"}
        )
        judged = self.repository.verifier().judge(
            self.repository.migrated, (subject("pkg/maths.py", 5, 8), subject("pkg/show.py"))
        )
        maths = judged["pkg/maths.py"]
        assert maths.evidence.regressed == ("test_maths.py::MathsTest::test_mean",)
        assert maths.issues[0].exception == "AssertionError", "whatever the test case calls it"
        assert judged["pkg/show.py"].confidence == 1.0

    def test_a_regression_of_another_file_is_told_apart(self, tmp_path: Path, cache: Path) -> None:
        migrated = changed("pkg/maths.py", "d.items()", "d.iteritems()")
        self.judge(tmp_path, cache, migrated, subject("test_maths.py"))
        assert [issue.exception for issue in self.verifier.elsewhere["pkg/maths.py"]] == ["AttributeError"]

    def test_a_file_that_does_not_compile_is_broken(self, tmp_path: Path, cache: Path) -> None:
        migrated = {**MIGRATED, "pkg/show.py": ORIGINAL["pkg/show.py"]}
        judged = self.judge(tmp_path, cache, migrated, subject("pkg/show.py"), subject("pkg/maths.py", 5))
        assert judged["pkg/show.py"].evidence.kind == EvidenceKind.BROKEN
        assert judged["pkg/show.py"].confidence == 0.4
        assert judged["pkg/show.py"].issues[0].exception == "SyntaxError"
        # Its tests could not be collected, and that is not its fault.
        assert judged["pkg/maths.py"].evidence.kind in (EvidenceKind.PROBE, EvidenceKind.NONE)
        assert judged["pkg/maths.py"].confidence <= 0.6

    def test_a_crash_costs_the_culprit_everything(self, tmp_path: Path, cache: Path) -> None:
        migrated = changed("pkg/maths.py", "return total // len(values)", "import os; os._exit(9)")
        judged = self.judge(tmp_path, cache, migrated, subject("pkg/maths.py", 5, 8), subject("pkg/show.py"))
        assert judged["pkg/maths.py"].confidence == 0.0
        assert "exit status 9" in judged["pkg/maths.py"].issues[0].message
        assert judged["pkg/show.py"].confidence == 1.0

    def test_a_hang_costs_the_culprit_everything(self, tmp_path: Path, cache: Path) -> None:
        migrated = changed("pkg/show.py", "print(x)", "exec('while True: pass')")
        self.repository = Repository(tmp_path, cache, ORIGINAL, migrated)
        verifier = self.repository.verifier(test_timeout_seconds=1.0)
        judged = verifier.judge(
            self.repository.migrated, [subject("pkg/show.py", 2), subject("pkg/maths.py", 5)]
        )
        assert judged["pkg/show.py"].confidence == 0.0
        assert judged["pkg/show.py"].issues[0].exception == "TestTimeout"
        assert judged["pkg/maths.py"].confidence == 1.0

    def test_retention_counts_against_the_baseline(self, tmp_path: Path, cache: Path) -> None:
        migrated = changed("pkg/maths.py", "d.items()", "d.iteritems()")
        repository = Repository(tmp_path, cache, ORIGINAL, migrated)
        verifier = repository.verifier()
        kept = verifier.retention(repository.migrated)
        assert (kept.passing, kept.baseline, kept.suite_retention) == (2, 3, 2 / 3)
        assert kept.lost == ("test_maths.py::MathsTest::test_table",)
        assert verifier.retention(repository.original).suite_retention == 0.0

    def test_the_scale_of_earlier_work(self, tmp_path: Path, cache: Path) -> None:
        migrated = changed("pkg/maths.py", "d.items()", "d.iteritems()")
        repository = Repository(tmp_path, cache, ORIGINAL, {**migrated, "pkg/alone.py": "def hello(:\n"})
        judged = repository.verifier(require_evidence=False).judge(
            repository.migrated,
            [subject("pkg/maths.py", 5), subject("pkg/alone.py"), subject("pkg/show.py", 2)],
        )
        assert [judged[k].confidence for k in ("pkg/maths.py", "pkg/alone.py", "pkg/show.py")] == [
            0.6,
            0.4,
            0.8,
        ]

    def test_what_prepare_records(self, tmp_path: Path, cache: Path) -> None:
        repository = Repository(tmp_path, cache, ORIGINAL, MIGRATED)
        repository.verifier()
        first = repository.summary
        assert (first.tests, first.passing, first.runner, first.targets) == (3, 3, "pytest", 1)
        assert first.python2.startswith("CPython 2.7") and first.backend == "limits"
        repository.verifier()
        assert repository.summary.cached and repository.summary.passing == 3

    @pytest.mark.slow
    def test_judging_twice_gives_the_same(self, tmp_path: Path, cache: Path) -> None:
        subjects = [subject(key, 2) for key in sorted(MIGRATED)]
        one = self.judge(tmp_path, cache, MIGRATED, *subjects)
        assert self.verifier.judge(self.repository.migrated, subjects) == one


class TestWithoutPython2:
    def test_tests_count_less_and_the_reason_is_said(self, tmp_path: Path, cache: Path) -> None:
        repository = Repository(tmp_path, cache, ORIGINAL, MIGRATED)
        verifier = repository.verifier(python2="none")
        assert repository.summary.python2 == "none"
        assert any("no Python 2.7" in text for text in repository.summary.weaknesses)
        judged = verifier.judge(repository.migrated, [subject("pkg/maths.py", 5), subject("pkg/alone.py", 2)])
        maths = judged["pkg/maths.py"]
        assert (maths.evidence.kind, maths.confidence) == (EvidenceKind.TESTS_PARTIAL, 0.75)
        assert "no Python 2.7" in maths.notes[0]
        assert judged["pkg/alone.py"].evidence.kind == EvidenceKind.PROBE
        kept = verifier.retention(repository.migrated)
        assert (kept.suite_retention, kept.suite_pass_rate) == (None, 1.0)

    def test_a_python2_that_was_named_and_does_not_run_is_an_error(self, tmp_path: Path, cache: Path) -> None:
        repository = Repository(tmp_path, cache, ORIGINAL, MIGRATED)
        with pytest.raises(InterpreterError, match=r"verification\.python2"):
            repository.verifier(python2="/nowhere/python2.7")


def test_without_python2_passing_tests_never_count_less_than_none(tmp_path: Path) -> None:
    evidence = Evidence(EvidenceKind.TESTS_PARTIAL, tests_run=3)
    weak = at_least_by_construction(
        Judgement(0.75, evidence, tests_total=3, tests_passed=3), VerificationSettings()
    )
    assert (weak.confidence, weak.evidence.kind, weak.tests_passed) == (0.8, EvidenceKind.CONSTRUCTION, 3)
    scale = VerificationSettings(require_evidence=False)
    assert at_least_by_construction(Judgement(0.75, evidence), scale).confidence == 0.75


BY_ORDER = {
    "lib.py": """
        def listed(d):
            return d.keys()

        def first(d):
            return d.keys()[0]
        """,
    "test_lib.py": """
        import unittest, lib
        WORDS = {"alpha": 1, "b": 2, "gamma": 3, "delta": 4, "zz": 5}
        class LibTest(unittest.TestCase):
            def test_listed(self):
                self.assertEqual(lib.listed(WORDS), %r)
            def test_count(self):
                self.assertEqual(len(lib.listed(WORDS)), 5)
            def test_first(self):
                self.assertTrue(lib.first({"a": 1}) == "a")
        """,
}
ORDER = ["alpha", "b", "zz", "gamma", "delta"]  # of hashes under Python 2.7


@pytest.mark.python2
def test_a_test_that_fails_under_python2_in_another_order_of_hashes_speaks_against_nobody(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    original = {**BY_ORDER, "test_lib.py": BY_ORDER["test_lib.py"] % ORDER}
    new = BY_ORDER["lib.py"].replace("d.keys()", "list(d.keys())")
    made = Repository(tmp_path, cache, original, {"lib.py": new})
    verifier = made.verifier()
    judged = verifier.judge(made.migrated, [subject("lib.py", 2, 5)])["lib.py"]
    assert (judged.confidence, judged.tests_passed, judged.tests_failed) == (1.0, 2, 0)
    assert "another order: test_lib.py::LibTest::test_listed" in " ".join(judged.notes)
    assert verifier.retention(made.migrated).passing == 2, "it is lost all the same"
    wrong = Repository(tmp_path / "b", cache, original, {"lib.py": new.replace("[0]", "[:0]")})
    judged = wrong.verifier().judge(wrong.migrated, [subject("lib.py", 2, 5)])["lib.py"]
    assert judged.evidence.regressed == ("test_lib.py::LibTest::test_first",)


@pytest.mark.python2
def test_a_suite_that_is_run_by_its_main_speaks_for_what_it_touches(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    made = Repository(
        tmp_path, cache, {**ORIGINAL, "test_maths.py": ORIGINAL["test_maths.py"] + MAIN}, MIGRATED
    )
    verifier = made.verifier(runner="unittest", args=("main:test_maths.py",))
    judged = verifier.judge(made.migrated, [subject("pkg/maths.py", 6)])["pkg/maths.py"]
    assert (judged.evidence.kind, judged.tests_passed) == (EvidenceKind.TESTS, 2)


MAIN = """
        if __name__ == "__main__":
            unittest.main()
        """
