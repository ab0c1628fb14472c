"""What all tests share: a cache of their own for each session, whose environments outlive it."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from verification.environments import cache_folder

# A busy machine is no finding.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
_made: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Give the session a cache of its own, unless STIGMERGY_TEST_CACHE names one that is kept.

    Baselines and observations are taken anew: the code that takes them may have changed. Environments hold other
    people's packages only, and are named by what is in them: they are built once a machine.
    """
    if not os.environ.get("STIGMERGY_TEST_CACHE"):
        environments = cache_folder() / "tests" / "environments"
        environments.mkdir(parents=True, exist_ok=True)
        _made.append(tempfile.mkdtemp(prefix="stigmergy-tests-"))
        (Path(_made[0]) / "environments").symlink_to(environments)
        os.environ["STIGMERGY_TEST_CACHE"] = _made[0]
    os.environ["STIGMERGY_CACHE"] = os.environ["STIGMERGY_TEST_CACHE"]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take away the cache that `pytest_configure` made."""
    while _made:
        shutil.rmtree(_made.pop(), ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Name the tests that run code under Python 2.7 in the report, so that a run without any of them is seen."""
    for item in items:
        if item.get_closest_marker("python2"):
            item.user_properties.append(("python2", "yes"))
