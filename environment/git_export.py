"""Write the files of a commit into a folder, byte for byte, with nothing of Git beside them."""

from __future__ import annotations

import os
from pathlib import Path

from environment.git_objects import EXECUTABLE, LINK, REGULAR, SUBMODULE, ObjectStore
from environment.tree_files import leads_inside, stays_inside


def export_commit(objects: ObjectStore, commit: str, destination: Path) -> None:
    """Make the new folder `destination` hold the files of `commit`.

    Submodules become empty folders. Symbolic links that leave the tree, or lead nowhere, are left out, and so
    are names that would leave it.
    """
    destination.mkdir(parents=True)
    links = []
    for key, entry in objects.listing(objects.tree_of(commit)).items():
        parts = key.split("/")
        if any(part in ("", ".", "..") or part.lower() == ".git" for part in parts):
            continue
        path = destination / key
        if entry.mode == SUBMODULE:
            path.mkdir(parents=True, exist_ok=True)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        if entry.mode == LINK:
            words = os.fsdecode(objects.get(entry.sha))
            if "\0" not in words and stays_inside(key, words):
                links.append((key, words))
        elif entry.mode in REGULAR:
            path.write_bytes(objects.get(entry.sha))
            path.chmod(0o755 if entry.mode == EXECUTABLE else 0o644)
    # Only when all files are there: nothing is written through a link.
    for key, words in links:
        os.symlink(words, destination / key)
    for key, _ in links:
        if not leads_inside(destination, key):
            (destination / key).unlink()
