"""Suites that misbehave: each costs itself only, and says what it did."""

# ruff: noqa: F811

from __future__ import annotations

import time
from pathlib import Path

import pytest
from verification_fixtures import (  # noqa: F401
    cache,
    environment2,
    environment3,
    environments,
    plan,
    python2,
    runner,
    tree,
)

from verification.comparison import compare
from verification.environments import TestEnvironment
from verification.results import SuiteRun

FINE = "import unittest\nclass F(unittest.TestCase):\n    def test_fine(self): pass\n"


def run_of(
    folder: Path, environment: TestEnvironment, kind: str, seconds: float = 60, **files: str
) -> SuiteRun:
    """One run of the files, each given by the name of its module."""
    sample = tree(folder / "t", {f"{name}.py": text for name, text in files.items()})
    targets = [f"{name}.py" for name in files if name.startswith("test_")]
    made = runner(environment, folder / "s", max_output_mb=1, test_timeout_seconds=5.0)
    return made.run(sample, plan(*targets, runner=kind), seconds=seconds)


def by_name(run: SuiteRun) -> dict[str, str]:
    return {name.split("::")[-1].split(".")[-1]: test.outcome for name, test in run.tests.items()}


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
@pytest.mark.parametrize("status", ["0", "3", "'said'"])
def test_a_file_that_leaves_at_import_hides_no_other(
    tmp_path: Path, environment3: TestEnvironment, kind: str, status: str
) -> None:
    leaving = f"import sys\ndef test_never(): pass\nsys.exit({status})\n"
    run = run_of(tmp_path, environment3, kind, test_exit=leaving, test_fine=FINE)
    assert by_name(run) == {"test_fine": "passed"}
    assert "test_exit.py" in run.collect_errors, run


BAD = {
    "kills its parent": ("import os\n", "os.kill(os.getppid(), 9); os._exit(1)"),
    "kills its group": ("import os\n", "os.killpg(0, 9)"),
    "breaks the interpreter": ("import ctypes\n", "ctypes.string_at(0)"),
    "floods its output": (
        "import os\n",
        "chunk = b'x' * (1 << 20)\n        for n in range(1024): os.write(self.out, chunk)",
    ),
    "waits for a person": ("", "input()"),
    "asks a terminal": ("", "open('/dev/tty').readline()"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_test_costs_itself_only(tmp_path: Path, environment3: TestEnvironment, name: str) -> None:
    imports, act = BAD[name]
    bad = (
        f"import os, unittest\n{imports}class B(unittest.TestCase):\n    out = os.dup(1)\n"
        f"    def test_bad(self):\n        {act}\n    def test_other(self): pass\n"
    )
    begun = time.monotonic()
    run = run_of(tmp_path, environment3, "unittest", test_bad=bad, test_fine=FINE)
    found = by_name(run)
    assert found.pop("test_bad") != "passed", run
    assert found == {"test_other": "passed", "test_fine": "passed"}
    assert time.monotonic() - begun < 60 and len(run.output) <= 20_000


def test_a_process_left_behind_holds_nothing_up(tmp_path: Path, environment3: TestEnvironment) -> None:
    leaves = """
        import os, time, unittest
        class L(unittest.TestCase):
            def test_leaves(self):
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        time.sleep(300)
                    os._exit(0)
        """
    begun = time.monotonic()
    run = run_of(tmp_path, environment3, "unittest", seconds=200, test_leaves=leaves, test_fine=FINE)
    assert by_name(run) == {"test_leaves": "passed", "test_fine": "passed"}
    assert time.monotonic() - begun < 100


STRANGE = """
    # -*- coding: utf-8 -*-
    import pytest
    @pytest.mark.parametrize('value', ['a::b', 'x[y]', 'two words', 'line\\nbreak', 'nul\\0', '"q"', "'", '\\\\',
                                       u'\\xe9\\u4e2d', '../up', '-x', '', '%s{}', 'a/b.py', '<b>', '#', 'None'])
    def test_id(value):
        assert value != 'a/b.py'
    """


@pytest.mark.python2
def test_ids_of_any_characters_are_matched(
    tmp_path: Path, environment2: TestEnvironment, environment3: TestEnvironment
) -> None:
    old = run_of(tmp_path / "2", environment2, "pytest", test_ids=STRANGE)
    new = run_of(tmp_path / "3", environment3, "pytest", test_ids=STRANGE)
    assert len(old.tests) == len(new.tests) == 17 and len(old.passing) == 16
    found = compare(old.passing, old, new)
    assert len(found.retained) == 16 and not found.regressed


@pytest.mark.slow
def test_ten_thousand_tests(tmp_path: Path, environment3: TestEnvironment) -> None:
    many = """
        import unittest
        class M(unittest.TestCase):
            pass
        def make(n):
            def test(self): self.assertNotEqual(n, 7777)
            return test
        for n in range(10000):
            setattr(M, 'test_%05d' % n, make(n))
        """
    begun = time.monotonic()
    run = run_of(tmp_path, environment3, "unittest", seconds=300, test_many=many)
    assert len(run.tests) == 10_000 and len(run.passing) == 9_999
    assert run.tests["test_many.M.test_07777"].outcome == "failed"
    assert time.monotonic() - begun < 240


WAITING = """
import time, unittest
from twisted.trial import util

class T(unittest.TestCase):
    def test_waits(self):
        end = time.time() + util.DEFAULT_TIMEOUT_DURATION
        while time.time() < end:
            try:
                time.sleep(0.05)
            except Exception:
                pass
        self.fail("what is waited for did not come")
"""


@pytest.mark.parametrize("kind", ["pytest", "unittest"])
def test_a_wait_that_swallows_every_exception_ends_by_its_own_limit(
    tmp_path: Path, environment3: TestEnvironment, kind: str
) -> None:
    files = {
        "twisted/__init__.py": "",
        "twisted/trial/__init__.py": "",
        "twisted/trial/util.py": "DEFAULT_TIMEOUT_DURATION = 120.0\n",
        "test_wait.py": WAITING,
        "test_fine.py": FINE,
    }
    sample = tree(tmp_path / "t", files)
    made = runner(environment3, tmp_path / "s", test_timeout_seconds=1.0)
    run = made.run(sample, plan("test_fine.py", "test_wait.py", runner=kind), seconds=60)
    assert by_name(run) == {"test_fine": "passed", "test_waits": "failed"}
    assert run.complete and run.seconds < 30
