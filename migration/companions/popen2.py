"""Commands with pipes to and from them: stands in for Python 2's module popen2."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import IO, Any

__all__ = ["Popen3", "Popen4", "popen2", "popen3", "popen4"]

#: The commands that run, as far as their ends have not been asked for.
_active: list[Popen3] = []


class Popen3:
    """A command that runs: `tochild`, `fromchild` and, where it is asked for, `childerr`."""

    sts: int | None = -1

    def __init__(self, cmd: str | Sequence[str], capturestderr: bool = False, bufsize: int = -1) -> None:
        self._start(cmd, subprocess.PIPE if capturestderr else None, bufsize)

    def _start(self, cmd: str | Sequence[str], errors: int | None, bufsize: int) -> None:
        self.cmd = cmd
        self._process: subprocess.Popen[str] = subprocess.Popen(
            cmd,
            bufsize=-1 if bufsize == 0 else bufsize,
            shell=isinstance(cmd, str),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            errors="surrogateescape",
        )
        self.pid = self._process.pid
        self.tochild: IO[str] | None = self._process.stdin
        self.fromchild: IO[str] | None = self._process.stdout
        self.childerr: IO[str] | None = self._process.stderr

    def poll(self, _deadstate: Any = None) -> int:
        """The status of the command as os.wait() spells it, or -1 while it runs."""
        return self._status(self._process.poll())

    def wait(self) -> int:
        """Wait for the end of the command; its status as os.wait() spells it."""
        return self._status(self._process.wait())

    def _status(self, code: int | None) -> int:
        self.sts = -1 if code is None else -code if code < 0 else code << 8
        return self.sts


class Popen4(Popen3):
    """A command that writes what it complains about to `fromchild` as well."""

    childerr = None

    def __init__(self, cmd: str | Sequence[str], bufsize: int = -1) -> None:
        self._start(cmd, subprocess.STDOUT, bufsize)


def popen2(cmd: str | Sequence[str], bufsize: int = -1, mode: str = "t") -> tuple[Any, Any]:
    """Run a command; what it writes, and what it reads, as files."""
    run = _kept(Popen3(cmd, False, bufsize))
    return run.fromchild, run.tochild


def popen3(cmd: str | Sequence[str], bufsize: int = -1, mode: str = "t") -> tuple[Any, Any, Any]:
    """Run a command; what it writes, what it reads, and what it complains about, as files."""
    run = _kept(Popen3(cmd, True, bufsize))
    return run.fromchild, run.tochild, run.childerr


def popen4(cmd: str | Sequence[str], bufsize: int = -1, mode: str = "t") -> tuple[Any, Any]:
    """Run a command; what it writes or complains about, and what it reads, as files."""
    run = _kept(Popen4(cmd, bufsize))
    return run.fromchild, run.tochild


def _kept(run: Popen3) -> Popen3:
    _active[:] = [one for one in _active if one.poll() < 0]
    _active.append(run)
    return run
