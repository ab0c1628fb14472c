"""Git worktrees of the run's own clone: made for one piece of work, compared as a whole, removed afterwards."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from environment.git_commands import GitError, run_git, safe_environment
from environment.tree_files import leads_inside, stays_inside

#: Beside a worktree that was asked to be kept: its folder's name with this ending.
_KEPT = ".kept"
#: What tools leave behind that is no part of any change.
_LEFTOVERS = ("__pycache__/", ".pytest_cache/", ".mypy_cache/", ".ruff_cache/")
_AUTHOR = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Stigmergy"), ("EMAIL", "stigmergy@localhost"))
}


@dataclass(frozen=True)
class Difference:
    """All that changed since the base, untracked files included: a unified diff, the files, the resulting tree's id.

    `ignored` are new files that the repository's ignore rules keep out of it.
    """

    text: str
    files: tuple[str, ...]
    tree: str
    ignored: tuple[str, ...] = ()


class Worktree:
    """A checkout of its own at `path`, begun at the commit `base`."""

    def __init__(self, repository: Path, path: Path, base: str) -> None:
        self.repository = repository
        self.path = path
        self.base = base

    def difference(self) -> Difference:
        """What stands in it that the base does not hold. Raises GitError when the worktree was damaged."""
        with tempfile.TemporaryDirectory(prefix="stigmergy-index-") as folder:
            environment = safe_environment(GIT_INDEX_FILE=str(Path(folder) / "index"))
            self._git("read-tree", self.base, environment=environment)
            self._git("add", "--all", "--", ".", ":(exclude,glob)**/__pycache__/**", environment=environment)
            tree = self._git("write-tree", environment=environment).decode().strip()
            listed = ("ls-files", "--others", "--ignored", "--exclude-standard", "-z")
            ignored = self._git(*listed, environment=environment)
        between = (self.base, tree)
        options = ("--no-ext-diff", "--no-textconv", "--no-color", "--no-renames")
        text = self._git("diff", *options, *between).decode("utf-8", "replace")
        names = self._git("diff", "--name-only", "-z", "--no-renames", *between)
        left = [n for n in _names(ignored) if not any(part in f"{n}/" for part in _LEFTOVERS)]
        return Difference(text, tuple(_names(names)), tree, tuple(left))

    def commit(self, difference: Difference, message: str, branch: str) -> str:
        """Put what changed on the branch `branch` of the repository, as one commit on the base; its id."""
        environment = safe_environment(None, **_AUTHOR)
        arguments = ["commit-tree", difference.tree, "-p", self.base]
        made = run_git(arguments, self.repository, stdin=message.encode(), environment=environment)
        sha = made.decode().strip()
        run_git(["update-ref", f"refs/heads/{branch}", sha], self.repository)
        return sha

    def original(self, key: str) -> bytes:
        """A file as it is in the base. Raises GitError."""
        return run_git(["cat-file", "blob", f"{self.base}:{key}"], self.repository)

    def _git(self, *arguments: str, environment: dict[str, str] | None = None) -> bytes:
        # Whoever works in the worktree may have written to its `.git` file: it is not asked where the repository is.
        where = [f"--git-dir={self.repository / '.git'}", f"--work-tree={self.path}"]
        return run_git([*where, *arguments], self.path, environment=environment)


class Worktrees:
    """The worktrees of the repository at `repository`, all below `folder`."""

    def __init__(self, repository: Path, folder: Path) -> None:
        self.repository = repository
        self.folder = folder

    def clean(self) -> list[str]:
        """Remove what killed runs have left, but not what was kept on purpose; the names removed."""
        removed = []
        for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else []:
            if path.is_dir() and not path.with_name(path.name + _KEPT).exists():
                shutil.rmtree(path, ignore_errors=True)
                removed.append(path.name)
        run_git(["worktree", "prune"], self.repository)
        return removed

    @contextmanager
    def opened(self, name: str, base: str, keep: bool = False) -> Iterator[Worktree]:
        """A new worktree at the commit `base`; removed at the end, whatever happens, unless it is to be `keep`t."""
        path = self.folder / name
        self.folder.mkdir(parents=True, exist_ok=True)
        run_git(["worktree", "add", "--detach", "--force", "--quiet", str(path), base], self.repository)
        _make_links(self.repository, path, base)
        try:
            yield Worktree(self.repository, path, base)
        finally:
            if keep:
                path.with_name(path.name + _KEPT).write_text(f"kept by --keep-worktrees; begun at {base}\n")
            else:
                self._remove(path)

    def _remove(self, path: Path) -> None:
        try:
            run_git(["worktree", "remove", "--force", "--force", str(path)], self.repository)
        except GitError:
            shutil.rmtree(path, ignore_errors=True)
            run_git(["worktree", "prune"], self.repository)


def _make_links(repository: Path, path: Path, base: str) -> None:
    """Symbolic links that stay inside the tree become links; Git wrote all of them as files that hold their target."""
    for line in _names(run_git(["ls-tree", "-r", "-z", base], repository)):
        meta, _, key = line.partition("\t")
        if not meta.startswith("120000 "):
            continue
        target = (path / key).read_bytes()
        words = os.fsdecode(target)
        if stays_inside(key, words) and "\0" not in words:
            (path / key).unlink()
            os.symlink(words, path / key)
            if not leads_inside(path, key):
                (path / key).unlink()
                (path / key).write_bytes(target)


def _names(listed: bytes) -> list[str]:
    return [name for name in listed.decode("utf-8", "surrogateescape").split("\0") if name]
