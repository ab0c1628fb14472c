"""Modules of a package that a program loads by their bare names, with the package's own folder on the path."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from posixpath import basename, dirname

from migration.repository.files import RepositoryFiles
from migration.stdlib.names import STANDARD_MODULES

#: What an import statement names: one module that names come from, or several on a line.
_STATEMENT = re.compile(
    r"^[ \t]*+(?:from[ \t]++(\w[\w.]*+)[ \t]++import\b|import[ \t]++(\w[^\n#;]*))", re.MULTILINE
)
_WORD = re.compile(r"\w+")
_LISTED = re.compile(r"(?:^|,)[ \t]*([\w.]+)")
#: What a file does where it is run. That it can be is said at the head of many that only are imported.
_RUN = re.compile(r"^if\b[^\n]*__main__", re.MULTILINE)


def loaded_by_bare_name(index: RepositoryFiles) -> frozenset[str]:
    """The keys of such modules, and of those that they import from beside them.

    A file that speaks of `sys.path`, or whose package does, is taken to put a package on it that it names, or lies
    below of, where it imports what is found nowhere else. One that does not, and lies in no package, is run with such a
    path if it imports several modules that are found in one package alone. What does something where it is run, and
    no other file names, has its own folder on it.
    """
    holders: dict[str, list[str]] = {}
    for key in index.keys:
        if dirname(key) in index.packages:
            holders.setdefault(basename(key).removesuffix(".py"), []).append(key)
    pending: list[str] = []
    for key in index.keys if holders else ():
        text = index.text(key) or ""
        if dirname(key) in index.packages and basename(key) != "__init__.py" and _RUN.search(text):
            beside = list(_beside(key, index))
            pending += beside if beside and not is_named(key, index) else ()
        paths = text + (index.text(f"{dirname(key)}/__init__.py") or "")
        if "sys.path" not in paths and dirname(key) in index.packages:
            continue
        bare = [
            name
            for name in _named(text) & holders.keys() - STANDARD_MODULES
            if index.absolute(name) is None and index.implicit_relative(key, name) is None
        ]
        if "sys.path" in paths:
            found_there = (other for name in bare for other in holders[name])
            pending += [other for other in found_there if _is_put_on_path(dirname(other), key, paths)]
        else:
            pending += _of_one_folder(bare, holders, dirname(key))
    found: set[str] = set()
    while pending:
        key = pending.pop()
        if key not in found:
            found.add(key)
            pending += _beside(key, index)
    return frozenset(found)


def is_named(key: str, index: RepositoryFiles) -> bool:
    """Whether another file imports this one, or spells its dotted name (an entry point, say)."""
    if index.importers(key):
        return True
    path, _, stem = key.removesuffix("/__init__.py").removesuffix(".py").rpartition("/")
    folder = basename(path)
    if _WORD.fullmatch(folder) and _WORD.fullmatch(stem):
        return bool(index.names_behind(folder).get(stem, frozenset()) - {key})
    dotted = f"{folder}.{stem}"
    spelled = re.compile(rf"\b{re.escape(dotted)}\b")
    texts = (index.text(other) or "" for other in index.keys if other != key)
    return any(dotted in text and spelled.search(text) for text in texts)


def _beside(key: str, index: RepositoryFiles) -> Iterator[str]:
    """The modules that a file imports from beside it. A package that is found there is one by its bare name, too: its
    own modules know where they are.
    """
    for name in _named(index.text(key) or ""):
        other = index.implicit_relative(key, name)
        if other is not None and basename(other) != "__init__.py":
            yield other


def _of_one_folder(names: list[str], holders: dict[str, list[str]], own: str) -> list[str]:
    """The modules of these names, where two or more of them lie in one folder and none anywhere else."""
    sole = [holders[name][0] for name in names if len(holders[name]) == 1]
    folders = Counter(map(dirname, sole))
    return [key for key in sole if folders[dirname(key)] > 1 and dirname(key) != own]


def _named(text: str) -> set[str]:
    """The first parts of the modules that a text imports."""
    return {name.split(".")[0] for name in _modules(text)}


def _modules(text: str) -> Iterator[str]:
    for module, several in _STATEMENT.findall(text):
        yield from [module] if module else _LISTED.findall(several)


def _is_put_on_path(folder: str, key: str, text: str) -> bool:
    return folder != dirname(key) and (key.startswith(f"{folder}/") or basename(folder) in text)
