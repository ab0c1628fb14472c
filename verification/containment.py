"""What target code is started in: a throw-away folder, a clean environment, the sandbox around both."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from verification.environments import TestEnvironment
from verification.sandbox.cleanup import remove
from verification.settings import VerificationSettings

if TYPE_CHECKING:
    from verification.sandbox import Backend, ContainedResult, Limits

GUEST = Path(__file__).with_name("guest")
NOT_COPIED = shutil.ignore_patterns(".git", ".hg", ".svn", ".tox", "__pycache__", "*.pyc", "*.pyo")


class Contain(Protocol):
    """The call that runs a command in a sandbox (see `verification.sandbox.run_contained`)."""

    def __call__(
        self,
        argv: list[str],
        *,
        cwd: Path,
        writable: Sequence[Path],
        readable: Sequence[Path] = (),
        env: Mapping[str, str],
        limits: Limits,
        stdin: bytes | None = None,
        backend: Backend | None = None,
    ) -> ContainedResult: ...


class RunFolder:
    """A throw-away copy of a tree, and what a run needs: home, temporary folder, guest code, events.

    It always lies at the same path below `scratch`, so that paths in test ids and messages repeat.
    """

    def __init__(self, scratch: Path, tree: Path, name: str = "run") -> None:
        self.folder = (scratch / name).resolve()
        self.tree = self.folder / "tree"
        if self.folder.exists():
            remove(self.folder)
        for part in ("home", "tmp", "out", "bin"):
            (self.folder / part).mkdir(parents=True)
        copy_tree(tree, self.tree)
        shutil.copytree(GUEST, self.folder / "guest", ignore=NOT_COPIED)

    def events(self, number: int) -> Path:
        """The event file of the run's `number`-th process."""
        return self.folder / "out" / f"events-{number}.jsonl"

    def environ(self, environment: TestEnvironment, settings: VerificationSettings) -> dict[str, str]:
        """A clean, fixed environment in which `python` and `pytest` are the environment's own."""
        pythonpath = [str((self.tree / part).resolve()) for part in settings.pythonpath]
        return {
            "PATH": os.pathsep.join(
                (str(self.folder / "bin"), str(environment.python.parent), "/usr/bin", "/bin")
            ),
            "HOME": str(self.folder / "home"),
            "TMPDIR": str(self.folder / "tmp"),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONNOUSERSITE": "1",
            "PYTHONPATH": os.pathsep.join(pythonpath),
            **{name: str(value) for name, value in settings.env.items()},
        }

    def add_shims(self, environment: TestEnvironment) -> None:
        """Make `python`, `python2`/`python3` and `pytest` on PATH mean the environment's."""
        major = environment.interpreter.version[0]
        names = {"python": "", f"python{major}": "", "pytest": " -m pytest", "py.test": " -m pytest"}
        for name, module in names.items():
            shim = self.folder / "bin" / name
            shim.write_text(f'#!/bin/sh\nexec "{environment.python}"{module} "$@"\n', "utf-8")
            shim.chmod(0o755)

    def close(self) -> None:
        """Delete the folder, whatever the target did to its permissions."""
        remove(self.folder)


def copy_tree(source: Path, target: Path) -> None:
    """Copy a tree without version control; symbolic links that leave it are dropped."""
    top = source.resolve()

    def ignore(folder: str, names: list[str]) -> set[str]:
        ignored = set(NOT_COPIED(folder, names))
        for name in names:
            path = Path(folder, name)
            mode = path.lstat().st_mode
            if stat.S_ISLNK(mode):
                if not path.resolve().is_relative_to(top):
                    ignored.add(name)
            elif not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
                ignored.add(name)
        return ignored

    shutil.copytree(source, target, symlinks=True, ignore=ignore)


def real_contain() -> Contain:
    """The project's sandbox, by default the best one of this machine."""
    from verification.sandbox import choose_backend, run_contained

    def contain(argv: list[str], *, backend: Backend | None = None, **order: Any) -> ContainedResult:
        return run_contained(argv, backend=backend or choose_backend(), **order)

    return contain


def limits(settings: VerificationSettings, seconds: float) -> Limits:
    """The sandbox's limits for a process that may take `seconds`."""
    from verification.sandbox import Limits

    return Limits(
        seconds=seconds,
        memory_mb=settings.memory_mb,
        processes=settings.max_processes,
        output_mb=settings.max_output_mb,
    )
