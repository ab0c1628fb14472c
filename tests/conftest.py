"""What all tests share: environments are built once a session, in a folder of the tests' own."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

_made: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Give the session a cache of its own, unless STIGMERGY_TEST_CACHE names one that is kept."""
    if not os.environ.get("STIGMERGY_TEST_CACHE"):
        _made.append(tempfile.mkdtemp(prefix="stigmergy-tests-"))
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
