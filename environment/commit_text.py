"""Commit messages: one safe subject, a body, and trailers that can be read back."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

FILE, REVERTS = "File", "Reverts"
_TRAILER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_UNSAFE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff\u2028\u2029]")


def quoted(key: str) -> str:
    """A file key on one line: as it is, or as a JSON string when it holds what a line can't."""
    plain = key == key.strip() and not key.startswith('"') and not _UNSAFE.search(key)
    return key if plain else json.dumps(key)


def clean_message(message: str, keys: Iterable[str]) -> str:
    """`message` with every key in it on one line, so that a file's name can't write lines of its own."""
    for key in sorted(keys, key=len, reverse=True):
        if quoted(key) != key:
            message = message.replace(key, quoted(key))
    return message.replace("\0", "").strip() or "(no message)"


def with_trailers(message: str, trailers: Mapping[str, str], keys: Iterable[str], reverts: str = "") -> str:
    """`message`, a blank line, `trailers`, and one `File` trailer for each key.

    Raises ValueError for a trailer name that Git would not read back.
    """
    lines = []
    for name, value in trailers.items():
        if not _TRAILER_NAME.fullmatch(name):
            raise ValueError(f"trailer {name!r}: expected letters, digits and hyphens")
        lines.append(f"{name}: {' '.join(str(value).split()) or 'none'}")
    lines += [f"{REVERTS}: {reverts}"] if reverts else []
    lines += [f"{FILE}: {quoted(key)}" for key in keys]
    return f"{message}\n\n" + "\n".join(lines)


def trailers_in(message: str) -> list[tuple[str, str]]:
    """Names and values in the last paragraph of a commit's message."""
    last = message.strip().rpartition("\n\n")[2]
    pairs = (line.partition(": ") for line in last.splitlines())
    return [(name, value) for name, colon, value in pairs if colon]


def file_keys_in(message: str) -> list[str]:
    """The file keys that a commit's message names in its trailers."""
    values = [value for name, value in trailers_in(message) if name == FILE]
    return [json.loads(value) if value.startswith('"') else value for value in values]
