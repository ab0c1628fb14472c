"""What `--repo` names, and which commit `--repo-ref` means there."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from environment.git_commands import PROTOCOLS, GitError, TargetError, run_git, without_secrets

_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://")
_HELPER = re.compile(r"(?P<scheme>[A-Za-z0-9][A-Za-z0-9+.-]*)::")
_SCP = re.compile(r"(?:[^/@:\s]+@)?[^/@:\s]+:[^\s]")
_FULL_SHA = re.compile(r"[0-9a-f]{40}")
#: How many existing refs an error names.
_SHOWN = 8


class Shape(Enum):
    """What kind of thing was named."""

    REMOTE = "a Git URL"
    LOCAL = "a local repository"
    FOLDER = "a plain folder"


@dataclass(frozen=True)
class Source:
    """What was named: how Git reaches it, how it is shown to the user, and notes worth a line."""

    shape: Shape
    address: str
    shown: str
    notes: tuple[str, ...] = ()


def identify(spec: str) -> Source:
    """What `spec` is. Raises TargetError, in one line, when it is nothing that can be migrated."""
    shown = without_secrets(spec) or "''"
    if not spec.strip() or "\0" in spec or "\n" in spec:
        raise TargetError(f"{shown!r} is no repository: expected a Git URL, a local repository, or a folder")
    # os.path, not Path: what can't be looked at is an answer here, not an error.
    path = os.path.expanduser(spec)
    if os.path.isdir(path):
        return _folder(Path(path).resolve(), shown)
    if os.path.lexists(path):
        raise TargetError(f"{shown} is not a folder: expected a Git URL, a local repository, or a folder")
    url = _URL.match(spec) or _HELPER.match(spec)
    if url:
        scheme = url["scheme"]
        if _HELPER.match(spec) or scheme.lower() not in PROTOCOLS:
            known = ", ".join(PROTOCOLS)
            raise TargetError(f"{shown}: protocol {scheme!r} is not allowed; use one of {known}")
        return Source(Shape.REMOTE, spec, shown)
    if _SCP.match(spec) and not spec.startswith("-"):
        return Source(Shape.REMOTE, spec, shown)
    raise TargetError(f"no such folder or repository: {shown}")


def _folder(path: Path, shown: str) -> Source:
    if _is_git_dir(path):
        return Source(Shape.LOCAL, str(path), shown)
    inner = path / ".git"
    if _is_git_dir(inner) or _points_to_git_dir(inner):
        return Source(Shape.LOCAL, str(path), shown)
    notes: tuple[str, ...] = ()
    if os.path.lexists(inner):
        notes = (f"{shown}: its .git is no repository, so it is taken as a plain folder without history",)
    return Source(Shape.FOLDER, str(path), shown, notes)


def _is_git_dir(path: Path) -> bool:
    return os.path.isfile(path / "HEAD") and all(os.path.isdir(path / name) for name in ("objects", "refs"))


def _points_to_git_dir(path: Path) -> bool:
    """Whether `path` is the file that stands for `.git` in a worktree or a submodule, and what it names is there."""
    try:
        words = path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return False
    target = words.removeprefix("gitdir:").strip()
    return words.startswith("gitdir:") and os.path.isfile(path.parent / target / "HEAD")


@dataclass
class Refs:
    """What a repository advertises: commit id by full ref name, and the branch that HEAD names."""

    commits: dict[str, str] = field(default_factory=dict)
    head_branch: str = ""

    @classmethod
    def parse(cls, listing: str) -> Refs:
        """Read what `git ls-remote --symref` prints. Annotated tags count as the commit they name."""
        refs = cls()
        for line in listing.splitlines():
            value, _, name = line.partition("\t")
            if value.startswith("ref: "):
                if name == "HEAD":
                    refs.head_branch = value.removeprefix("ref: ").removeprefix("refs/heads/")
            elif name:
                refs.commits[name.removesuffix("^{}")] = value
        return refs

    def find(self, ref: str) -> tuple[str, str] | None:
        """The full name and the commit of `ref`, looked for in the order in which Git does."""
        for pattern in ("{}", "refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}"):
            name = pattern.format(ref)
            if name in self.commits:
                return name, self.commits[name]
        followed = [
            name for name in self.commits if re.fullmatch(rf"refs/remotes/[^/]+/{re.escape(ref)}", name)
        ]
        return (followed[0], self.commits[followed[0]]) if len(followed) == 1 else None

    def some(self) -> str:
        """A few names to choose from, branches first, newest-looking tags next."""
        branches = sorted(n.removeprefix("refs/heads/") for n in self.commits if n.startswith("refs/heads/"))
        tags = sorted(
            (n.removeprefix("refs/tags/") for n in self.commits if n.startswith("refs/tags/")), key=_rank
        )
        names = branches[: _SHOWN // 2]
        names += tags[::-1][: _SHOWN - len(names)]
        rest = len(branches) + len(tags) - len(names)
        return ", ".join(names) + (f" and {rest} more" if rest > 0 else "")


def _rank(tag: str) -> list[tuple[int, int, str]]:
    return [(1, int(p), "") if p.isdigit() else (0, 0, p) for p in re.split(r"(\d+)", tag) if p]


def advertised(source: Source, environment: Mapping[str, str], cwd: Path) -> Refs:
    """The refs of a repository. Raises TargetError when it can't be reached or has no commits."""
    try:
        listing = run_git(["ls-remote", "--symref", "--", source.address], cwd, environment=environment)
    except GitError as error:
        raise TargetError(f"can't reach the repository {source.shown}: {error.reason}") from error
    refs = Refs.parse(listing.decode("utf-8", "replace"))
    if not refs.commits:
        raise TargetError(f"{source.shown} is an empty repository: it has no commits")
    return refs


def is_full_sha(ref: str) -> bool:
    """Whether `ref` is the whole id of an object."""
    return bool(_FULL_SHA.fullmatch(ref.lower()))


def no_such_ref(source: Source, ref: str, refs: Refs) -> TargetError:
    """The error for a ref that is not there, with a few that are."""
    return TargetError(
        f"{source.shown} has no tag, branch or commit {ref!r}; it has: {refs.some() or 'none by name'}"
    )
