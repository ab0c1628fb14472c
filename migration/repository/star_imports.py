"""Names that a file gets by `from module import *`, where the module is another file of its repository."""

from __future__ import annotations

import re
from collections.abc import Iterator

from migration.repository.files import RepositoryFiles

_STAR = re.compile(r"^from[ \t]+([\w.]+)[ \t]+import[ \t]*\(?[ \t]*\*", re.MULTILINE)
_LISTED = re.compile(r"^__all__\b", re.MULTILINE)
_LONG_STRINGS = re.compile(r"(\"{3}|'{3}).*?\1", re.DOTALL)
#: Files passed on the way; longer chains are not followed.
_DEPTH = 3


def given_by_star(name: str, source: str, key: str, index: RepositoryFiles, depth: int = _DEPTH) -> bool:
    """Whether `from source import *` in file `key` binds `name`: one that the other file defines at its left margin,
    or has from another in the same way.
    """
    file = index.imported_file(key, source)
    text = index.text(file) if file else None
    if not text or file is None or file == key or not depth:
        return False
    if _LISTED.search(text) is not None and f"'{name}'" not in text and f'"{name}"' not in text:
        return False
    if _is_defined(name, text):
        return True
    return any(given_by_star(name, s, file, index, depth - 1) for s in _STAR.findall(text))


def starred_beyond(
    source: str, key: str, index: RepositoryFiles, depth: int = _DEPTH
) -> Iterator[tuple[str, str]]:
    """What `from source import *` in file `key` brings by the stars of other files: (module, the file that does)."""
    file = index.imported_file(key, source)
    text = index.text(file) if file else None
    if not text or file is None or file == key or not depth or _LISTED.search(text) is not None:
        return
    for inner in _STAR.findall(text):
        yield inner, file
        yield from starred_beyond(inner, file, index, depth - 1)


def _is_defined(name: str, text: str) -> bool:
    if name not in text:
        return False
    word = re.escape(name)
    assigned = rf"(?:[\w, \t]*,[ \t]*)?{word}\b[\w, \t]*=(?!=)"
    given = rf"^(?:(?:def|class)[ \t]+{word}\b|{assigned}|from\b.*\bimport\b.*\b{word}\b)"
    return re.search(given, _LONG_STRINGS.sub("''", text), re.MULTILINE) is not None
