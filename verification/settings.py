"""Settings of verification: the sections `tester` and `verification` of the configuration as one record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path


@dataclass(frozen=True, slots=True)
class VerificationSettings:
    """How code is run and what its outcome is worth. Every field has the documented default.

    `timeout_seconds` None means the larger of 120 seconds and three times the baseline. Each test that hangs halves
    what the next ones may take, down to `hung_test_seconds` (None: always `test_timeout_seconds`). `fallback_*` is the
    scale of earlier work, used when `require_evidence` is False.
    """

    python2: str = "auto"
    target_python: str = "auto"
    runner: str = "auto"
    args: tuple[str, ...] = ()
    test_command: str = "auto"
    workdir: str = "."
    pythonpath: tuple[str, ...] = (".",)
    env: Mapping[str, str] = field(default_factory=dict)
    prepare: tuple[str, ...] = ()
    dependencies_python2: tuple[str, ...] = ()
    dependencies_python3: tuple[str, ...] = ()
    sandbox: str = "auto"
    allow_unsandboxed: bool = False
    require_evidence: bool = True
    fallback_broken: float = 0.4
    fallback_regression: float = 0.6
    fallback_pass: float = 0.8
    timeout_seconds: float | None = None
    test_timeout_seconds: float = 30.0
    hung_test_seconds: float | None = None
    memory_mb: int = 2048
    max_processes: int = 64
    max_output_mb: float = 8.0
    cache: Path | None = None

    def given(self, slowest_seconds: float) -> VerificationSettings:
        """These for the target, given how long the slowest test took under Python 2.7.

        A test that hangs costs its limit each time a candidate makes it hang. Where one hangs others do, by the same
        fault: they cost less and less.
        """
        limit = min(self.test_timeout_seconds, max(10.0, 20.0 * slowest_seconds))
        least = min(limit, max(0.1, 2.0 * slowest_seconds))
        return replace(self, test_timeout_seconds=limit, hung_test_seconds=least)

    def limit(self, baseline_seconds: float) -> float:
        """Wall seconds a whole suite may take, given how long the baseline took."""
        if self.timeout_seconds is not None:
            return self.timeout_seconds
        return max(120.0, 3.0 * baseline_seconds)
