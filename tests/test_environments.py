"""Test environments: built once, cached, isolated, and tolerant of a package index that is not there."""

# ruff: noqa: F811

from __future__ import annotations

import logging
import subprocess
from pathlib import Path

import pytest
from verification_fixtures import cache, environment2, environment3, environments, plan, python2, runner, tree  # noqa: F401

from verification import environments as module
from verification.environments import BuildError, EnvironmentCache, TestEnvironment, cache_folder
from verification.interpreters import Interpreter, find_target


def packages(environment: TestEnvironment) -> dict[str, str]:
    return dict(line.lower().split("==") for line in environment.packages)  # type: ignore[misc]


def test_the_target_has_a_pytest_that_runs_old_suites(environment3: TestEnvironment) -> None:
    assert environment3.has_pytest and environment3.has_coverage
    assert packages(environment3)["pytest"].startswith(("7.4", "8."))
    asked = subprocess.run([environment3.python, "-c", "import filelock"], capture_output=True)
    assert asked.returncode != 0, "packages of the harness must not be visible"


@pytest.mark.python2
def test_python2_has_the_last_pytest_of_its_time(environment2: TestEnvironment) -> None:
    assert packages(environment2)["pytest"] == "4.6.11"
    asked = subprocess.run(
        [environment2.python, "-c", "import coverage, sys; print(sys.version)"], capture_output=True
    )
    assert asked.stdout.startswith(b"2.7")


def test_a_second_look_builds_nothing(
    environments: EnvironmentCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = find_target()
    first = environments.get(target)

    def refuse(*arguments: object, **options: object) -> str:
        raise AssertionError("nothing may be built")

    monkeypatch.setattr(module, "_run", refuse)
    assert EnvironmentCache(environments.folder).get(target) == first


def test_other_dependencies_are_another_environment() -> None:
    target = find_target()
    assert EnvironmentCache._key(target, ()) != EnvironmentCache._key(target, ("six",))
    assert EnvironmentCache._key(target, ("a", "b")) == EnvironmentCache._key(target, ("a", "b"))


def test_without_an_index_unittest_runs_in_the_plain_interpreter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def offline(*arguments: object, **options: object) -> str:
        raise BuildError("pip install failed: no matching distribution found")

    monkeypatch.setattr(module, "_run", offline)
    with caplog.at_level(logging.WARNING):
        environment = EnvironmentCache(tmp_path / "cache").get(find_target())
    assert not environment.has_pytest and not environment.has_coverage
    assert "no matching distribution" in caplog.text and "STIGMERGY_CACHE" in environment.weaknesses[0]
    suite = (
        "import unittest\nclass T(unittest.TestCase):\n    def test_t(self):\n        self.assertTrue(1)\n"
    )
    sample = tree(tmp_path / "t", {"test_a.py": suite})
    run = runner(environment, tmp_path / "s").run(sample, plan("test_a.py", runner="unittest"), seconds=60)
    assert run.tests["test_a.T.test_t"].passed
    assert "test_a.py" in run.touched["test_a.T.test_t"], "lines are traced without coverage too"


@pytest.mark.slow
def test_an_unbuilt_environment_leaves_nothing_half_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = module._run

    def fails_at_pip(argv: list[str], check: bool = True) -> str:
        if "install" in argv:
            raise BuildError("no index")
        return real(argv, check)

    monkeypatch.setattr(module, "_run", fails_at_pip)
    assert not EnvironmentCache(tmp_path).get(find_target()).has_pytest
    assert [p for p in (tmp_path / "environments").iterdir() if p.is_dir()] == []


def test_a_dependency_that_cannot_be_had_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(argv: list[str], check: bool = True) -> str:
        if "install" in argv and "no-such-thing" in argv:
            raise BuildError("no matching distribution")
        Path(argv[-1]).mkdir(parents=True, exist_ok=True) if "venv" in argv else None
        return "pytest==7.4.4\n"

    monkeypatch.setattr(module, "_run", half)
    environment = EnvironmentCache(tmp_path).get(find_target(), ["six", "no-such-thing"])
    assert environment.has_pytest
    assert [w for w in environment.weaknesses if "no-such-thing could not be installed" in w]


def test_where_the_cache_lies(tmp_path: Path) -> None:
    assert cache_folder({"STIGMERGY_CACHE": str(tmp_path / "c")}) == tmp_path / "c"
    assert cache_folder({"XDG_CACHE_HOME": str(tmp_path)}).name == "stigmergy"


@pytest.mark.python2
def test_the_key_names_the_interpreter(python2: Interpreter) -> None:
    assert EnvironmentCache._key(python2, ()).startswith(f"{python2.implementation.lower()}27-")
