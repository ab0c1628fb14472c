"""The log against Git: every validated file has its commit, and every commit of the run its record."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from environment.fold import MediumState
from environment.state_machine import VALIDATOR
from environment.traces import Kind, Status

_COMMIT_ID = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
#: The repository's own configuration may name programs to run; reading needs none of them.
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*")


def git_problems(repository: Path, state: MediumState) -> list[str]:
    """One line for each validated file without its commit, and each of the run's without its record."""
    problems = []
    claimed: dict[str, str] = {}
    for key in state.by_status.get(Status.VALIDATED, ()):
        metadata = state.maps[Kind.STATUS][key].get("metadata", {})
        if metadata.get("unchanged"):
            continue
        sha = metadata.get("commit") or state.commits.get(key)
        if not isinstance(sha, str) or not _COMMIT_ID.fullmatch(sha):
            problems.append(f"{key}: validated without a commit")
        elif state.commits.get(key) != sha:
            problems.append(f"{key}: its commit {sha[:12]} is not on record")
        else:
            claimed[key] = sha
    try:
        touched = _files_of(repository, sorted(set(claimed.values())))
        of_run = _commits_of(repository, state.run_id)
    except (OSError, subprocess.SubprocessError) as error:
        return [*problems, f"{repository}: Git can't be asked: {error}"]
    for key, sha in claimed.items():
        if sha not in touched:
            problems.append(f"{key}: its commit {sha[:12]} is not in Git")
        elif key not in touched[sha]:
            problems.append(f"{key}: its commit {sha[:12]} does not touch it")
    known = set(claimed.values()) | set(state.commits.values()) | state.reverted
    problems += [f"commit {sha[:12]} of this run is not on record" for sha in of_run if sha not in known]
    return problems


def _files_of(repository: Path, commits: list[str]) -> dict[str, set[str]]:
    """Files that each commit that exists touches."""
    lines = _git(repository, ["cat-file", "--batch-check"], "".join(f"{sha}\n" for sha in commits)).split(
        "\n"
    )
    existing = [
        line.split()[0] for line in lines if line.endswith(tuple("0123456789")) and " commit " in line
    ]
    files: dict[str, set[str]] = {}
    for sha in existing:
        out = _git(repository, ["diff-tree", "--root", "--no-commit-id", "--name-only", "-r", "-z", sha])
        files[sha] = set(filter(None, out.split("\0")))
    return files


def _commits_of(repository: Path, run_id: str) -> list[str]:
    """Commits on any branch that the Validator made in this run, by their trailers."""
    trailers = (f"%(trailers:key={name},valueonly,separator=%x2C)" for name in ("Run-Id", "Agent"))
    form = "%x1f".join(("%H", *trailers))
    found = []
    for line in _git(repository, ["log", "--branches", f"--format={form}"]).splitlines():
        sha, run, agent = [*line.split("\x1f"), "", ""][:3]
        if run.strip() == run_id and agent.strip() == VALIDATOR:
            found.append(sha)
    return found


def _git(repository: Path, arguments: list[str], stdin: str = "") -> str:
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        ["git", *_SAFE, "-C", str(repository), "--no-pager", *arguments],
        input=stdin,
        env=environment,
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=120,
    )
    return done.stdout
