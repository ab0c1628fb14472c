"""Finds the Python 2.7 of the baseline and the target Python, and believes in one only after running it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

PROBE_SECONDS = 20.0
_QUESTION = (
    "import json, platform, sys\n"
    "print(json.dumps({'implementation': platform.python_implementation(),"
    " 'version': list(sys.version_info[:3]),"
    " 'prefix': getattr(sys, 'real_prefix', None) or getattr(sys, 'base_prefix', sys.prefix),"
    " 'executable': getattr(sys, '_base_executable', None) or sys.executable}))\n"
)


class InterpreterError(ValueError):
    """An interpreter that was asked for by name can't be used. The message says which setting to change."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """An interpreter that ran. `path` and `prefix` are the installation's, never a virtual environment's."""

    path: Path
    implementation: str
    version: tuple[int, int, int]
    prefix: Path

    @property
    def label(self) -> str:
        """Name and version as they go into evidence: `CPython 2.7.18`."""
        return f"{self.implementation} {'.'.join(map(str, self.version))}"


def probe(path: Path | str) -> Interpreter | None:
    """The interpreter at `path`, or None when it does not start, does not answer, or is no Python."""
    environ = {
        k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYENV_VERSION", "COVERAGE"))
    }
    try:
        done = subprocess.run(
            [str(path), "-c", _QUESTION],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_SECONDS,
            env=environ,
        )
        answer = json.loads(done.stdout.decode("utf-8", "replace").strip().splitlines()[-1])
        major, minor, micro = answer["version"]
        return Interpreter(
            Path(answer["executable"] or path),
            str(answer["implementation"]),
            (major, minor, micro),
            Path(answer["prefix"]),
        )
    except (OSError, subprocess.SubprocessError, ValueError, KeyError, IndexError, TypeError):
        return None


def find_python2(setting: str = "auto", environ: Mapping[str, str] | None = None) -> Interpreter | None:
    """The Python 2.7 to take the baseline with, or None when there is none or `none` was asked for.

    An explicit `setting` wins over the variable STIGMERGY_PYTHON2, which wins over what is found on PATH and
    among pyenv's versions. Raises InterpreterError when one that was named does not run or is not a 2.7.
    """
    environ = os.environ if environ is None else environ
    named, source = setting, "verification.python2"
    if named == "auto" and environ.get("STIGMERGY_PYTHON2"):
        named, source = environ["STIGMERGY_PYTHON2"], "STIGMERGY_PYTHON2"
    if named == "none":
        return None
    if named != "auto":
        return _named(named, source, (2, 7), environ)
    return _first(
        _candidates(("python2.7", "python2", "pypy2.7", "pypy2", "pypy"), ("2.7*", "pypy2.7*"), environ),
        (2, 7),
    )


def find_target(setting: str = "auto", environ: Mapping[str, str] | None = None) -> Interpreter:
    """The Python the migrated code is meant for: the running one, a version such as `3.12`, or a path.

    Raises InterpreterError when it can't be found or does not run.
    """
    environ = os.environ if environ is None else environ
    if setting == "auto":
        running = probe(sys.executable)
        if running is None:
            raise InterpreterError(
                f"the running Python ({sys.executable}) does not answer; "
                "set verification.target_python to one that does"
            )
        return running
    if not re.fullmatch(r"3(\.\d+){1,2}", setting):
        return _named(setting, "verification.target_python", (3,), environ)
    wanted = tuple(int(part) for part in setting.split("."))
    if sys.version_info[: len(wanted)] == wanted and (running := probe(sys.executable)) is not None:
        return running
    minor = ".".join(setting.split(".")[:2])
    found = _first(
        _candidates((f"python{minor}", "python3"), (f"{setting}", f"{setting}.*"), environ), wanted
    )
    if found is None:
        raise InterpreterError(
            f"no Python {setting} was found on PATH or among pyenv's versions; install it, "
            "or give verification.target_python (--target-python) the path of an interpreter"
        )
    return found


def _named(named: str, source: str, wanted: tuple[int, ...], environ: Mapping[str, str]) -> Interpreter:
    path = shutil.which(os.path.expanduser(named), path=environ.get("PATH")) or os.path.expanduser(named)
    found = probe(path)
    label = ".".join(map(str, wanted))
    if found is None:
        raise InterpreterError(
            f"{source}: {named!r} is not a Python that runs; give the path of a Python {label}"
        )
    if found.version[: len(wanted)] != wanted:
        raise InterpreterError(f"{source}: {named!r} is {found.label}; a Python {label} is needed")
    return found


def _candidates(
    names: tuple[str, ...], versions: tuple[str, ...], environ: Mapping[str, str]
) -> Iterator[Path]:
    for name in names:
        for folder in environ.get("PATH", "").split(os.pathsep):
            path = Path(folder or ".", name)
            if folder and path.is_file() and os.access(path, os.X_OK):
                yield path
    root = environ.get("PYENV_ROOT") or (
        os.path.join(environ["HOME"], ".pyenv") if environ.get("HOME") else ""
    )
    if root:
        for pattern in versions:
            for home in sorted(Path(root, "versions").glob(pattern), reverse=True):
                yield from (path for name in (*names, "python") if (path := home / "bin" / name).is_file())


def _first(candidates: Iterator[Path], wanted: tuple[int, ...]) -> Interpreter | None:
    for path in candidates:
        found = probe(path)
        if found is not None and found.version[: len(wanted)] == wanted:
            return found
    return None
