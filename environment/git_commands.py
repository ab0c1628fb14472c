"""Git commands under safe settings: no configuration, hooks, filters or prompts but ours.

Commands are started here and not through GitPython because it hands the whole parent environment down: a
GIT_DIR set by a surrounding Git hook would redirect every command. Objects are GitPython's part (git_objects).
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

#: Protocols that a repository may be fetched by.
PROTOCOLS = ("file", "https", "http", "git", "ssh")
#: What Git and its transports need of the parent's environment. No other variable reaches them.
_INHERITED = frozenset(
    {"PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TMP", "TEMP", "SYSTEMROOT", "SSH_AUTH_SOCK"}
    | {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"}
    | {"SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_EXEC_PATH"}
    | {"GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_ASKPASS", "SSH_ASKPASS"}
)
_SETTINGS = (
    *("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.symlinks=false", "core.autocrlf=false"),
    *("core.attributesFile=/dev/null", "core.excludesFile=/dev/null", "credential.helper=", "gc.auto=0"),
    *("maintenance.auto=false", "submodule.recurse=false", "fetch.recurseSubmodules=false"),
    *("http.lowSpeedLimit=1000", "http.lowSpeedTime=60", "advice.detachedHead=false"),
)
_SECRET = re.compile(r"(?<=://)[^/@\s]*@")


class TargetError(Exception):
    """The target can't be used as asked. One line for the user; the program ends with exit code 2."""


class GitError(Exception):
    """A Git command failed. `reason` is the line of its output that says why."""

    def __init__(self, command: str, code: int, output: str) -> None:
        self.output = output
        self.reason = _telling_line(output) or f"git {command} ended with {code}"
        super().__init__(f"git {command}: {self.reason}")


def without_secrets(text: str) -> str:
    """`text` without the user names and passwords that URLs in it carry."""
    return _SECRET.sub("", text)


def _telling_line(output: str) -> str:
    lines = [line.strip() for line in without_secrets(output).splitlines() if line.strip()]
    for mark in ("fatal:", "error:", "ERROR:"):
        told = [line.partition(mark)[2].strip() for line in lines if mark in line]
        if told:
            return told[0]
    return lines[-1] if lines else ""


def safe_environment(parent: Mapping[str, str] | None = None, **more: str) -> dict[str, str]:
    """The environment of every Git command: what Git needs of `parent` (default: this process's), and `more`."""
    parent = os.environ if parent is None else parent
    kept = {name: value for name, value in parent.items() if name in _INHERITED}
    kept.setdefault("GIT_SSH_COMMAND", "ssh -o BatchMode=yes")
    return {
        **kept,
        "LC_ALL": "C",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_ALLOW_PROTOCOL": ":".join(PROTOCOLS),
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        **more,
    }


def run_git(
    arguments: Sequence[str],
    cwd: Path,
    *,
    stdin: bytes = b"",
    environment: Mapping[str, str] | None = None,
) -> bytes:
    """The standard output of `git ARGUMENTS` in `cwd`.

    Raises GitError when it fails, TargetError when there is no Git.
    """
    command = ["git"]
    for setting in _SETTINGS:
        command += ["-c", setting]
    try:
        done = subprocess.run(
            [*command, *arguments],
            cwd=cwd,
            env=dict(environment or safe_environment()),
            input=stdin,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError as error:
        if not cwd.is_dir():
            raise
        raise TargetError("git is not installed, or not on PATH: install it first") from error
    if done.returncode:
        raise GitError(arguments[0], done.returncode, done.stderr.decode("utf-8", "replace"))
    return done.stdout
