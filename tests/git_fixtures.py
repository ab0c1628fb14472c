"""Real Git repositories for tests, made of given files."""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

EPOCH = "1700000000"


def git(folder: Path, *arguments: str, check: bool = True) -> str:
    """Standard output of a Git command in `folder`, under no configuration but the repository's own."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "T",
        "GIT_AUTHOR_EMAIL": "t@localhost",
        "GIT_COMMITTER_NAME": "T",
        "GIT_COMMITTER_EMAIL": "t@localhost",
        "GIT_AUTHOR_DATE": f"{EPOCH} +0000",
        "GIT_COMMITTER_DATE": f"{EPOCH} +0000",
    }
    done = subprocess.run(["git", *arguments], cwd=folder, env=environment, capture_output=True, check=False)
    if check and done.returncode:
        raise AssertionError(f"git {' '.join(arguments)}: {done.stderr.decode()}")
    return done.stdout.decode("utf-8", "surrogateescape")


def write_files(folder: Path, files: Mapping[str, bytes | str]) -> None:
    """Put files below `folder`; text is written as UTF-8 with its line ends as they are."""
    for key, data in files.items():
        path = folder / key
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())


def commit_files(folder: Path, files: Mapping[str, bytes | str], message: str = "change") -> str:
    """Write and commit files, also ignored ones. Returns the commit's id."""
    write_files(folder, files)
    git(folder, "add", "--all", "--force", ".")
    git(folder, "commit", "--quiet", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD").strip()


def make_repo(path: Path, files: Mapping[str, bytes | str], tags: Iterable[str] = ()) -> Path:
    """A repository at `path` with one commit on `main` that holds `files`, tagged with `tags`. Returns `path`."""
    path.mkdir(parents=True)
    git(path, "init", "--quiet", "--initial-branch=main", ".")
    commit_files(path, files, "first")
    for tag in tags:
        git(path, "tag", tag)
    return path


def tree_digest(folder: Path) -> str:
    """One hash over names, kinds, modes and contents of everything below `folder`, `.git` included."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        state = path.lstat()
        digest.update(f"{path.relative_to(folder)}\0{state.st_mode}\0".encode("utf-8", "surrogateescape"))
        if path.is_symlink():
            digest.update(os.fsencode(os.readlink(path)))
        elif path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()
