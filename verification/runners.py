"""Chooses how a repository's tests are run, by looking at its files; nothing is executed here."""

from __future__ import annotations

import glob
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from environment.traces import is_document
from verification.settings import VerificationSettings

_PYTEST = re.compile(
    r"(?m)^(?:def test\w*\s*\(|class Test\w*\s*[(:]|\s*(?:import|from) (?:pytest|py\.test|nose)\b)"
)
_UNITTEST = re.compile(r"(?m)^\s*class \w+\s*\([^)]*Test\w*\s*\)|^def (?:test_)?suite\s*\(")
_TEST_NAME = re.compile(r"^(?:[Tt]est.*|.*_tests?|.*tests|.*[a-z0-9]Tests?|conftest)$")
_TEST_FOLDERS = frozenset({"test", "tests", "testing", "unittests", "testsuite", "regressiontests"})
SKIPPED_FOLDERS = frozenset(
    {".git", ".hg", ".svn", ".tox", ".venv", "__pycache__", "build", "dist", "node_modules"}
)


class NoTests(ValueError):
    """The arguments that were set name no file. The message says which."""


@dataclass(frozen=True, slots=True)
class TestPlan:
    """How to run the suite: `runner` is pytest, unittest, command or none; `targets` lie below `workdir`.

    `options` are further options for pytest.
    """

    __test__ = False

    runner: str
    targets: tuple[str, ...] = ()
    workdir: str = "."
    command: str = ""
    options: tuple[str, ...] = ()

    def one(self, target: str) -> TestPlan:
        """The same plan for a single target."""
        return TestPlan(self.runner, (target,), self.workdir, self.command, self.options)


def python_files(tree: Path) -> Iterator[str]:
    """Keys of the tree's `.py` files, sorted; version control, caches and build folders left out."""
    for folder, names, files in os.walk(tree):
        names[:] = sorted(
            n for n in names if n not in SKIPPED_FOLDERS and not os.path.islink(os.path.join(folder, n))
        )
        for name in sorted(files):
            path = os.path.join(folder, name)
            if name.endswith(".py") and os.path.isfile(path) and not os.path.islink(path):
                yield os.path.relpath(path, tree).replace(os.sep, "/")


def looks_like_test(key: str) -> bool:
    """Whether the name or the folder of a Python file says that it belongs to the tests; examples of texts do."""
    if is_document(key):
        return True
    path = PurePosixPath(key)
    if path.suffix not in ("", ".py"):
        return False
    return bool(_TEST_NAME.match(path.stem)) or any(part.lower() in _TEST_FOLDERS for part in path.parts[:-1])


def find_tests(tree: Path) -> tuple[list[str], bool]:
    """Keys of the files that hold tests, and whether some need pytest (plain functions or classes)."""
    found, needs_pytest = [], False
    for key in python_files(tree):
        if not looks_like_test(key) or PurePosixPath(key).stem == "conftest":
            continue
        try:
            text = (tree / key).read_bytes().decode("latin-1")
        except OSError:
            continue
        by_pytest, by_unittest = bool(_PYTEST.search(text)), bool(_UNITTEST.search(text))
        if by_pytest or by_unittest:
            found.append(key)
            needs_pytest |= by_pytest
    return found, needs_pytest


def plan_tests(tree: Path, settings: VerificationSettings, has_pytest: bool = True) -> TestPlan:
    """The plan for `tree`: what the settings say, else what its files look like.

    pytest runs unittest's classes too, so it is chosen wherever there is one; without it unittest runs what
    it can. Of `args`, what begins with a hyphen is an option of pytest (`-k` and the like with the value in one word).
    Raises NoTests when `args` match nothing, or the test command is none.
    """
    if settings.test_command != "auto":
        _check_command(tree / settings.workdir, settings.test_command)
        return TestPlan("command", (settings.test_command,), settings.workdir, settings.test_command)
    runner = settings.runner
    if runner == "script":
        if not settings.args:
            raise NoTests("verification.runner is script, so verification.args must name the script to run")
        return TestPlan("command", (shlex.join(("python", *settings.args)),), settings.workdir, "script")
    options = tuple(argument for argument in settings.args if argument.startswith("-"))
    named = tuple(argument for argument in settings.args if argument not in options)
    if named:
        targets = _expand(tree / settings.workdir, named)
        if runner == "auto":
            runner = (
                "pytest" if has_pytest and not any(":" in t.split("::")[0] for t in targets) else "unittest"
            )
        return TestPlan(runner, targets, settings.workdir, options=options)
    keys, _ = find_tests(tree)
    if not keys:
        return TestPlan("none", (), settings.workdir)
    if runner == "auto":
        runner = "pytest" if has_pytest else "unittest"
    targets = tuple(os.path.relpath(tree / key, tree / settings.workdir).replace(os.sep, "/") for key in keys)
    return TestPlan(runner, targets, settings.workdir, options=options)


#: Commands that every test environment brings along, wherever the harness itself runs.
_BROUGHT = ("python", "python2", "python2.7", "python3", "pytest", "py.test")


def _check_command(folder: Path, command: str) -> None:
    """Raise NoTests when the first word of `command` plainly names nothing that can be run.

    Shell syntax (a variable, a list of commands) is left to the shell: it says itself what it can't do.
    """
    try:
        first = shlex.split(command)[0]
    except (ValueError, IndexError):
        raise NoTests(f"verification.test_command: {command!r} is no command") from None
    if not first.replace("/", "").replace("-", "").replace(".", "").replace("_", "").isalnum():
        return
    known = (
        first in _BROUGHT
        or (folder / first).exists()
        or shutil.which(first, path=os.defpath + ":/usr/local/bin")
    )
    if not known:
        raise NoTests(f"verification.test_command: {first!r} is no command here, and no file of the target")


def _expand(folder: Path, args: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments with glob patterns expanded, sorted within each. A folder stays a folder."""
    targets: list[str] = []
    for arg in args:
        if not glob.has_magic(arg) or "::" in arg:
            targets.append(arg)
            continue
        matches = sorted(os.path.relpath(m, folder) for m in glob.glob(str(folder / arg), recursive=True))
        if not matches:
            raise NoTests(f"verification.args: {arg!r} matches no file in {folder.name}")
        targets.extend(m.replace(os.sep, "/") for m in matches if m not in targets)
    return tuple(targets)
