"""What the processes of a run use, read from /proc and from the folders they write to."""

from __future__ import annotations

import os
import stat
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Empty files cost no blocks but inodes: every entry counts as at least this many bytes.
ENTRY_BYTES = 1024
ENDLESS = 1 << 62


def _children_of(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += map(int, file.read().split())
    except OSError:
        pass
    return found


def _children_by_scan() -> dict[int, list[int]]:
    tree: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    parent = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, IndexError, ValueError):
                continue
            tree.setdefault(parent, []).append(int(name))
    return tree


def descendants(pid: int) -> list[int]:
    """All living or unreaped descendants of `pid`; empty where there is no /proc."""
    if not os.path.isdir("/proc/self"):
        return []
    scan = None if os.path.exists(f"/proc/{pid}/task/{pid}/children") else _children_by_scan()
    found: list[int] = []
    waiting = [pid]
    while waiting:
        parent = waiting.pop()
        children = _children_of(parent) if scan is None else scan.get(parent, [])
        found += children
        waiting += children
    return found


def _fields(path: str, names: Iterable[bytes]) -> int:
    wanted = tuple(names)
    total = 0
    with open(path, "rb") as file:
        for line in file:
            if line.startswith(wanted):
                total += int(line.split()[1])
    return total * 1024


def memory_of(pids: Iterable[int], enough: int) -> int:
    """Bytes of memory the processes hold together, files mapped from disk left out.

    Resident pages are summed first, which counts pages shared after a fork once per process; only when that
    exceeds `enough` are shared pages divided among their holders (dearer to read, and exact).
    """
    total, readable = 0, []
    for pid in pids:
        try:
            total += _fields(f"/proc/{pid}/status", (b"RssAnon:", b"RssShmem:"))
            readable.append(pid)
        except (OSError, ValueError, IndexError):
            continue
    if total <= enough:
        return total
    exact = 0
    for pid in readable:
        try:
            exact += _fields(f"/proc/{pid}/smaps_rollup", (b"Pss_Anon:", b"Pss_Shmem:"))
        except (OSError, ValueError, IndexError):
            try:
                exact += _fields(f"/proc/{pid}/status", (b"RssAnon:", b"RssShmem:"))
            except (OSError, ValueError, IndexError):
                continue
    return exact


def zombies(pids: Iterable[int]) -> int:
    """How many of the processes are dead and only wait for their parent to notice."""
    count = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                count += file.read().rpartition(b")")[2].split()[0] == b"Z"
        except (OSError, IndexError):
            count += 1
    return count


class DiskMeter:
    """Bytes on disk below `roots`, symbolic links not followed, measured in slices so that a large tree (or one
    that is changed to look large) keeps nobody from looking at the clock. A tree too deep to name is ENDLESS."""

    def __init__(self, roots: Iterable[str]) -> None:
        self._roots = list(roots)
        self._steps = self._walk()

    def advance(self, seconds: float) -> int | None:
        """Go on for about `seconds`; the bytes once the whole tree was seen, and then it starts anew."""
        end = time.monotonic() + seconds
        for total in self._steps:
            if total is not None:
                self._steps = self._walk()
                return total
            if time.monotonic() >= end:
                return None
        return None

    def measure(self) -> int:
        """The bytes, however long it takes."""
        while True:
            total = self.advance(60.0)
            if total is not None:
                return total

    def _walk(self) -> Iterator[int | None]:
        total = count = 0
        waiting = list(self._roots)
        while waiting:
            try:
                with os.scandir(waiting.pop()) as entries:
                    for entry in entries:
                        count += 1
                        if count % 100 == 0:
                            yield None
                        try:
                            info = entry.stat(follow_symlinks=False)
                        except FileNotFoundError:
                            continue
                        total += max(info.st_blocks * 512, ENTRY_BYTES)
                        if stat.S_ISDIR(info.st_mode):
                            waiting.append(entry.path)
            except (FileNotFoundError, NotADirectoryError, PermissionError):
                continue
            except OSError:
                total = ENDLESS
                break
        yield total


def deleted_but_open(pids: Iterable[int]) -> int:
    """Bytes in files that the processes hold open and that no folder names any more."""
    seen: dict[tuple[int, int], int] = {}
    for pid in pids:
        try:
            names = os.listdir(f"/proc/{pid}/fd")
        except OSError:
            continue
        for name in names:
            try:
                info = os.stat(f"/proc/{pid}/fd/{name}")
            except OSError:
                continue
            if info.st_nlink == 0 and stat.S_ISREG(info.st_mode):
                seen[(info.st_dev, info.st_ino)] = info.st_blocks * 512
    return sum(seen.values())
