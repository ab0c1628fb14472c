"""The Git half of the medium: the working copy, its history, and what is delivered, file by file.

Commits are built from objects, never through the index: only the named files count, whatever else the working
copy holds.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Self

from environment import git_acquire
from environment.commit_text import REVERTS, clean_message, file_keys_in, quoted, trailers_in, with_trailers
from environment.git_commands import GitError, TargetError, run_git, without_secrets
from environment.git_export import export_commit
from environment.git_objects import REGULAR, Author, Entry, MissingObject, ObjectStore
from environment.git_source import is_full_sha
from environment.guardrails import safe_key
from environment.refusals import CommitConflict
from environment.target_record import TargetRecord
from environment.target_survey import survey
from environment.traces import is_document
from environment.tree_files import copy_tree, is_executable, read_file, write_file
from environment.tree_state import TreeState

__all__ = ["TargetError", "TargetRepo"]

_PREFIX = "stigmergic-migration"
_AUTHOR = ("Stigmergy", "stigmergy@localhost")


class TargetRepo:
    """One run's copy of the target. Made by `acquire` or `open`.

    `root` is the working copy, `branch` what is delivered, `candidates_branch` that and every other file's best
    candidate, `notes` remarks for the user. File keys are paths below the root with `/`.
    """

    def __init__(self, root: Path, record: TargetRecord) -> None:
        self.root = root
        self.run_id = record.run_id
        self.base_commit = record.base_commit
        self.branch = record.branch
        self.candidates_branch = f"{record.branch}-candidates"
        self.notes = list(record.notes)
        self._survey = record.survey
        self._author = Author(*record.author)
        self._scratch = root / ".git" / "stigmergy-unfinished"
        self._mutex = threading.RLock()
        self._objects = ObjectStore(root / ".git")
        self._base_tree = self._objects.tree_of(record.base_commit)
        self._tip = self._branch_tip()
        self._tree_state = TreeState(root, self._objects.listing(self._base_tree))

    # -- bringing in -------------------------------------------------------------------------------------

    @classmethod
    def acquire(
        cls,
        spec: str,
        ref: str | None,
        destination: Path,
        *,
        run_id: str,
        branch_prefix: str = _PREFIX,
        shallow: bool = True,
        author: tuple[str, str] = _AUTHOR,
    ) -> Self:
        """A clone of the repository `spec` (URL or path), or a copy of the plain folder, at `destination`.

        `ref` is a tag, branch or commit; None means the default branch. The source is only read. `destination`
        must not exist, or be empty. Raises TargetError with one line for the user, and leaves nothing behind.
        """
        shown = without_secrets(spec)
        branch = _branch_name(branch_prefix, run_id)
        if destination.is_symlink() or (destination.exists() and not _is_empty_folder(destination)):
            raise TargetError(f"{destination} is in use: choose another --workspace, or move it away")
        unfinished = destination.with_name(f".{destination.name}.unfinished")
        made = _first_missing(destination.parent)
        done = False
        git_acquire.remove_tree(unfinished)
        try:
            unfinished.mkdir(parents=True)
            acquired = git_acquire.acquire(spec, ref, unfinished, shallow, Author(*author))
            entries, links = git_acquire.check_out(unfinished, branch, acquired.base)
            found = survey(unfinished, entries, links, acquired.left_out)
            if all(map(is_document, found.files)):
                raise TargetError(f"{shown} has no Python files: there is nothing to migrate")
            notes = [*acquired.notes, *found.notes]
            TargetRecord(run_id, acquired.base, branch, author, notes, found).save(unfinished)
            if destination.exists():
                destination.rmdir()
            os.replace(unfinished, destination)
            done = True
        except GitError as error:
            raise TargetError(f"can't bring in {shown}: {error.reason}") from error
        except OSError as error:
            where = error.filename or destination
            raise TargetError(f"can't bring in {shown}: {where}: {error.strerror or error}") from error
        finally:
            if not done:
                git_acquire.remove_tree(made or unfinished)
        return cls(destination, TargetRecord.load(destination))

    @classmethod
    def open(cls, root: Path, *, run_id: str, branch_prefix: str = _PREFIX, joining: bool = False) -> Self:
        """The target that an earlier `acquire` of the same run left at `root`.

        What a killed process left half done is cleared away, unless `joining` a process that may be alive.
        Raises TargetError when it is another run's, or damaged.
        """
        record = TargetRecord.load(root)
        if record.run_id != run_id:
            raise TargetError(f"{root} belongs to run {record.run_id}, not {run_id}")
        if record.branch != _branch_name(branch_prefix, run_id):
            raise TargetError(f"{root}: its branch is {record.branch}; git.branch_prefix says otherwise")
        if not joining:
            _clear_leftovers(root / ".git")
        try:
            return cls(root, record)
        except (MissingObject, GitError) as error:
            raise TargetError(f"{root} is damaged: {error}") from error

    # -- looking -----------------------------------------------------------------------------------------

    def files(self) -> list[str]:
        """Keys of the base commit's Python files, scripts and texts with examples, sorted; those in `oddities` can't be
        read.
        """
        return list(self._survey.files)

    def oddities(self) -> dict[str, str]:
        """Keys that are no ordinary readable file, with the reason. Submodules are named here too."""
        return dict(self._survey.oddities)

    def read(self, key: str) -> bytes:
        """A file of the working copy. Raises OSError; a symbolic link is not followed."""
        return read_file(self.root, key)

    def read_original(self, key: str) -> bytes:
        """A file as it is in the base commit. Raises FileNotFoundError when it is not there."""
        entry = self._objects.lookup(self._base_tree, key)
        if entry is None or entry.mode not in REGULAR:
            raise FileNotFoundError(2, "not in the base commit", key)
        return self._objects.get(entry.sha)

    def diff(self, key: str, against: str = "base") -> str:
        """Unified diff of a file from `against` ("base", "branch", or a commit) to the working copy."""
        known = {"base": self.base_commit, "branch": self._tip}
        entry = self._objects.lookup(self._objects.tree_of(known.get(against, against)), key)
        old = entry.sha if entry else self.keep(b"")
        try:
            new: str | None = self.keep(self.read(key))
        except FileNotFoundError:
            new = None
        names = (f"a/{quoted(key)}" if entry else "/dev/null", f"b/{quoted(key)}" if new else "/dev/null")
        options = ["--text", "--no-ext-diff", "--no-textconv", "--no-color"]
        out = run_git(["diff", *options, old, new or self.keep(b"")], self.root)
        hunks = out.decode("utf-8", "replace").partition("\n@@")[2]
        return f"--- {names[0]}\n+++ {names[1]}\n@@{hunks}" if hunks else ""

    def tree_hash(self) -> str:
        """Git's id of the tree that the working copy would be if all of it were committed now."""
        with self._mutex:
            return self._tree_state.sha()

    # -- texts -------------------------------------------------------------------------------------------

    def write(self, key: str, data: bytes) -> None:
        """Put `data` into a file of the working copy, all or nothing; its mode stays.

        Raises GuardrailViolation for a key that leaves the tree, leads through a link, or names no file.
        """
        write_file(self.root, key, data, self._scratch)
        self._tree_state.forget(key)

    def keep(self, data: bytes) -> str:
        """Put a text into the object store and return its blob. Changes no file."""
        return self._objects.put("blob", data)

    def kept(self, sha: str) -> bytes:
        """The text of a blob. Raises MissingObject (a LookupError)."""
        return self._objects.get(sha)

    # -- history -----------------------------------------------------------------------------------------

    def commit(
        self, keys: Sequence[str], message: str, trailers: Mapping[str, str], when: int | None = None
    ) -> str:
        """Commit the present texts of `keys` to the branch, whatever else is in the working copy.

        `when` is the tick, recorded as a trailer. Where the branch holds these very texts already by one commit
        (the run was killed just after it), that commit is returned. Raises CommitConflict when a file is gone,
        is no ordinary file, or was changed on the branch by somebody else.
        """
        if not keys:
            raise ValueError("no files to commit")
        keys = list(dict.fromkeys(keys))
        tick = {} if when is None else {"Tick": str(when)}
        text = with_trailers(clean_message(message, keys), {**trailers, **tick}, keys)
        with self._mutex:
            tip = self._checked_tip(keys)
            tree = self._objects.tree_of(tip)
            changes = {key: self._present(tree, key) for key in keys}
            if all(self._objects.lookup(tree, key) == entry for key, entry in changes.items()):
                delivered = self.delivered()
                earlier = {delivered.get(key) for key in keys}
                sha = earlier.pop()
                if sha is not None and not earlier:
                    return sha
            return self._advance(tip, changes, text)

    def revert(self, sha: str, trailers: Mapping[str, str] | None = None) -> str:
        """Commit to the branch what undoes the commit `sha`, and return the new commit.

        The working copy stays as it is: it holds the best candidates, delivered or not. Raises CommitConflict
        when a later commit has changed one of the files again, or `sha` is no commit of this run.
        """
        with self._mutex:
            history = self._history()
            messages = dict(history)
            if sha not in messages:
                raise CommitConflict(f"{sha[:12]} is no commit of this run, so it can't be reverted")
            for commit, message in history:
                if (REVERTS, sha) in trailers_in(message):
                    return commit
            keys = file_keys_in(messages[sha])
            tip = self._checked_tip(keys)
            now, then = self._objects.tree_of(tip), self._objects.tree_of(sha)
            before = self._objects.tree_of(self._objects.parents_of(sha)[0])
            for key in keys:
                if self._objects.lookup(now, key) != self._objects.lookup(then, key):
                    raise CommitConflict(f"{key} was committed again after {sha[:12]}: revert that first")
            subject = messages[sha].partition("\n")[0]
            signed = trailers or {"Run-Id": self.run_id}
            text = with_trailers(f"revert: {subject}", signed, keys, reverts=sha)
            return self._advance(tip, {key: self._objects.lookup(before, key) for key in keys}, text)

    def delivered(self) -> dict[str, str]:
        """The commit that delivers each file, by key, as the branch's history tells."""
        commits: dict[str, list[str]] = {}
        for sha, message in reversed(self._history()):
            undone = [value for name, value in trailers_in(message) if name == REVERTS]
            for key in file_keys_in(message):
                shas = commits.setdefault(key, [])
                if undone:
                    shas[:] = [earlier for earlier in shas if earlier not in undone]
                else:
                    shas.append(sha)
        return {key: shas[-1] for key, shas in commits.items() if shas}

    def deliver_candidates(self, candidates: Iterable[tuple[str, bytes, str]]) -> str:
        """Build the candidates branch anew on top of the branch; returns its tip.

        `candidates` are (file key, text, message), one commit each; a text that the branch already holds needs
        none. Neither the working copy nor the branch checked out changes. The index is brought up to date, so
        that `git status` in the working copy tells the truth.
        """
        with self._mutex:
            tip = self._branch_tip()
            for key, data, message in candidates:
                safe_key(key)
                tree = self._objects.tree_of(tip)
                old = self._objects.lookup(tree, key)
                new = Entry(self._mode(old, key), self.keep(data))
                if new == old:
                    continue
                text = with_trailers(clean_message(message, [key]), {"Run-Id": self.run_id}, [key])
                tip = self._objects.commit(
                    self._objects.changed_tree(tree, {key: new}), [tip], text, self._author
                )
            run_git(["update-ref", f"refs/heads/{self.candidates_branch}", tip], self.root)
            run_git(["read-tree", self._branch_tip()], self.root)
            return tip

    def export(self, destination: Path, ref: str | None = None) -> None:
        """Copy the working copy (`ref` None), or a commit or branch, into the new folder `destination`.

        There is no `.git` in the copy, and no symbolic link that leaves the tree. Raises OSError, and
        TargetError when there is no such commit.
        """
        if ref is None:
            copy_tree(self.root, destination)
            return
        try:
            commit = git_acquire.commit_at(self.root, ref)
        except GitError as error:
            raise TargetError(f"{self.root} has no branch or commit {ref!r}") from error
        export_commit(self._objects, commit, destination)

    # -- inside ------------------------------------------------------------------------------------------

    def _branch_tip(self) -> str:
        # Read without a process: this is asked for before every commit.
        try:
            sha = (self.root / ".git" / "refs" / "heads" / self.branch).read_text(encoding="ascii").strip()
            if is_full_sha(sha):
                return sha
        except (OSError, ValueError):
            pass
        return git_acquire.commit_at(self.root, f"refs/heads/{self.branch}")

    def _checked_tip(self, keys: Sequence[str]) -> str:
        """The branch's tip. Raises CommitConflict when somebody else has changed one of `keys` there."""
        tip = self._branch_tip()
        if tip != self._tip:
            known, new = self._objects.tree_of(self._tip), self._objects.tree_of(tip)
            for key in keys:
                if self._objects.lookup(known, key) != self._objects.lookup(new, key):
                    raise CommitConflict(f"{key} was changed on {self.branch} by somebody else ({tip[:12]})")
        return tip

    def _advance(self, tip: str, changes: Mapping[str, Entry | None], message: str) -> str:
        try:
            tree = self._objects.changed_tree(self._objects.tree_of(tip), changes)
            sha = self._objects.commit(tree, [tip], message, self._author)
            run_git(["update-ref", f"refs/heads/{self.branch}", sha, tip], self.root)
        except (GitError, NotADirectoryError) as error:
            raise CommitConflict(f"{', '.join(map(quoted, changes))}: {error}") from error
        self._tip = sha
        return sha

    def _present(self, tree: str, key: str) -> Entry:
        try:
            data = self.read(key)
        except OSError as error:
            raise CommitConflict(f"{key}: {error.strerror or error}") from error
        old = self._objects.lookup(tree, key)
        if old is not None and old.mode not in REGULAR:
            raise CommitConflict(f"{key} is no ordinary file on {self.branch}")
        return Entry(self._mode(old, key), self.keep(data))

    def _mode(self, old: Entry | None, key: str) -> int:
        if old is not None and old.mode in REGULAR:
            return old.mode
        return 0o100755 if is_executable(self.root, key) else 0o100644

    def _history(self) -> list[tuple[str, str]]:
        """Id and message of the commits on the branch since the base, newest first."""
        span = f"{self.base_commit}..refs/heads/{self.branch}"
        out = run_git(["log", "-z", "--first-parent", "--format=%H%n%B", span, "--"], self.root)
        pairs = (record.partition("\n") for record in out.decode("utf-8", "replace").split("\0") if record)
        return [(sha, message) for sha, _, message in pairs]


def _branch_name(prefix: str, run_id: str) -> str:
    branch = f"{prefix}-{run_id}"
    wrong = ("..", "//", "/.", ".lock", "@{")
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_./@+-]*", branch) or any(bad in branch for bad in wrong):
        raise TargetError(f"{branch!r} can't be the name of a branch: check git.branch_prefix and the run id")
    if branch.endswith((".", "/")):
        raise TargetError(f"{branch!r} can't be the name of a branch: it ends with {branch[-1]!r}")
    return branch


def _is_empty_folder(path: Path) -> bool:
    return path.is_dir() and not any(path.iterdir())


def _first_missing(path: Path) -> Path | None:
    """The uppermost folder that has to be made for `path` to exist."""
    missing = None
    while not path.exists():
        missing, path = path, path.parent
    return missing


def _clear_leftovers(git_dir: Path) -> None:
    """Remove locks and unfinished files of a process that was killed."""
    git_acquire.remove_tree(git_dir / "stigmergy-unfinished")
    for lock in (*git_dir.glob("*.lock"), *(git_dir / "refs").rglob("*.lock")):
        lock.unlink(missing_ok=True)
    for torn in (git_dir / "objects").glob("obj*"):
        if torn.is_file():
            torn.unlink(missing_ok=True)
