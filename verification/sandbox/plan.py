"""Turns what is asked of a run into an order for the supervisor."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verification.sandbox.model import Backend, Limits

_MIB = 1024 * 1024
#: Descriptors a process may hold. Old Pythons close each possible one before they start a program.
OPEN_FILES = 512


@dataclass
class Plan:
    """One run, ready to be ordered. `descriptors` are inherited by the command's launcher."""

    argv: list[str]
    env: dict[str, str]
    cwd: str
    limits: Limits
    disk: list[str]
    helpers: int = 0
    confine: dict[str, Any] = field(default_factory=dict)
    descriptors: tuple[int, ...] = ()

    def order(self, stdin: int) -> dict[str, Any]:
        """Plain values for the supervisor."""
        limits = self.limits
        return {
            "argv": self.argv,
            "env": self.env,
            "cwd": self.cwd,
            "stdin": stdin,
            "pass": list(self.descriptors),
            "disk": self.disk,
            "helpers": self.helpers,
            "seconds": float(limits.seconds),
            "memory": limits.memory_mb * _MIB,
            "processes": limits.processes,
            "growth": limits.file_mb * _MIB,
            "confine": self.confine,
            "rlimits": rlimits(limits),
        }

    def close(self) -> None:
        """Close what was opened for the launcher."""
        for descriptor in self.descriptors:
            os.close(descriptor)

    def exit_code(self, status: int) -> int:
        """Exit code of the command, -N when signal N ended it."""
        return os.waitstatus_to_exitcode(status)

    def trouble(self, stderr: bytes, ended: bool) -> str:
        """Why the command never started, or an empty text."""
        return ""


def rlimits(limits: Limits) -> dict[str, int]:
    """Limits the kernel keeps: a backstop for what happens between two looks of the watcher."""
    return {
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": limits.file_mb * _MIB,
        "RLIMIT_NOFILE": OPEN_FILES,
        "RLIMIT_CPU": int(limits.seconds * max(2, os.cpu_count() or 2)) + 5,
        "RLIMIT_AS": limits.memory_mb * _MIB * 2 + 1024 * _MIB,
    }


@dataclass(frozen=True)
class Folders:
    """A run's working folder, what it may write, what it may read, and its own temporary folder."""

    cwd: Path
    writable: Sequence[Path]
    readable: Sequence[Path]
    temporary: Path


def plan_for(
    backend: Backend, argv: Sequence[str], folders: Folders, env: Mapping[str, str], limits: Limits
) -> Plan:
    """The plan for a run under `backend`."""
    environment = dict(env)
    environment.setdefault("HOME", str(folders.temporary))
    environment.setdefault("TMPDIR", str(folders.temporary))
    disk = [str(p) for p in (*folders.writable, folders.temporary)]
    return Plan(list(argv), environment, str(folders.cwd), limits, disk, confine={})
