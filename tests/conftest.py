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
