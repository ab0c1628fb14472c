"""The log against Git: each validated file has its commit, each commit of the run its record and its anchor."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from environment.anchor import HEAD, SIGNATURE, parse_head, statement
from environment.commit_text import REVERTS
from environment.fold import MediumState
from environment.git_commands import TargetError
from environment.signing import SigningError, check
from environment.state_machine import VALIDATOR
from environment.target_record import TargetRecord
from environment.traces import Kind, Status

_COMMIT_ID = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_TRAILERS = ("Run-Id", "Agent", HEAD, SIGNATURE, REVERTS)
#: The repository's own configuration may name programs to run; reading needs none of them.
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "safe.directory=*")


@dataclass(frozen=True)
class Commit:
    """A commit and what its trailers say."""

    sha: str
    run: str
    agent: str
    head: str
    signature: str
    reverts: str


@dataclass
class GitFindings:
    """What comparing the log with Git showed: problems, how many commits are anchored, who signed them."""

    problems: list[str] = field(default_factory=list)
    anchored: int = 0
    signers: set[str] = field(default_factory=set)


def git_findings(repository: Path, state: MediumState, hashes: Sequence[str], key: str = "") -> GitFindings:
    """Compare the log's `state`, and the `hashes` of its records in order, with the commits in `repository`.

    With `key`, an SSH public key, every commit of the run has to be signed by it.
    """
    found = GitFindings()
    problems = found.problems
    claimed = _claims(state, problems)
    try:
        touched = _files_of(repository, sorted(set(claimed.values())))
        commits = _commits_of(repository, ["--branches"])
        strangers = _strangers(repository, state.run_id)
    except (OSError, subprocess.SubprocessError) as error:
        problems.append(f"{repository}: Git can't be asked: {error}")
        return found
    reachable = {commit.sha for commit in commits}
    for file, sha in claimed.items():
        if sha not in touched:
            problems.append(f"{file}: its commit {sha[:12]} is not in Git")
        elif sha not in reachable:
            problems.append(f"{file}: its commit {sha[:12]} is not on the run's branches")
        elif file not in touched[sha]:
            problems.append(f"{file}: its commit {sha[:12]} does not touch it")
    known = set(claimed.values()) | set(state.commits.values()) | state.reverted
    ours = [c for c in commits if c.run == state.run_id and c.agent == VALIDATOR]
    problems += [f"commit {c.sha[:12]} of this run is not on record" for c in ours if c.sha not in known]
    for commit in commits:
        if commit.run == state.run_id and commit.reverts and commit.reverts not in state.reverted:
            problems.append(f"commit {commit.sha[:12]} reverts {commit.reverts[:12]}, which is not on record")
    problems += [f"commit {sha[:12]} on the run's branch was not made by the run" for sha in strangers]
    # One that is not on record is reported already; that it has no anchor says nothing more.
    anchored = [c for c in ours if c.head or c.sha in known]
    _check_anchors(anchored, state.run_id, hashes, key, found)
    return found


def _claims(state: MediumState, problems: list[str]) -> dict[str, str]:
    """The commit of each validated file, by key."""
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
    return claimed


def _check_anchors(
    commits: Sequence[Commit], run_id: str, hashes: Sequence[str], key: str, found: GitFindings
) -> None:
    anchored = any(commit.head for commit in commits)
    signed = bool(key) or any(commit.signature for commit in commits)
    for commit in commits:
        where = f"commit {commit.sha[:12]}"
        head = parse_head(commit.head)
        if head is None:
            if anchored or signed:
                found.problems.append(f"{where} does not carry the head of the log")
            continue
        seq, digest = head
        if seq > len(hashes) or hashes[seq - 1] != digest:
            found.problems.append(f"{where} was made after another record {seq}: the log was rewritten since")
            continue
        found.anchored += 1
        if not signed:
            continue
        try:
            found.signers.add(check(statement(run_id, seq, digest), commit.signature, key))
        except SigningError as error:
            found.problems.append(f"{where}: {error}")
    if len(found.signers) > 1:
        found.problems.append(
            f"commits are signed by {len(found.signers)} keys: {', '.join(sorted(found.signers))}"
        )


def _files_of(repository: Path, commits: list[str]) -> dict[str, set[str]]:
    """Files that each commit that exists touches."""
    asked = "".join(f"{sha}\n" for sha in commits)
    existing = [
        line.split()[0]
        for line in _git(repository, ["cat-file", "--batch-check"], asked).splitlines()
        if line.split()[1:2] == ["commit"]
    ]
    files: dict[str, set[str]] = {sha: set() for sha in existing}
    if not existing:
        return files
    options = ["--stdin", "--root", "--name-only", "-r", "-z"]
    out = _git(repository, ["diff-tree", *options], "".join(f"{sha}\n" for sha in existing))
    present = ""
    for part in out.split("\0"):
        if part in files:
            present = part
        elif part:
            files[present].add(part)
    return files


def _commits_of(repository: Path, which: list[str]) -> list[Commit]:
    trailers = (f"%(trailers:key={name},valueonly,separator=%x2C)" for name in _TRAILERS)
    out = _git(repository, ["log", f"--format={'%x1f'.join(('%H', *trailers))}", *which])
    rows = ([*line.split("\x1f"), *[""] * len(_TRAILERS)] for line in out.splitlines() if line)
    return [Commit(*(cell.strip() for cell in row[: 1 + len(_TRAILERS)])) for row in rows]


def _strangers(repository: Path, run_id: str) -> list[str]:
    """Commits on the run's branch, since it began, that do not say they are the run's."""
    try:
        record = TargetRecord.load(repository)
    except TargetError:
        return []
    span = f"{record.base_commit}..refs/heads/{record.branch}"
    return [commit.sha for commit in _commits_of(repository, [span, "--"]) if commit.run != run_id]


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
