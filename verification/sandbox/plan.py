"""One run, ready to be ordered from the supervisor."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from verification.sandbox.model import Limits

_MIB = 1024 * 1024
#: Descriptors a process may hold. Old Pythons close each possible one before they start a program.
OPEN_FILES = 512
#: Threads count as processes for the kernel: so many more than processes are let live between two looks.
_THREADS_PER_PROCESS, _THREADS = 4, 64


@dataclass(frozen=True)
class Folders:
    """A run's working folder, what it may write, what it may read, and its own temporary folder."""

    cwd: Path
    writable: Sequence[Path]
    readable: Sequence[Path]
    temporary: Path


@dataclass
class Plan:
    """One run, ready to be ordered. `descriptors` are inherited by the command's launcher.

    `helpers` is how many processes the launcher needs itself; `disk` are the folders whose growth is bounded.
    """

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

    def launched(self) -> None:
        """The launcher has its descriptors: close ours."""
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = ()

    def close(self) -> None:
        """Give back what the run held."""
        self.launched()

    def exit_code(self, status: int) -> int:
        """Exit code of the command, -N when signal N ended it."""
        return os.waitstatus_to_exitcode(status)

    def trouble(self, stderr: bytes) -> str:
        """Why a command that seems to have ended never started, or an empty text."""
        return ""


def rlimits(limits: Limits) -> dict[str, int]:
    """Limits the kernel keeps: a backstop for what happens between two looks of the watcher."""
    mine = os.geteuid()
    existing = 0 if mine == 0 else _tasks_of(mine)
    return {
        "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": limits.file_mb * _MIB,
        "RLIMIT_NOFILE": OPEN_FILES,
        "RLIMIT_CPU": int(limits.seconds * max(2, os.cpu_count() or 2)) + 5,
        "RLIMIT_AS": limits.memory_mb * _MIB * 2 + 1024 * _MIB,
        "RLIMIT_NPROC": existing + limits.processes * _THREADS_PER_PROCESS + _THREADS,
    }


def _tasks_of(uid: int) -> int:
    """How many threads the user has now: the kernel counts them all, not those of the run alone."""
    count = 0
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if entry.stat().st_uid == uid:
                count += len(os.listdir(entry / "task"))
        except OSError:
            continue
    return count


def open_plan(argv: Sequence[str], folders: Folders, env: Mapping[str, str], limits: Limits) -> Plan:
    """The plan of a run with limits and no walls."""
    disk = [str(p) for p in (*folders.writable, folders.temporary)]
    return Plan(list(argv), with_places(env, folders.temporary), str(folders.cwd), limits, disk)


def with_places(env: Mapping[str, str], temporary: Path | str) -> dict[str, str]:
    """`env`, and HOME and TMPDIR where it does not set them: Python 2.7 does not start for an unknown user
    without a home."""
    return {"HOME": str(temporary), "TMPDIR": str(temporary), **env}
