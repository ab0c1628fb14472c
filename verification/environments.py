"""Isolated test environments, built once for an interpreter and its requirements, and kept in a cache."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from verification.interpreters import Interpreter

BUILD_SECONDS = 900.0
#: Goes into the cache key: raise it when the way environments are built changes.
RECIPE = 1
#: Copies of standard modules that requirements of old packages drag in and that would shadow the real ones.
SHADOWING = (
    "argparse",
    "enum34",
    "typing",
    "pathlib",
    "asyncio",
    "uuid",
    "selectors",
    "functools32",
    "ordereddict",
)


class BuildError(RuntimeError):
    """An environment could not be built. The message holds the last lines of the tool that failed."""


@dataclass(frozen=True, slots=True)
class TestEnvironment:
    """A Python to run tests with. `readable`: folders it needs; `weaknesses`: what it can't do, in words."""

    __test__ = False

    interpreter: Interpreter
    python: Path
    readable: tuple[Path, ...]
    has_pytest: bool
    has_coverage: bool
    key: str = ""
    packages: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()


def cache_folder(environ: Mapping[str, str] | None = None) -> Path:
    """Where environments and baselines are kept: STIGMERGY_CACHE, else `stigmergy` in the user's cache."""
    environ = os.environ if environ is None else environ
    if environ.get("STIGMERGY_CACHE"):
        return Path(environ["STIGMERGY_CACHE"]).expanduser().absolute()
    if sys.platform == "win32":
        base = Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "stigmergy"


def test_requirements(interpreter: Interpreter) -> tuple[str, ...]:
    """What runs tests under `interpreter`: the newest pytest that still runs suites of Python 2 times."""
    if interpreter.version[0] == 2:
        return ("pytest==4.6.11", "coverage==5.5")
    if interpreter.version >= (3, 14, 0):
        return ("pytest>=8,<9", "coverage>=7.4,<8")
    return ("pytest>=7.4,<8", "coverage>=7.2,<8")


class EnvironmentCache:
    """Builds environments on demand under a file lock; two processes that want the same one build it once."""

    def __init__(self, folder: Path | None = None, log: logging.Logger | None = None) -> None:
        self.folder = folder or cache_folder()
        self._log = log or logging.getLogger(__name__)
        self._known: dict[str, TestEnvironment] = {}

    def get(self, interpreter: Interpreter, dependencies: Sequence[str] = ()) -> TestEnvironment:
        """The environment for `interpreter` with `dependencies` (requirement lines).

        Never raises for a network that is not there: what is cached is used; else the answer is the plain
        interpreter, with a weakness that says why. A dependency that can't be installed is named there too.
        """
        wanted = tuple(sorted(set(dependencies)))
        key = self._key(interpreter, wanted)
        if key not in self._known:
            self._known[key] = self._get(interpreter, wanted, key)
        return self._known[key]

    def _get(self, interpreter: Interpreter, wanted: tuple[str, ...], key: str) -> TestEnvironment:
        from filelock import FileLock

        final = self.folder / "environments" / key
        try:
            final.parent.mkdir(parents=True, exist_ok=True)
            with FileLock(str(final) + ".lock", timeout=BUILD_SECONDS):
                record = self._record(final)
                if record is None or record["failed"]:
                    record = self._build(interpreter, wanted, final)
        except (OSError, BuildError, subprocess.SubprocessError) as error:
            reason = str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
            text = (
                f"no test environment for {interpreter.label} ({reason}): tests run by unittest in the plain "
                "interpreter, without pytest; connect to a package index once, "
                "or point STIGMERGY_CACHE at a filled cache"
            )
            self._log.warning(text)
            return TestEnvironment(
                interpreter,
                interpreter.path,
                (interpreter.prefix,),
                False,
                False,
                key=f"plain-{key}",
                weaknesses=(text,),
            )
        failed = tuple(record["failed"])
        weaknesses = tuple(
            f"{interpreter.label}: the dependency {name} could not be installed" for name in failed
        )
        for text in weaknesses:
            self._log.warning(text)
        python = final / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        readable = tuple(dict.fromkeys((final, interpreter.prefix)))
        return TestEnvironment(
            interpreter,
            python,
            readable,
            True,
            True,
            key=key,
            packages=tuple(record["packages"]),
            weaknesses=weaknesses,
        )

    @staticmethod
    def _key(interpreter: Interpreter, wanted: tuple[str, ...]) -> str:
        parts = [
            str(RECIPE),
            str(interpreter.path),
            interpreter.label,
            *test_requirements(interpreter),
            "--",
            *wanted,
        ]
        version = "".join(map(str, interpreter.version[:2]))
        digest = hashlib.sha256(chr(0).join(parts).encode()).hexdigest()
        return f"{interpreter.implementation.lower()}{version}-{digest[:16]}"

    @staticmethod
    def _record(final: Path) -> dict[str, list[str]] | None:
        try:
            loaded: dict[str, list[str]] = json.loads((final / "complete.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None
        return loaded if {"packages", "failed"} <= loaded.keys() else None

    def _build(self, interpreter: Interpreter, wanted: tuple[str, ...], final: Path) -> dict[str, list[str]]:
        self._log.info("building the test environment for %s, once", interpreter.label)
        with tempfile.TemporaryDirectory(dir=final.parent, prefix=".building-") as temporary:
            place = Path(temporary, "environment")
            self._create(interpreter, place)
            python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
            pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--no-input"]
            _run([*pip, "install", *test_requirements(interpreter)])
            failed = self._install(pip, wanted)
            if interpreter.version[0] == 3:
                _run([*pip, "uninstall", "-y", *SHADOWING], check=False)
            elif wanted:
                _run([*pip, "uninstall", "-y", "argparse"], check=False)
            packages = sorted(
                line for line in _run([*pip, "list", "--format=freeze"]).split() if "==" in line
            )
            record = {"packages": packages, "failed": failed}
            (place / "complete.json").write_text(json.dumps(record, indent=1), "utf-8")
            if final.exists():
                shutil.rmtree(final)
            os.replace(place, final)
        return record

    def _install(self, pip: list[str], wanted: tuple[str, ...]) -> list[str]:
        if not wanted:
            return []
        try:
            _run([*pip, "install", *wanted])
            return []
        except BuildError:
            pass
        failed = []
        for requirement in wanted:
            try:
                _run([*pip, "install", requirement])
            except BuildError as error:
                self._log.warning("%s: %s", requirement, error)
                failed.append(requirement)
        return failed

    def _create(self, interpreter: Interpreter, place: Path) -> None:
        if interpreter.version[0] == 3:
            _run([str(interpreter.path), "-m", "venv", str(place)])
            return
        tool = [str(self._virtualenv()), "-m", "virtualenv", "-q", "--no-periodic-update"]
        _run([*tool, "-p", str(interpreter.path), str(place)])

    def _virtualenv(self) -> Path:
        """A Python that has the last virtualenv able to make environments for 2.7."""
        from filelock import FileLock

        final = (
            self.folder / "environments" / f"virtualenv-{sys.version_info[0]}{sys.version_info[1]}-{RECIPE}"
        )
        python = final / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
        with FileLock(str(final) + ".lock", timeout=BUILD_SECONDS):
            if not (final / "complete.json").is_file():
                with tempfile.TemporaryDirectory(dir=final.parent, prefix=".building-") as temporary:
                    place = Path(temporary, "environment")
                    _run([sys.executable, "-m", "venv", str(place)])
                    tool = place / python.relative_to(final)
                    pip = [str(tool), "-m", "pip", "--disable-pip-version-check"]
                    _run([*pip, "install", "virtualenv<20.22", "setuptools"])
                    (place / "complete.json").write_text("{}", "utf-8")
                    if final.exists():
                        shutil.rmtree(final)
                    os.replace(place, final)
        return python


def _run(argv: list[str], check: bool = True) -> str:
    """The standard output of a build step. Raises BuildError with the last lines of what it said."""
    environ = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "VIRTUAL_ENV", "COVERAGE"))}
    done = subprocess.run(
        argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=BUILD_SECONDS, env=environ
    )
    if check and done.returncode != 0:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
        raise BuildError(f"{' '.join(Path(a).name for a in argv[:4])} failed: " + " | ".join(said[-4:]))
    return done.stdout.decode("utf-8", "replace")
