"""A repository that begins at somebody's uncommitted work: the last commit, and the files as they stand on it."""

from __future__ import annotations

import shutil
from pathlib import Path

from environment.git_acquire import acquire, check_out, remove_tree
from environment.git_commands import GitError, TargetError, run_git, safe_environment
from environment.git_objects import Author
from environment.git_source import Shape, identify
from environment.tree_files import walk
from stigmergy.settings import SettingsError

_AUTHOR = Author("Stigmergy", "stigmergy@localhost")
BRANCH = "base"


def clone_of(spec: str, ref: str | None, root: Path, working_tree: bool) -> str:
    """Make `root` a clone of `spec` with a checkout, on the branch `base`; the commit that work begins at.

    With `working_tree` that is a commit of the files as they stand in the local repository `spec`: changed, new and
    deleted ones, without those that its ignore rules name. The source is only read. Raises TargetError and
    SettingsError; then nothing is left behind.
    """
    if working_tree:
        check_working_tree(spec, ref)
    remove_tree(root)
    root.mkdir(parents=True)
    try:
        acquired = acquire(spec, ref, root, True, _AUTHOR)
        check_out(root, BRANCH, acquired.base)
        if not working_tree or identify(spec).shape is not Shape.LOCAL:
            return acquired.base
        return _with_uncommitted(Path(identify(spec).address), root, acquired.base)
    except GitError as error:
        remove_tree(root)
        raise TargetError(f"can't bring in {spec}: {error.reason}") from error
    except BaseException:
        remove_tree(root)
        raise


def check_working_tree(spec: str, ref: str | None) -> None:
    """Raise SettingsError when `spec` has no working tree to start from."""
    if ref is not None:
        raise SettingsError(
            f"base_on_working_tree starts from the files as they stand, --repo-ref {ref} from a commit: choose one"
        )
    source = identify(spec)
    if source.shape is Shape.REMOTE:
        raise SettingsError(f"base_on_working_tree needs a local repository, and {source.shown} is none")
    if source.shape is Shape.LOCAL and not _work_folder(Path(source.address)):
        raise SettingsError(
            f"base_on_working_tree: {source.shown} is a bare repository without a working tree"
        )


def _work_folder(address: Path) -> Path | None:
    """The working tree that belongs to a repository's address (its folder, or its `.git`)."""
    if address.name == ".git":
        return address.parent
    return address if (address / ".git").exists() else None


def _with_uncommitted(address: Path, root: Path, base: str) -> str:
    source = _work_folder(address)
    assert source is not None
    for found in list(walk(root)):
        if not found.is_folder:
            (root / found.key).unlink()
    for found in walk(source, lambda below: not (source / below.key / "pyvenv.cfg").exists()):
        target = root / found.key
        if found.is_folder:
            target.mkdir(exist_ok=True)
        elif found.is_file:
            shutil.copyfile(source / found.key, target)
            target.chmod(0o755 if found.executable else 0o644)
        elif found.is_link:
            # As in every checkout here, a link is first a file that holds its target.
            target.unlink(missing_ok=True)
            target.symlink_to((source / found.key).readlink())
    run_git(["-c", "core.symlinks=true", "add", "--all", "--", "."], root)
    tree = run_git(["write-tree"], root).decode().strip()
    if tree == run_git(["rev-parse", f"{base}^{{tree}}"], root).decode().strip():
        return base
    who = {"NAME": _AUTHOR.name, "EMAIL": _AUTHOR.email}
    signed = {f"GIT_{role}_{name}": value for role in ("AUTHOR", "COMMITTER") for name, value in who.items()}
    message = b"Base: the working tree as it was handed in\n"
    made = run_git(
        ["commit-tree", tree, "-p", base], root, stdin=message, environment=safe_environment(None, **signed)
    )
    commit = made.decode().strip()
    run_git(["update-ref", f"refs/heads/{BRANCH}", commit], root)
    run_git(["reset", "--hard", "--quiet", commit], root)
    return commit
