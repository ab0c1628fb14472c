"""What is asked of a sandbox and what comes back."""

from __future__ import annotations

from dataclasses import dataclass

#: The walls a backend may build, in the order in which they are reported.
WALLS = ("network", "filesystem", "secrets", "processes", "memory", "daemons")


class SandboxUnavailable(RuntimeError):
    """No sandbox that keeps its promise can be built here. The message says what to do."""


class GivenUp(Exception):
    """A run was ended because its caller said so. Nothing is known of it, and nothing may be concluded."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use.

    `seconds` is wall-clock time. `memory_mb` is summed over all processes of the run (MiB, pages shared
    between them counted once). `processes` is how many may live at once. `output_mb` bounds standard output
    and error together. `file_mb` bounds every single file, and the growth of all that the run may write
    taken together. Raises ValueError for a limit that is not positive.
    """

    seconds: float
    memory_mb: int = 2048
    processes: int = 64
    output_mb: float = 8
    file_mb: int = 256

    def __post_init__(self) -> None:
        for name in ("seconds", "memory_mb", "processes", "output_mb", "file_mb"):
            if not getattr(self, name) > 0:
                raise ValueError(f"limit {name} must be greater than 0, not {getattr(self, name)!r}")


@dataclass(frozen=True, slots=True)
class ContainedResult:
    """How a run ended.

    `reason` is empty when the command ended by itself, else `timeout`, `memory`, `processes`, `output` or
    `disk` when it was ended for a limit (`returncode` is None then), or `signal N` when signal N ended it
    (`returncode` is -N). Where a process reaper stands between (bubblewrap), an exit status of 128 + N
    reads as signal N. `truncated` says that output was lost.
    """

    returncode: int | None
    stdout: bytes
    stderr: bytes
    reason: str
    seconds: float
    truncated: bool
    backend: str

    @property
    def ok(self) -> bool:
        """Whether the command ended by itself with exit status 0."""
        return self.returncode == 0 and not self.reason


@dataclass(frozen=True, slots=True)
class Backend:
    """A way to contain a run.

    `walls` names, out of WALLS, what holds against code that tries to get out:
    network: no traffic leaves the run. filesystem: nothing is written outside the writable folders.
    secrets: no content of files outside the readable ones, no other process's environment.
    processes: no other process can be signalled or traced, and the own ones are counted.
    memory: summed over the processes. daemons: nothing outlives the run.
    `gaps` says in words what it does not stop, and what it takes away from honest code.
    """

    name: str
    description: str
    walls: tuple[str, ...]
    gaps: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Plain JSON values, as they go into a run's manifest."""
        return {
            "name": self.name,
            "description": self.description,
            "walls": list(self.walls),
            "gaps": list(self.gaps),
        }
