"""Text and binary data mixed up in silence: seen by an extra run, deposited on the file, and worth less."""

# ruff: noqa: F811

from __future__ import annotations

from pathlib import Path

import pytest
from verification_fixtures import (  # noqa: F401
    Repository,
    cache,
    environment3,
    environments,
    plan,
    python2,
    runner,
    subject,
    tree,
)

from environment.traces import Evidence, EvidenceKind, Issue, Judgement
from verification.environments import TestEnvironment
from verification.interpreters import Interpreter
from verification.judging import with_mixed
from verification.settings import VerificationSettings
from verification.test_runs import SuiteRunner


def place(message: str, line: int = 3) -> Issue:
    return Issue("t", "a.py", line, "BytesWarning", message)


STR = "str() on a bytes instance"
COMPARED = "Comparison between bytes and string"


@pytest.mark.parametrize(
    ("before", "messages", "after"),
    [
        (1.0, [], 1.0),
        (1.0, [COMPARED], 0.9),
        (1.0, [COMPARED] * 5, 0.9),
        (1.0, [COMPARED, STR], 0.75),
        (0.6, [STR], 0.6),
        (0.05, [COMPARED], 0.0),
    ],
)
def test_what_it_costs(before: float, messages: list[str], after: float) -> None:
    judgement = Judgement(before, Evidence(EvidenceKind.TESTS))
    made = with_mixed(judgement, [place(m, 9 - n) for n, m in enumerate(messages)], VerificationSettings())
    assert made.confidence == after
    assert len(made.issues) == len(messages) and len(made.notes) == bool(messages)
    assert made.evidence == judgement.evidence, "what was run is what was run"


def test_the_scale_of_earlier_work_knows_no_such_thing() -> None:
    judgement = Judgement(0.8, Evidence(EvidenceKind.TESTS))
    assert with_mixed(judgement, [place(STR)], VerificationSettings(require_evidence=False)) == judgement


PRODUCT = """
    import json, os.path
    def label(value):
        return '%s' % value
    def known(value):
        return value in ('a', 'b')
    def swallowed(value):
        try:
            return str(value)
        except Exception:
            return ''
    def elsewhere(value):
        return json.dumps({'a': 1}) and os.path.join('a', 'b') and repr(value)
    """
TESTS = """
    import unittest
    import product
    class T(unittest.TestCase):
        def test_label(self):
            self.assertTrue(product.label(b'x'))
            self.assertTrue(product.label(b'y'))
        def test_known(self):
            self.assertFalse(product.known(b'a'))
        def test_swallowed(self):
            self.assertTrue(product.swallowed(b'x'))
        def test_elsewhere(self):
            self.assertTrue(product.elsewhere(b'x'))
            self.assertNotEqual(b'a', 'a')
    """


@pytest.mark.parametrize("by", ["pytest", "unittest"])
def test_places_in_the_repository_are_seen_and_nothing_is_raised(
    by: str, tmp_path: Path, environment3: TestEnvironment
) -> None:
    sample = tree(tmp_path / "t", {"product.py": PRODUCT, "test_p.py": TESTS})
    made = runner(environment3, tmp_path / "s")
    run = plan("test_p.py", runner=by)
    found = made.mixed(sample, run, seconds=60)
    assert {(i.file, i.line, i.message) for i in found} == {
        ("product.py", 3, STR),
        ("product.py", 5, COMPARED),
        ("product.py", 8, STR),
    }
    assert {i.test.rpartition("test_")[2] for i in found} == {"label", "known", "swallowed"}
    assert {i.frames[-1].function for i in found} == {"label", "known", "swallowed"}
    assert made.mixed(sample, plan(runner="command"), seconds=60) == ()


def test_what_a_library_spells_is_told_of_the_line_that_called_it(
    tmp_path: Path, environment3: TestEnvironment
) -> None:
    product = """
        import logging
        class Keep(logging.Handler):
            def emit(self, record):
                self.said = self.format(record)
        def note(log, value):
            log.warning('got %s', value)
        """
    tests = """
        import logging, unittest, product
        class T(unittest.TestCase):
            def test_note(self):
                log = logging.Logger('x')
                log.addHandler(product.Keep())
                product.note(log, b'x')
        """
    sample = tree(tmp_path / "t", {"product.py": product, "test_p.py": tests})
    (issue,) = runner(environment3, tmp_path / "s").mixed(
        sample, plan("test_p.py", runner="unittest"), seconds=60
    )
    assert (issue.file, issue.line, issue.message) == ("product.py", 4, STR)
    assert [(f.file, f.line) for f in issue.frames if f.file == "product.py"] == [
        ("product.py", 6),
        ("product.py", 4),
    ]


@pytest.mark.python2
def test_a_file_that_mixes_is_no_failure_and_counts_less(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    original = {
        "product.py": "def label(value):\n    return '%s' % value\n",
        "calm.py": "def calm(value):\n    return value\n",
        "test_p.py": "import product, calm\ndef test_p():\n    assert 'x' in product.label(calm.calm(b'x'))\n",
    }
    repository = Repository(tmp_path, cache, original, {})
    judged = repository.verifier().judge(repository.migrated, [subject("product.py", 2), subject("calm.py")])
    made = judged["product.py"]
    assert (made.confidence, made.tests_failed, made.evidence.regressed) == (0.75, 0, ())
    (issue,) = made.issues
    assert (issue.test, issue.line, issue.exception) == ("test_p.py::test_p", 2, "BytesWarning")
    assert "b'...'" in made.notes[0]
    assert judged["calm.py"].confidence == 1.0


@pytest.mark.python2
def test_where_a_failing_test_mixed_them_is_told_to_the_file_that_did(
    tmp_path: Path, cache: Path, python2: Interpreter
) -> None:
    original = {
        "product.py": "def label(value):\n    return '<%s>' % value\ndef other(value):\n    return '%s' % value\n",
        "test_p.py": "import product\ndef test_other():\n    product.other(b'x')\n"
        "def test_before():\n    product.label(b'y')\ndef test_p():\n    assert product.label(b'x') == '<x>'\n",
    }
    repository = Repository(tmp_path, cache, original, {})
    made = repository.verifier().judge(repository.migrated, [subject("product.py", 2, 4)])["product.py"]
    assert made.evidence.regressed == ("test_p.py::test_p",)
    told = [issue for issue in made.issues if issue.exception == "BytesWarning"]
    assert [(issue.test, issue.line, issue.message) for issue in told] == [("test_p.py::test_p", 2, STR)]


@pytest.mark.python2
def test_a_failure_that_tells_its_own_place_takes_no_further_run(
    tmp_path: Path, cache: Path, python2: Interpreter, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = {
        "product.py": "def label(value):\n    return 'a' + value\n",
        "test_p.py": "import product\ndef test_p():\n    assert product.label(b'x') == 'ax'\n",
    }
    repository = Repository(tmp_path, cache, original, {})
    verifier = repository.verifier()
    watched: list[object] = []
    monkeypatch.setattr(SuiteRunner, "mixed", lambda self, *given, **named: watched.append(given) or ())
    made = verifier.judge(repository.migrated, [subject("product.py", 2)])["product.py"]
    assert [issue.exception for issue in made.issues] == ["TypeError"]
    assert not watched


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_what_is_raised_and_swallowed_is_told_where_it_is_asked_for(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    product = """
        import os, threading
        def swallowed(value):
            try:
                return value + 'a'
            except Exception:
                return None
        def probed(value):
            try:
                return value.missing
            except AttributeError:
                return None
        def in_thread(value):
            thread = threading.Thread(target=swallowed, args=(value,))
            thread.start()
            thread.join()
        def in_process(value):
            if os.fork() == 0:
                try:
                    ''.join([value])
                except:
                    os._exit(3)
                os._exit(0)
            return os.wait()[1]
        """
    tests = """
        import unittest
        import product
        class T(unittest.TestCase):
            def test_a(self): product.swallowed(b'x')
            def test_b(self): product.probed(b'x')
            def test_c(self): product.in_thread(b'x')
            def test_d(self): assert product.in_process(b'x') == 0
        """
    sample = tree(tmp_path / "t", {"product.py": product, "test_p.py": tests})
    made, run = runner(environment3, tmp_path / "s"), plan("test_p.py", runner=kind)
    assert made.mixed(sample, run, seconds=60) == ()
    found = made.mixed(sample, run, seconds=60, raised=True)
    assert {(i.test[-6:], i.file, i.line, i.exception) for i in found} == {
        ("test_a", "product.py", 4, "TypeError"),
        ("test_c", "product.py", 4, "TypeError"),
        ("test_d", "product.py", 19, "TypeError"),
    }
    assert all(issue.frames[-1].line == issue.line for issue in found)
