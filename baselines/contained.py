"""One command, or a piece of Python, over a throw-away copy of a tree: in the project's sandbox, without a shell."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from environment.guardrails import GuardrailViolation
from environment.tree_files import read_file
from stigmergy.settings import SettingsError
from stigmergy.stopping import FatalError
from verification.containment import RunFolder, limits, real_contain
from verification.environments import EnvironmentCache
from verification.interpreters import InterpreterError, find_target
from verification.sandbox import SandboxUnavailable, choose_backend
from verification.settings import VerificationSettings

#: Words that only a shell understands.
_SHELL = re.compile(r"^(?:\|\|?|&&?|;;?|\d?>>?|\d?<|\d?>&\d|&>|\$\(.*|`.*)$")
_ASSIGNMENT = re.compile(r"^[A-Za-z_]\w*=")
#: Results larger than this are not taken out of the sandbox.
MAX_RESULT_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True)
class CommandResult:
    """How a command ended. `reason`: why it was ended, "" where it ended by itself; `files`: what was collected."""

    command: str
    returncode: int | None
    output: str
    reason: str
    seconds: float
    backend: str
    files: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether it ended by itself with exit status 0."""
        return self.returncode == 0 and not self.reason

    @property
    def ending(self) -> str:
        """How it ended, in words."""
        return f"ended for its limit: {self.reason}" if self.reason else f"exit status {self.returncode}"


def parsed(command: str, setting: str) -> list[str]:
    """The words of a command. Raises SettingsError, naming `setting`, for what takes a shell to run."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SettingsError(f"{setting}: {command!r} can't be read as a command: {error}") from None
    if not words:
        raise SettingsError(f"{setting}: the command is empty")
    shell = next((word for word in words if _SHELL.match(word)), "")
    if shell or _ASSIGNMENT.match(words[0]):
        raise SettingsError(
            f"{setting}: {command!r} needs a shell for {shell or words[0]!r}, and commands are run without one: "
            "put it into a script of the repository, and variables into verification.env"
        )
    return words


class CommandRunner:
    """Runs commands in the environment of the target Python. Nothing that they do reaches the tree they are given."""

    def __init__(self, settings: VerificationSettings, scratch: Path) -> None:
        self.settings = settings
        self.scratch = scratch
        try:
            interpreter = find_target(settings.target_python)
            self.environment = EnvironmentCache(settings.cache).get(
                interpreter, settings.dependencies_python3
            )
            self.backend = choose_backend(settings.sandbox, allow_unsandboxed=settings.allow_unsandboxed)
        except InterpreterError as error:
            raise SettingsError(str(error)) from error
        except SandboxUnavailable as error:
            raise FatalError(str(error)) from error

    def run(
        self, tree: Path, words: Sequence[str], seconds: float, collect: Sequence[str] = ()
    ) -> CommandResult:
        """Run a command in a copy of `tree` for at most `seconds`; bring back the files `collect` that it left.

        A command that can't be started has `returncode` None and says why.
        """
        return self._run(tree, list(words), seconds, collect, "")

    def python(self, tree: Path, code: str, seconds: float) -> CommandResult:
        """Run a piece of Python in a copy of `tree`, as a script of the folder in which commands run."""
        return self._run(tree, ["python", "-"], seconds, (), code)

    def _run(
        self, tree: Path, words: list[str], seconds: float, collect: Sequence[str], stdin: str
    ) -> CommandResult:
        command = shlex.join(words)
        folder = RunFolder(self.scratch, tree, "command")
        try:
            folder.add_shims(self.environment)
            environ = folder.environ(self.environment, self.settings)
            environ["PYTEST_ADDOPTS"] = environ.get("PYTEST_ADDOPTS", "-p no:cacheprovider")
            try:
                result = real_contain()(
                    words,
                    cwd=(folder.tree / self.settings.workdir).resolve(),
                    writable=[folder.folder],
                    readable=list(self.environment.readable),
                    env=environ,
                    limits=limits(self.settings, seconds),
                    stdin=stdin.encode("utf-8", "replace"),
                    backend=self.backend,
                )
            except (FileNotFoundError, ValueError) as error:
                return CommandResult(command, None, str(error), "not started", 0.0, self.backend.name)
            files = {key: data for key in collect if (data := _left(folder.tree, key)) is not None}
        finally:
            folder.close()
        output = (result.stdout + result.stderr).decode("utf-8", "replace")
        # The copy's path says nothing to anybody.
        output = output.replace(str(folder.tree), ".")
        return CommandResult(
            command, result.returncode, output, result.reason, result.seconds, result.backend, files
        )


def _left(tree: Path, key: str) -> bytes | None:
    """A file that a command left, or None: links are not followed out, and no folder is a result."""
    try:
        if (tree / key).lstat().st_size > MAX_RESULT_BYTES:
            return None
        return read_file(tree, key)
    except (OSError, GuardrailViolation):
        return None
