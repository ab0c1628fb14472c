"""Blobs, trees and commits written straight into a repository's object store, by GitPython's object database.

Neither the index nor the working tree nor any configuration is involved, so nothing of a repository can run,
and a commit costs the same however many files there are.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha1
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

TREE, LINK, SUBMODULE, PLAIN, EXECUTABLE = 0o040000, 0o120000, 0o160000, 0o100644, 0o100755
#: Modes of ordinary files; old repositories also hold group-writable ones.
REGULAR = frozenset({PLAIN, EXECUTABLE, 0o100664})


class Entry(NamedTuple):
    """What a tree says of a name: Git's mode and the object's id, 40 hexadecimal digits."""

    mode: int
    sha: str


class MissingObject(LookupError):
    """There is no such object in the store. The message names it."""


@dataclass(frozen=True)
class Author:
    """Who signs commits. Raises ValueError for a name or address that Git could not record."""

    name: str
    email: str

    def __post_init__(self) -> None:
        for part in (self.name, self.email):
            if not part.strip() or set(part) & set("<>\n\0"):
                raise ValueError(f"author {part!r}: expected some text without <, > and line breaks")

    def stamp(self, when: int | None = None) -> bytes:
        """Name, address and time, as in a commit. The time is `when`, else SOURCE_DATE_EPOCH, else the present."""
        if when is None:
            epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
            when = int(epoch) if epoch.isdigit() else int(time.time())
        return f"{self.name} <{self.email}> {when} +0000".encode()


def blob_sha(data: bytes) -> str:
    """The id of `data` as a blob, whether it is in a store or not."""
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


class ObjectStore:
    """The objects of the repository whose Git folder is `git_dir`. Safe to use from several threads."""

    def __init__(self, git_dir: Path) -> None:
        from gitdb import GitDB

        self._db = GitDB(str(git_dir / "objects"))
        self._mutex = threading.Lock()
        self._entries = lru_cache(maxsize=4096)(self._read_tree)

    def put(self, kind: str, data: bytes) -> str:
        """Store an object of `kind` (blob, tree, commit) and return its id."""
        from gitdb import IStream

        with self._mutex:
            return str(self._db.store(IStream(kind.encode(), len(data), BytesIO(data))).hexsha.decode())

    def get(self, sha: str, kind: str = "blob") -> bytes:
        """The content of the object `sha`. Raises MissingObject when it is not there or of another kind."""
        from gitdb.exc import BadObject, ODBError

        try:
            with self._mutex:
                stream = self._db.stream(bytes.fromhex(sha))
                data: bytes = stream.read()
        except (BadObject, ODBError, ValueError, OSError) as error:
            raise MissingObject(f"no object {sha} in the target's repository") from error
        if stream.type != kind.encode():
            raise MissingObject(f"object {sha} is a {stream.type.decode()}, not a {kind}")
        return data

    # -- trees -------------------------------------------------------------------------------------------

    def _read_tree(self, sha: str) -> dict[str, Entry]:
        return parsed_tree(self.get(sha, "tree"))

    def lookup(self, tree: str, key: str) -> Entry | None:
        """What the tree `tree` holds at the path `key`, if anything."""
        entry: Entry | None = Entry(TREE, tree)
        for part in key.split("/"):
            if entry is None or entry.mode != TREE:
                return None
            entry = self._entries(entry.sha).get(part)
        return entry

    def listing(self, tree: str, prefix: str = "") -> dict[str, Entry]:
        """Every entry below `tree` that is no tree itself, by path."""
        found: dict[str, Entry] = {}
        for name, entry in self._read_tree(tree).items():
            if entry.mode == TREE:
                found |= self.listing(entry.sha, f"{prefix}{name}/")
            else:
                found[prefix + name] = entry
        return found

    def changed_tree(self, tree: str | None, changes: Mapping[str, Entry | None]) -> str:
        """The tree that `tree` becomes by `changes` (path → entry, None removes). Writes what is new.

        Raises NotADirectoryError where a path leads through something that is no folder.
        """
        return self._changed(tree, changes) or self.put("tree", b"")

    def _changed(self, tree: str | None, changes: Mapping[str, Entry | None]) -> str | None:
        """As `changed_tree`, but None for a tree that has become empty: Git keeps no empty folders."""
        entries = dict(self._entries(tree)) if tree else {}
        below: dict[str, dict[str, Entry | None]] = {}
        for key, entry in changes.items():
            name, slash, rest = key.partition("/")
            if slash:
                below.setdefault(name, {})[rest] = entry
            elif entry is None:
                entries.pop(name, None)
            else:
                entries[name] = entry
        for name, inner in below.items():
            old = entries.get(name)
            if old is not None and old.mode != TREE:
                raise NotADirectoryError(f"{name} is no folder in the tree")
            new = self._changed(old.sha if old else None, inner)
            if new is None:
                entries.pop(name, None)
            else:
                entries[name] = Entry(TREE, new)
        return self.put("tree", tree_data(entries)) if entries else None

    # -- commits -----------------------------------------------------------------------------------------

    def commit(
        self, tree: str, parents: Iterable[str], message: str, author: Author, when: int | None = None
    ) -> str:
        """Store a commit, of the present or of `when` (seconds since 1970), and return its id. No branch is moved."""
        stamp = author.stamp(when)
        lines = [b"tree " + tree.encode(), *(b"parent " + parent.encode() for parent in parents)]
        lines += [b"author " + stamp, b"committer " + stamp, b"", message.encode("utf-8", "backslashreplace")]
        return self.put("commit", b"\n".join(lines) + b"\n")

    def tree_of(self, commit: str) -> str:
        """The id of a commit's tree."""
        return self.get(commit, "commit").partition(b"\n")[0].removeprefix(b"tree ").decode()

    def parents_of(self, commit: str) -> list[str]:
        """The ids of a commit's parents."""
        head = self.get(commit, "commit").partition(b"\n\n")[0]
        return [line[7:].decode() for line in head.split(b"\n") if line.startswith(b"parent ")]

    def message_of(self, commit: str) -> str:
        """A commit's message."""
        return self.get(commit, "commit").partition(b"\n\n")[2].decode("utf-8", "replace")


def parsed_tree(data: bytes) -> dict[str, Entry]:
    """The entries of a tree object's content, by name. Names that are not UTF-8 carry surrogates."""
    entries: dict[str, Entry] = {}
    at = 0
    while at < len(data):
        space = data.index(b" ", at)
        end = data.index(b"\0", space)
        name = data[space + 1 : end].decode("utf-8", "surrogateescape")
        entries[name] = Entry(int(data[at:space], 8), data[end + 1 : end + 21].hex())
        at = end + 21
    return entries


def tree_data(entries: Mapping[str, Entry]) -> bytes:
    """A tree object's content: its entries in Git's order, in which a folder counts as `name/`."""
    ranked = []
    for name, entry in entries.items():
        raw = name.encode("utf-8", "surrogateescape")
        line = b"%o %s\0%s" % (entry.mode, raw, bytes.fromhex(entry.sha))
        ranked.append((raw + b"/" if entry.mode == TREE else raw, line))
    return b"".join(line for _, line in sorted(ranked))


def tree_sha(listing: Mapping[str, Entry]) -> str:
    """The id of the tree that holds `listing` (path → entry), without writing it."""
    entries: dict[str, Entry] = {}
    below: dict[str, dict[str, Entry]] = {}
    for key, entry in listing.items():
        name, slash, rest = key.partition("/")
        if slash:
            below.setdefault(name, {})[rest] = entry
        else:
            entries[name] = entry
    for name, inner in below.items():
        entries[name] = Entry(TREE, tree_sha(inner))
    data = tree_data(entries)
    return sha1(b"tree %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
