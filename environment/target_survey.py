"""Which files of a target are Python, or text with examples, and which of those are no ordinary readable file."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from environment.git_objects import LINK, REGULAR, SUBMODULE, Entry
from environment.traces import is_document

_SHEBANG = re.compile(rb"#!.*\bpython[0-9.]*(?:[\s-]|$)")
#: How much of a file is read to see its shebang line. Linux itself reads 256 bytes.
_HEAD = 256
#: What doctest takes for the first line of an example.
_EXAMPLE = re.compile(rb"(?m)^[ \t]*>>> ")


@dataclass
class Survey:
    """Keys of all Python files, readable or not, and of text files with examples; the unreadable ones with the reason;
    notes for the user.
    """

    files: list[str] = field(default_factory=list)
    oddities: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def survey(
    root: Path, entries: Mapping[str, Entry], links: Mapping[str, str], left_out: Mapping[str, str]
) -> Survey:
    """Look at the files of a base commit as they lie below `root`.

    `entries` is the commit's content by path, `links` the targets of its symbolic links, `left_out` what of a
    plain folder could not be taken, with the reason.
    """
    found = Survey()
    for key, entry in entries.items():
        named = key.endswith(".py")
        if entry.mode == SUBMODULE:
            found.oddities[key] = "a submodule: it is not fetched, so what is in it stays as it is"
            found.notes.append(f"{key}: {found.oddities[key]}")
        elif not _is_text(key):
            if named:
                shown = key.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
                found.oddities[shown] = "its name is not UTF-8, so it can't be named in the records"
                found.files.append(shown)
        elif entry.mode == LINK:
            if named:
                found.oddities[key] = _about_link(root, key, links[key], entries)
                found.files.append(key)
        elif entry.mode in REGULAR and (named or _is_ours(root / key, key)):
            found.files.append(key)
    for key, reason in left_out.items():
        found.notes.append(f"{key!r}: {reason}")
        if key.endswith(".py") and _is_text(key) and not reason.startswith("neither"):
            found.oddities[key] = reason
            found.files.append(key)
    found.files = sorted(set(found.files))
    return found


def _is_text(key: str) -> bool:
    try:
        key.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_ours(path: Path, key: str) -> bool:
    """Whether a file that is not named as Python is a script, or a text with examples."""
    try:
        with path.open("rb") as stream:
            if is_document(key):
                return bool(_EXAMPLE.search(stream.read()))
            head = stream.read(_HEAD)
    except OSError:
        return False
    return bool(_SHEBANG.match(head.split(b"\n", 1)[0]))


def _about_link(root: Path, key: str, target: str, entries: Mapping[str, Entry]) -> str:
    if not (root / key).is_symlink():
        return f"a symbolic link that leaves the repository or leads nowhere ({target}): it is not followed"
    named = posixpath.normpath(posixpath.join(posixpath.dirname(key), target))
    if named in entries:
        return f"a symbolic link to {named}, which is a file of its own"
    return f"a symbolic link to {target}: it is not followed"
