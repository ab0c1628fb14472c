"""Which files of the repository a file imports, by Python 2's rules (implicit relative imports included)."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from posixpath import dirname

from migration.repository.index import RepositoryIndex

#: The nodes that say so.
IMPORTS = (ast.Import, ast.ImportFrom)


def imported_files(nodes: Iterable[ast.AST], key: str, index: RepositoryIndex) -> tuple[str, ...]:
    """The keys of the files that the import statements among `nodes` load, sorted, without the file itself."""
    found: set[str | None] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.add(_load(alias.name, key, index))
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                found |= _relative(node, key, index)
            elif node.module and node.module != "__future__":
                found.add(_load(node.module, key, index))
                found |= {_load(f"{node.module}.{a.name}", key, index, exactly=True) for a in node.names}
    return tuple(sorted(k for k in found if k and k != key))


def _load(dotted: str, key: str, index: RepositoryIndex, exactly: bool = False) -> str | None:
    directory = dirname(key)
    if directory in index.packages:
        inner = index.module_file(directory, dotted)
        if inner and inner != key:
            return inner
    beside = index.module_file(directory, dotted)
    found = beside or index.absolute(dotted)
    if found or exactly or "." not in dotted:
        return found
    return _load(dotted.rpartition(".")[0], key, index)


def _relative(node: ast.ImportFrom, key: str, index: RepositoryIndex) -> set[str | None]:
    directory = dirname(key)
    for _ in range(node.level - 1):
        directory = dirname(directory)
    found = {index.module_file(directory, node.module) if node.module else None}
    base = "/".join(filter(None, [directory, *(node.module or "").split(".")]))
    return found | {index.module_file(base, a.name) for a in node.names if a.name != "*"}
