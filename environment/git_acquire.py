"""Bring a target into a folder of its own: fetched from a repository, or copied from a plain folder."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from environment.git_commands import GitError, TargetError, run_git, safe_environment
from environment.git_objects import EXECUTABLE, LINK, PLAIN, Author, Entry, ObjectStore
from environment.git_source import Refs, Shape, Source, advertised, identify, is_full_sha, no_such_ref
from environment.tree_files import Found, leads_inside, stays_inside, walk

#: No attribute of the target may change a byte on its way into or out of the object store.
ATTRIBUTES = "* -text -ident -filter !working-tree-encoding !eol -export-ignore -export-subst\n"
_HISTORIES = frozenset({".hg", ".svn", ".bzr"})
_LEFTOVERS = "compiled leftovers"
_KEPT_REFS = "refs/source/"


@dataclass
class Acquired:
    """What came of it: the base commit, remarks for the user, and files that could not be taken, with the reason."""

    base: str
    notes: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)


def acquire(spec: str, ref: str | None, root: Path, shallow: bool, author: Author) -> Acquired:
    """Make `root`, an empty folder, a repository that holds what `spec` names at `ref`.

    Nothing is checked out and no branch is made. The source is only read, and no remote is kept. Raises
    TargetError for anything the user has to put right.
    """
    source = identify(spec)
    _create(root)
    if source.shape is Shape.FOLDER:
        if ref is not None:
            raise TargetError(
                f"{source.shown} is a plain folder without history, so --repo-ref {ref} means nothing there: "
                "leave it out"
            )
        acquired = _copy(source, root, author)
    else:
        acquired = _fetch(source, ref, root, shallow)
    acquired.notes[:0] = source.notes
    return acquired


def _create(root: Path) -> None:
    run_git(["init", "--quiet", "--template=", "--object-format=sha1", "--", "."], root)
    info = root / ".git" / "info"
    info.mkdir(exist_ok=True)
    (info / "attributes").write_text(ATTRIBUTES)
    for setting, value in (("gc.auto", "0"), ("core.symlinks", "false"), ("core.autocrlf", "false")):
        run_git(["config", setting, value], root)


# -- from a repository ---------------------------------------------------------------------------------------


@contextmanager
def _environment_for(source: Source) -> Iterator[dict[str, str]]:
    """The safe environment; for a local repository it lets Git read one that another user owns.

    A mounted volume in a container is such a case. Nothing in the repository is run on reading it.
    """
    if source.shape is Shape.REMOTE:
        yield safe_environment()
        return
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "gitconfig"
        run_git(["config", "--file", str(config), "--add", "safe.directory", "*"], Path(folder))
        yield safe_environment(GIT_CONFIG_GLOBAL=str(config))


def _fetch(source: Source, ref: str | None, root: Path, shallow: bool) -> Acquired:
    with _environment_for(source) as environment:
        refs = advertised(source, environment, root)
        if ref is None:
            if "HEAD" not in refs.commits:
                branch = refs.head_branch or "its default branch"
                raise TargetError(
                    f"{source.shown}: {branch} has no commits; choose with --repo-ref: {refs.some()}"
                )
            wanted: str | None = "HEAD"
        else:
            if not ref.strip():
                raise no_such_ref(source, ref, refs)
            known = refs.find(ref)
            wanted = known[0] if known else ref.lower() if is_full_sha(ref) else None
        base = _fetch_one(source, wanted, root, shallow, environment) if wanted else None
        if base is None:
            base = _fetch_all(source, ref or "HEAD", refs, root, environment)
    _forget_source(root)
    return Acquired(base)


def _fetch_one(
    source: Source, name: str, root: Path, shallow: bool, environment: Mapping[str, str]
) -> str | None:
    """Fetch one ref, or one commit by its id. None when the other side will not do it in this way."""
    depth = ["--depth=1"] if shallow else ["--update-shallow"]
    try:
        _run_fetch(source, root, [*depth], [f"+{name}:{_KEPT_REFS}base"], environment)
        return commit_at(root, f"{_KEPT_REFS}base")
    except GitError:
        return None


def _fetch_all(source: Source, ref: str, refs: Refs, root: Path, environment: Mapping[str, str]) -> str:
    """Fetch the whole history, and find the commit in it."""
    try:
        shallow = (root / ".git" / "shallow").exists()
        options = ["--unshallow"] if shallow else []
        specs = ["+refs/tags/*:refs/tags/*", "+refs/heads/*:refs/heads/*", "+refs/remotes/*:refs/remotes/*"]
        _run_fetch(source, root, ["--update-shallow", *options], specs, environment)
    except GitError as error:
        raise TargetError(f"can't fetch {source.shown}: {error.reason}") from error
    known = refs.find(ref)
    try:
        return commit_at(root, known[1] if known else ref)
    except GitError as error:
        raise no_such_ref(source, ref, refs) from error


def _run_fetch(
    source: Source, root: Path, options: list[str], specs: list[str], environment: Mapping[str, str]
) -> None:
    fixed = ["--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--update-head-ok"]
    run_git(["fetch", *fixed, *options, "--", source.address, *specs], root, environment=environment)


def commit_at(root: Path, name: str) -> str:
    """The id of the commit that `name` means in the repository at `root`. Raises GitError."""
    out = run_git(["rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"], root)
    return out.decode().strip()


def _forget_source(root: Path) -> None:
    """Delete the source's refs: the target's own branches are all that is left. Objects stay, gc is off."""
    names = run_git(["for-each-ref", "--format=delete %(refname)"], root)
    run_git(["update-ref", "--no-deref", "--stdin"], root, stdin=names)


# -- from a plain folder -------------------------------------------------------------------------------------


def _copy(source: Source, root: Path, author: Author) -> Acquired:
    folder = Path(source.address)
    if root.resolve().is_relative_to(folder):
        raise TargetError(
            f"the workspace lies inside {source.shown}, which would be changed by it: choose another --workspace"
        )
    if not os.access(folder, os.R_OK | os.X_OK):
        raise TargetError(f"{source.shown} can't be read: give this user permission to read it")
    store = ObjectStore(root / ".git")
    acquired = Acquired("")
    entries: dict[str, Entry | None] = {}
    for found in walk(folder, lambda below: not _unwanted(folder, below)):
        reason = _unwanted(folder, found) if found.is_folder else ""
        if reason:
            if reason != _LEFTOVERS:
                acquired.notes.append(f"{found.key}/ is left out: {reason}")
        elif not found.is_folder:
            _take(folder, found, store, entries, acquired)
        elif not os.access(folder / found.key, os.R_OK | os.X_OK):
            acquired.left_out[found.key] = "the folder can't be read in the source"
    if not entries:
        raise TargetError(f"{source.shown} is an empty folder: there is nothing to migrate")
    tree = store.changed_tree(None, entries)
    # The moment is no part of what was handed in: equal folders have equal commits, so that runs can be compared.
    acquired.base = store.commit(tree, (), "Base: the folder as it was handed in", author, when=0)
    return acquired


def _unwanted(folder: Path, found: Found) -> str:
    """Why a folder is no part of the target, or ''."""
    name = found.key.rpartition("/")[2]
    if name == "__pycache__":
        return _LEFTOVERS
    if name in _HISTORIES:
        return "the history of another system"
    # os.path, not Path: a folder that can't be entered is an answer here, not an error.
    path = os.path.join(folder, found.key)
    old_style = all(os.path.exists(os.path.join(path, "bin", name)) for name in ("activate", "python"))
    return "a virtual environment" if old_style or os.path.isfile(os.path.join(path, "pyvenv.cfg")) else ""


def _take(
    folder: Path, found: Found, store: ObjectStore, entries: dict[str, Entry | None], acquired: Acquired
) -> None:
    path = folder / found.key
    try:
        if found.is_link:
            entries[found.key] = Entry(LINK, store.put("blob", os.fsencode(os.readlink(path))))
        elif found.is_file:
            mode = EXECUTABLE if found.executable else PLAIN
            entries[found.key] = Entry(mode, store.put("blob", path.read_bytes()))
        else:
            acquired.left_out[found.key] = "neither file, folder nor link"
    except OSError as error:
        acquired.left_out[found.key] = f"can't be read in the source: {error.strerror or error}"


# -- checking out --------------------------------------------------------------------------------------------


def check_out(root: Path, branch: str, commit: str) -> tuple[dict[str, Entry], dict[str, str]]:
    """Put `branch` at `commit` and its files into the working tree, byte for byte.

    Links that stay inside the tree become links, the others text files that hold their target. Returns the
    commit's content by path, and the targets of its links. Raises TargetError.
    """
    try:
        run_git(["update-ref", f"refs/heads/{branch}", commit], root)
        run_git(["symbolic-ref", "HEAD", f"refs/heads/{branch}"], root)
        run_git(["read-tree", commit], root)
        run_git(["checkout-index", "--all", "--force", "--quiet"], root)
    except GitError as error:
        raise TargetError(f"the target's files can't be written: {error.reason}") from error
    store = ObjectStore(root / ".git")
    entries = store.listing(store.tree_of(commit))
    links = {key: os.fsdecode(store.get(e.sha)) for key, e in entries.items() if e.mode == LINK}
    _make_links(root, links)
    return entries, links


def _make_links(root: Path, links: Mapping[str, str]) -> None:
    """Turn the text files at `links` (key → target) that stay inside the tree into symbolic links."""
    made = []
    for key, target in links.items():
        if stays_inside(key, target) and "\0" not in target and (root / key).is_file():
            (root / key).unlink()
            os.symlink(target, root / key)
            made.append(key)
    for key in made:
        # A chain of links can leave the tree although each one's words stay inside.
        if not leads_inside(root, key):
            (root / key).unlink()
            (root / key).write_bytes(os.fsencode(links[key]))


def remove_tree(path: Path) -> None:
    """Remove a folder and what is in it; nothing happens when there is none."""
    shutil.rmtree(path, ignore_errors=True)
