"""The baseline: the original under Python 2.7, twice, cached by what was run."""

# ruff: noqa: F811

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from verification_fixtures import cache, environment2, environments, plan, python2, runner, settings, tree  # noqa: F401

from verification.baseline import Baseline, run_key, take_baseline, tree_hash
from verification.environments import TestEnvironment
from verification.sandbox.model import Backend
from verification.test_runs import SuiteRunner

LOG = logging.getLogger("baseline")
FLAKY = """
    import os, time
    import product
    def test_steady():
        assert product.one() == 1
    def test_failing():
        assert product.one() == 2
    def test_flaky():
        assert int(open(os.environ['COUNTER']).read() or 0) == 0
    def test_count():
        with open(os.environ['COUNTER'], 'w') as stream:
            stream.write('1')
    """


def take(folder: Path, sample: Path, environment: TestEnvironment) -> tuple[Baseline, SuiteRunner]:
    counter = folder / "counter"
    made = runner(environment, folder / "scratch", env={"COUNTER": str(counter)})
    return take_baseline(sample, plan("test_a.py"), made, made.settings, folder / "cache", LOG), made


@pytest.mark.python2
def test_only_what_passes_twice_counts(tmp_path: Path, environment2: TestEnvironment) -> None:
    sample = tree(tmp_path / "t", {"product.py": "def one():\n    return 1\n", "test_a.py": FLAKY})
    (tmp_path / "counter").write_text("")
    baseline, _ = take(tmp_path, sample, environment2)
    assert baseline.passing == {"test_a.py::test_steady", "test_a.py::test_count"}
    assert baseline.unstable == ("test_a.py::test_flaky",)
    assert baseline.run.tests["test_a.py::test_failing"].outcome == "failed"
    assert baseline.tests_of("product.py") == {"test_a.py::test_steady"}
    assert baseline.tests_of("test_a.py") == baseline.passing


@pytest.mark.python2
def test_the_same_tree_is_not_run_again(
    tmp_path: Path, environment2: TestEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample = tree(tmp_path / "t", {"product.py": "def one():\n    return 1\n", "test_a.py": FLAKY})
    (tmp_path / "counter").write_text("")
    first, made = take(tmp_path, sample, environment2)
    monkeypatch.setattr(SuiteRunner, "run", lambda *a, **k: pytest.fail("was run again"))
    again = take_baseline(sample, plan("test_a.py"), made, made.settings, tmp_path / "cache", LOG)
    assert again.cached and not first.cached
    assert (again.passing, again.unstable, again.run.tests) == (
        first.passing,
        first.unstable,
        first.run.tests,
    )
    assert {k: dict(v) for k, v in again.run.touched.items()} == {
        k: dict(v) for k, v in first.run.touched.items()
    }


@pytest.mark.python2
def test_what_one_sandbox_lets_pass_is_not_remembered_for_another(
    tmp_path: Path, environment2: TestEnvironment
) -> None:
    sample = tree(tmp_path / "t", {"test_a.py": "def test_one(): pass\n"})
    told = settings(tmp_path)
    strict, other = Backend("strict", "no sockets", ()), Backend("other", "sockets of its own", ())
    made = [SuiteRunner(environment2, told, tmp_path, backend=b) for b in (strict, strict, other)]
    keys = [run_key(sample, plan("test_a.py"), one, told) for one in made]
    assert keys[0] == keys[1] != keys[2]


@pytest.mark.python2
def test_a_torn_cache_entry_is_taken_anew(tmp_path: Path, environment2: TestEnvironment) -> None:
    sample = tree(tmp_path / "t", {"product.py": "def one():\n    return 1\n", "test_a.py": FLAKY})
    (tmp_path / "counter").write_text("")
    take(tmp_path, sample, environment2)
    (entry,) = (tmp_path / "cache" / "baselines").iterdir()
    entry.write_text(entry.read_text()[:100])
    (tmp_path / "counter").write_text("")
    again, _ = take(tmp_path, sample, environment2)
    assert not again.cached and len(again.passing) == 2


def test_the_hash_sees_every_file_and_no_version_control(tmp_path: Path) -> None:
    sample = tree(tmp_path / "t", {"a.py": "A = 1\n", "data.txt": "x\n"})
    before = tree_hash(sample)
    tree(sample, {".git/config": "x", "__pycache__/a.pyc": "x", "b.pyc": "x"})
    assert tree_hash(sample) == before
    tree(sample, {"data.txt": "y\n"})
    assert tree_hash(sample) != before


def test_limits_follow_the_baseline(tmp_path: Path) -> None:
    assert settings(tmp_path).limit(10.0) == 120.0
    assert settings(tmp_path).limit(100.0) == 300.0
    assert settings(tmp_path, timeout_seconds=7.0).limit(100.0) == 7.0
