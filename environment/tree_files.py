"""Files below a root that may hold traps: reached without following a link out, written whole, copied out."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from environment.guardrails import safe_key
from environment.refusals import GuardrailViolation


class Found(NamedTuple):
    """One thing below a root: its path with `/`, and what lstat says of it. Folders are named too."""

    key: str
    state: os.stat_result

    @property
    def is_folder(self) -> bool:
        """Whether it is a real folder, not a link to one."""
        return stat.S_ISDIR(self.state.st_mode)

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return stat.S_ISLNK(self.state.st_mode)

    @property
    def is_file(self) -> bool:
        """Whether it is an ordinary file."""
        return stat.S_ISREG(self.state.st_mode)

    @property
    def executable(self) -> bool:
        """Whether its owner may execute it."""
        return bool(self.state.st_mode & stat.S_IXUSR)


def _everywhere(found: Found) -> bool:
    return True


def walk(root: Path, enter: Callable[[Found], bool] = _everywhere, prefix: str = "") -> Iterator[Found]:
    """Everything below `root` in order of names, links not followed, `.git` left out at every level.

    Folders that `enter` says no to are named, but not what is below them. A folder that can't be listed is
    named like any other and has nothing below it.
    """
    try:
        with os.scandir(root / prefix) as entries:
            found = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in found:
        if entry.name.lower() == ".git":
            continue
        item = Found(prefix + entry.name, entry.stat(follow_symlinks=False))
        yield item
        if item.is_folder and enter(item):
            yield from walk(root, enter, item.key + "/")


def stays_inside(key: str, target: str) -> bool:
    """Whether a symbolic link at `key` that says `target` points below its root, by its words alone."""
    if PurePosixPath(target).is_absolute():
        return False
    depth: list[str] = list(PurePosixPath(key).parts[:-1])
    for part in PurePosixPath(target).parts:
        if part == "..":
            if not depth:
                return False
            depth.pop()
        else:
            depth.append(part)
    return not depth or depth[0].lower() != ".git"


def leads_inside(root: Path, key: str) -> bool:
    """Whether the link at `key`, followed through every further link, ends below `root` and at something."""
    try:
        end = (root / key).resolve(strict=True)
    except (OSError, RuntimeError):
        return False
    real = root.resolve()
    return end.is_relative_to(real) and real / ".git" not in (end, *end.parents)


def _unlinked(root: Path, key: str) -> Path:
    """The path of `key`. Raises OSError (ELOOP) where it, or a folder above it, is a symbolic link."""
    path = root
    for part in safe_key(key).split("/"):
        if part.lower() == ".git":
            raise GuardrailViolation(f"{key!r} belongs to Git")
        path = path / part
        if path.is_symlink():
            raise OSError(errno.ELOOP, "a symbolic link is not followed", key)
    return path


def read_file(root: Path, key: str) -> bytes:
    """The bytes of a file. Raises OSError when it can't be read or is reached by a link."""
    path = _unlinked(root, key)
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "no ordinary file", key)
    return path.read_bytes()


def is_executable(root: Path, key: str) -> bool:
    """Whether there is a file at `key` that its owner may execute."""
    try:
        return bool((root / key).lstat().st_mode & stat.S_IXUSR)
    except OSError:
        return False


def write_file(root: Path, key: str, data: bytes, scratch: Path, executable: bool = False) -> None:
    """Put `data` into a file, all or nothing; it keeps the mode it has.

    A new file gets 644, or 755 when `executable`. `scratch` is a folder on the same file system for the
    unfinished text. Raises GuardrailViolation for a key that leaves the root, leads through a link, or names
    no ordinary file; OSError when the disk fails.
    """
    try:
        path = _unlinked(root, key)
    except OSError as error:
        raise GuardrailViolation(f"{key!r} is reached by a symbolic link: it is not written") from error
    mode = 0o755 if executable else 0o644
    try:
        state = path.lstat()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    except NotADirectoryError as error:
        raise GuardrailViolation(f"{key!r} lies below something that is no folder") from error
    else:
        if not stat.S_ISREG(state.st_mode):
            raise GuardrailViolation(f"{key!r} is no ordinary file: it is not written")
        mode = stat.S_IMODE(state.st_mode)
    scratch.mkdir(exist_ok=True)
    unfinished = scratch / f"{os.getpid()}.{os.urandom(6).hex()}"
    try:
        with open(unfinished, "xb") as stream:
            stream.write(data)
            os.fchmod(stream.fileno(), mode)
        os.replace(unfinished, path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def copy_tree(root: Path, destination: Path) -> None:
    """Copy what is below `root`, without `.git`, into the new folder `destination`.

    Links are copied as links when they stay below the root, and left out otherwise.
    """
    destination.mkdir(parents=True)
    for found in walk(root):
        target = destination / found.key
        if found.is_folder:
            target.mkdir()
        elif found.is_link:
            words = os.readlink(root / found.key)
            if stays_inside(found.key, words) and leads_inside(root, found.key):
                os.symlink(words, target)
        elif found.is_file:
            shutil.copyfile(root / found.key, target)
            os.chmod(target, 0o755 if found.executable else 0o644)
