"""Fixtures of the verification tests: one cache of environments a session, small repositories, interpreters."""

from __future__ import annotations

import os
import tempfile
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from environment.traces import Change, Exactness
from verification.environments import EnvironmentCache, TestEnvironment
from verification.evidence import Subject, VerificationSettings, Verifier
from verification.interpreters import Interpreter, find_python2, find_target
from verification.runners import TestPlan
from verification.sandbox import Backend, choose_backend
from verification.test_runs import SuiteRunner

#: STIGMERGY_TEST_CACHE keeps the environments of the tests between sessions.
_CACHE = os.environ.get("STIGMERGY_TEST_CACHE")


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder shared by all tests of the session: environments are built once."""
    return Path(_CACHE) if _CACHE else tmp_path_factory.mktemp("cache")


@pytest.fixture(scope="session")
def environments(cache: Path) -> EnvironmentCache:
    return EnvironmentCache(cache)


@pytest.fixture(scope="session")
def python2() -> Interpreter:
    found = find_python2()
    if found is None:
        pytest.skip("no Python 2.7 found: set STIGMERGY_PYTHON2 to one")
    return found


@pytest.fixture(scope="session")
def environment2(environments: EnvironmentCache, python2: Interpreter) -> TestEnvironment:
    return environments.get(python2)


@pytest.fixture(scope="session")
def environment3(environments: EnvironmentCache) -> TestEnvironment:
    return environments.get(find_target())


def backend() -> Backend:
    """What contains the small repositories of these tests, which are ours: the limits alone are enough."""
    return choose_backend("limits")


def settings(cache: Path, **changes: Any) -> VerificationSettings:
    return VerificationSettings(cache=cache, sandbox="limits", **{"test_timeout_seconds": 5.0, **changes})


def runner(environment: TestEnvironment, scratch: Path, **changes: Any) -> SuiteRunner:
    return SuiteRunner(environment, settings(scratch, **changes), scratch, backend=backend())


def tree(folder: Path, files: Mapping[str, str]) -> Path:
    """A folder with the given files; texts are dedented."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"), "utf-8")
    return folder


def subject(key: str, *semantic: int, exact: tuple[int, ...] = (), **fields: Any) -> Subject:
    """A subject whose lines `semantic` were rewritten on assumptions, and `exact` ones by construction."""
    changes = [Change("rule", Exactness.SEMANTIC, line, line) for line in semantic]
    changes += [Change("rule", Exactness.EXACT, line, line) for line in exact]
    return Subject(key, tuple(changes), **fields)


def plan(*targets: str, runner: str = "pytest", workdir: str = ".") -> TestPlan:
    return TestPlan(runner, targets, workdir)


class Repository:
    """An original and its migrated tree, and a prepared verifier for both."""

    def __init__(
        self, folder: Path, cache: Path, original: Mapping[str, str], migrated: Mapping[str, str]
    ) -> None:
        self.original = tree(folder / "original", original)
        self.migrated = tree(folder / "migrated", {**original, **migrated})
        self._folder, self._cache = folder, cache

    def verifier(self, **changes: Any) -> Verifier:
        made = Verifier(
            original=self.original,
            scratch=Path(tempfile.mkdtemp(dir=self._folder)),
            settings=settings(self._cache, **changes),
        )
        self.summary = made.prepare()
        return made
