"""The id of a working copy's content, without hashing again what has not changed."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from environment.git_objects import EXECUTABLE, LINK, PLAIN, REGULAR, SUBMODULE, Entry, blob_sha, tree_sha
from environment.tree_files import Found, walk

_Stamp = tuple[int, int, int, int]


class TreeState:
    """Hashes the files below `root` by Git's rules; `base` (path → entry) settles what is a link or a submodule."""

    def __init__(self, root: Path, base: Mapping[str, Entry]) -> None:
        self._root = root
        self._base = base
        self._known: dict[str, tuple[_Stamp, str]] = {}

    def forget(self, key: str) -> None:
        """Say that a file was written: it is hashed again, whatever its time stamp tells."""
        self._known.pop(key, None)

    def sha(self) -> str:
        """Git's id of the tree that the folder would be if all of it were committed."""
        listing = {key: entry for key, entry in self._base.items() if entry.mode == SUBMODULE}
        for found in walk(self._root):
            if found.is_link:
                words = os.fsencode(os.readlink(self._root / found.key))
                listing[found.key] = Entry(LINK, blob_sha(words))
            elif found.is_file:
                listing[found.key] = Entry(self._mode(found), self._blob(found))
        return tree_sha(listing)

    def _mode(self, found: Found) -> int:
        old = self._base.get(found.key)
        if old is not None and old.mode == LINK:
            return LINK
        mode = EXECUTABLE if found.executable else PLAIN
        # A mode that only old repositories have is kept as long as it says the same.
        return (
            old.mode if old is not None and old.mode in REGULAR and (old.mode ^ mode) & 0o100 == 0 else mode
        )

    def _blob(self, found: Found) -> str:
        state = found.state
        stamp = (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino)
        known = self._known.get(found.key)
        if known is None or known[0] != stamp:
            known = (stamp, blob_sha((self._root / found.key).read_bytes()))
            self._known[found.key] = known
        return known[1]
