"""Names that a file gets by `from module import *`, where the module is another file of its repository."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

from migration.repository.files import RepositoryFiles

_STAR = re.compile(r"^from[ \t]+([\w.]+)[ \t]+import[ \t]*\(?[ \t]*\*", re.MULTILINE)
_LISTED = re.compile(r"^__all__\b", re.MULTILINE)
_LONG_STRINGS = re.compile(r"(\"{3}|'{3}).*?\1", re.DOTALL)
_IMPORTED = re.compile(
    r"^(?P<margin>[ \t]*)(?:from[ \t]+(?P<source>[\w.]+)[ \t]+)?import[ \t]*(?P<names>\([^)]*\)|(?:[^\n#;\\]|\\\n)*)",
    re.MULTILINE,
)
_REBOUND = re.compile(r"^(?:(?:def|class)[ \t]+(\w+)|(\w+)[ \t]*=(?!=))", re.MULTILINE)
_COMMENT = re.compile(r"#[^\n]*")
#: By repository and file, what stands behind each name that imports bind in it: None where that is not sure.
_imports: WeakKeyDictionary[RepositoryFiles, dict[str, dict[str, str | None]]] = WeakKeyDictionary()
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
    return any(given_by_star(name, s, file, index, depth - 1) for s in starred_by(text))


def starred_beyond(
    source: str, key: str, index: RepositoryFiles, depth: int = _DEPTH
) -> Iterator[tuple[str, str]]:
    """What `from source import *` in file `key` brings by the stars of other files: (module, the file that does)."""
    file = index.imported_file(key, source)
    text = index.text(file) if file else None
    if not text or file is None or file == key or not depth or _LISTED.search(text) is not None:
        return
    for inner in starred_by(text):
        yield inner, file
        yield from starred_beyond(inner, file, index, depth - 1)


def imported_by_star(
    name: str, source: str, key: str, index: RepositoryFiles, depth: int = _DEPTH
) -> str | None:
    """What `from source import *` in file `key` binds `name` to, where the other file has it from an import, and
    nothing else by that name: 'xml.etree.ElementTree'. None where that is another file of the repository.
    """
    file = index.imported_file(key, source)
    text = index.text(file) if file else None
    if not text or file is None or file == key or not depth or name.startswith("_"):
        return None
    if _LISTED.search(text) is not None and f"'{name}'" not in text and f'"{name}"' not in text:
        return None
    imports = imports_of(file, index)
    if name not in imports:
        found = (imported_by_star(name, s, file, index, depth - 1) for s in reversed(starred_by(text)))
        return None if _is_defined(name, text) else next((target for target in found if target), None)
    return imports[name]


def starred_by(text: str) -> list[str]:
    """The modules from which a text takes all names, at its left margin."""
    return _STAR.findall(text)


def imports_of(file: str, index: RepositoryFiles) -> dict[str, str | None]:
    """What each name stands for that imports bind in a file: 'itertools.izip'; None for what is another file's, or
    bound more than once, or by an import further in than at the left margin.
    """
    known = _imports.setdefault(index, {})
    if file not in known:
        known[file] = {}
        text = _LONG_STRINGS.sub("''", index.text(file) or "")
        again = {found for pair in _REBOUND.findall(text) for found in pair} if "import" in text else set()
        for name, target in _imported(text):
            ours = target is None or index.imported_file(file, target.partition(".")[0]) or target[0] == "."
            known[file][name] = None if ours or name in known[file] or name in again else target
    return known[file]


def imported_beyond(starred: Iterable[str], key: str, index: RepositoryFiles) -> set[str]:
    """What the files import from which file `key` has all names: it stars the modules `starred`, these others."""
    beyond = [(source, key) for source in starred]
    beyond += [pair for source, _ in tuple(beyond) for pair in starred_beyond(source, key, index)]
    files = {file for source, own in beyond if (file := index.imported_file(own, source))}
    return {target for file in files for target in imports_of(file, index).values() if target}


def _imported(text: str) -> Iterator[tuple[str, str | None]]:
    """The names that imports of a text bind, and what to; None for those further in."""
    for match in _IMPORTED.finditer(text):
        for part in _COMMENT.sub("", match["names"]).replace("\\", " ").strip("() \t\n").split(","):
            words = part.split()
            if not words or words[0] == "*" or len(words) not in (1, 3):
                continue
            bound = words[-1] if match["source"] or len(words) == 3 else words[0].partition(".")[0]
            target = words[0] if len(words) == 3 or match["source"] else bound
            target = f"{match['source']}.{target}" if match["source"] else target
            yield bound, None if match["margin"] else target


def _is_defined(name: str, text: str) -> bool:
    if name not in text:
        return False
    word = re.escape(name)
    assigned = rf"(?:[\w, \t]*,[ \t]*)?{word}\b[\w, \t]*=(?!=)"
    given = rf"^(?:(?:def|class)[ \t]+{word}\b|{assigned}|from\b.*\bimport\b.*\b{word}\b)"
    return re.search(given, _LONG_STRINGS.sub("''", text), re.MULTILINE) is not None
