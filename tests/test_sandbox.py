"""A contained run: its result, its limits, and what is left of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from verification.sandbox import Limits, choose_backend, run_contained


def test_output_status_and_environment_come_back(tmp_path: Path) -> None:
    code = "import os, sys; print(sorted(os.environ)); sys.stderr.write(sys.stdin.read()); sys.exit(3)"
    result = run_contained(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        writable=[tmp_path],
        readable=[Path(sys.prefix), Path(sys.base_prefix)],
        env={"A": "1", "LC_CTYPE": "C"},
        limits=Limits(seconds=20),
        stdin=b"given",
        backend=choose_backend("limits"),
    )
    assert (result.returncode, result.reason, result.stderr) == (3, "", b"given")
    assert result.stdout.decode().strip() == "['A', 'HOME', 'LC_CTYPE', 'TMPDIR']"


def test_a_limit_must_be_positive() -> None:
    with pytest.raises(ValueError, match="seconds"):
        Limits(seconds=0)
