"""Which unprivileged user a run by root becomes, and what that user has to own and to reach."""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterable
from pathlib import Path

from verification.sandbox.model import SandboxUnavailable

CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, CAP_SETGID, CAP_SETUID, CAP_SYS_ADMIN = 0, 1, 2, 6, 7, 21
NOBODY = 65534
#: Users above the ranges that distributions, directories and containers give out; one for each scratch
#: folder, so that runs on different folders are strangers to each other, and runs on one folder are not.
_FIRST, _COUNT = 2_000_000_000, 100_000_000
_OTHERS_SEARCH, _OTHERS_READ = stat.S_IXOTH, stat.S_IROTH | stat.S_IXOTH


def capabilities() -> int:
    """Effective capabilities of this process, as a bit mask."""
    try:
        for line in Path("/proc/self/status").read_text().splitlines():
            if line.startswith("CapEff:"):
                return int(line.split()[1], 16)
    except OSError:
        pass
    return 0


def has(*wanted: int) -> bool:
    """Whether this process has all the capabilities."""
    held = capabilities()
    return all(held >> capability & 1 for capability in wanted)


def can_change_user() -> bool:
    """Whether this process can hand files to another user and become that user."""
    return os.geteuid() == 0 and has(CAP_CHOWN, CAP_SETUID, CAP_SETGID)


def user_for(folder: Path) -> int:
    """The user for runs that write to `folder`."""
    uid = _FIRST + zlib.crc32(os.fsencode(os.path.realpath(folder))) % _COUNT
    return uid if _mapped(uid) else NOBODY


def _mapped(uid: int) -> bool:
    try:
        lines = Path("/proc/self/uid_map").read_text().splitlines()
    except OSError:
        return False
    spans = [(int(first), int(count)) for first, _, count in (line.split() for line in lines)]
    return any(first <= uid < first + count for first, count in spans)


def hand_over(folder: Path, uid: int) -> None:
    """Make `uid` the owner of all in `folder`, symbolic links not followed.

    A file with a second name stays as it is: the other name may be outside. Raises ValueError for a folder
    that is nobody's scratch copy.
    """
    real = Path(os.path.realpath(folder))
    home = Path(os.path.realpath(Path.home()))
    if real == home or real in home.parents or len(real.parts) < 3:
        raise ValueError(f"{folder} is no scratch copy: it would be handed to an unprivileged user")
    try:
        _give(real, uid)
    except RecursionError:
        raise ValueError(f"{folder} is nested too deeply to be handed to an unprivileged user") from None


def _give(top: Path, uid: int) -> None:
    for _, folders, files, descriptor in os.fwalk(top, follow_symlinks=False):
        if os.fstat(descriptor).st_uid != uid:
            os.fchown(descriptor, uid, uid)
        for name in (*folders, *files):
            info = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
            if info.st_uid != uid and not (info.st_nlink > 1 and not stat.S_ISDIR(info.st_mode)):
                os.chown(name, uid, uid, dir_fd=descriptor, follow_symlinks=False)


def unreachable(paths: Iterable[Path]) -> Path | None:
    """The first folder on the way to one of `paths` that only its owner or group may pass."""
    for path in paths:
        for form in (Path(os.path.abspath(path)), Path(os.path.realpath(path))):
            for parent in form.parents:
                if not parent.stat().st_mode & _OTHERS_SEARCH:
                    return parent
    return None


def check_readable(paths: Iterable[Path]) -> None:
    """Raises SandboxUnavailable for a path that an unprivileged user can't read."""
    for path in paths:
        mode = path.stat().st_mode
        wanted = _OTHERS_READ if stat.S_ISDIR(mode) else stat.S_IROTH
        if mode & wanted != wanted:
            raise SandboxUnavailable(
                f"{path} can be read by its owner only, but the sandboxed command runs as another user: "
                f"run `chmod -R o+rX {path}`, or build it under umask 022"
            )


def keep_to_reach(paths: Iterable[Path]) -> tuple[int, ...]:
    """Capabilities an unprivileged user needs to pass folders such as root's home. Raises SandboxUnavailable."""
    closed = unreachable(paths)
    if closed is None:
        return ()
    for capability in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE):
        if has(capability):
            return (capability,)
    raise SandboxUnavailable(
        f"{closed} is closed to the unprivileged user of the sandbox: run `chmod o+x {closed}`, "
        "or keep the interpreter and the cache (STIGMERGY_CACHE) elsewhere"
    )
