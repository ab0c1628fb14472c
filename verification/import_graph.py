"""Which files of the original import which, read from their text: the weak link for what runs at import."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from posixpath import dirname

from verification.runners import python_files

_IMPORT = re.compile(r"(?m)^[ \t]*import[ \t]+([\w. \t,]+)")
_FROM = re.compile(r"(?m)^[ \t]*from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\(?[\w \t,\n*]+)")


class ImportGraph:
    """`importers(key)`: every file that imports `key`, directly or not, itself included."""

    def __init__(self, imports: Mapping[str, frozenset[str]]) -> None:
        self._imported_by: dict[str, set[str]] = {}
        for key, needed in imports.items():
            for other in needed:
                self._imported_by.setdefault(other, set()).add(key)

    @classmethod
    def of(cls, tree: Path, pythonpath: Iterable[str] = (".",)) -> ImportGraph:
        """The graph of the tree's files. Text that is no Python is read as far as its lines look like
        imports."""
        keys = frozenset(python_files(tree))
        roots = ["" if root == "." else root.strip("/") for root in pythonpath]
        imports = {}
        for key in keys:
            text = (tree / key).read_bytes().decode("latin-1")
            imports[key] = frozenset(_needed(key, text, roots, keys)) - {key}
        return cls(imports)

    def importers(self, key: str) -> frozenset[str]:
        """Files whose import runs `key`."""
        seen, stack = {key}, [key]
        while stack:
            for other in self._imported_by.get(stack.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        return frozenset(seen)


def _needed(key: str, text: str, roots: list[str], keys: frozenset[str]) -> Iterable[str]:
    here = dirname(key)
    for names in _IMPORT.findall(text):
        for name in names.split(","):
            yield from _files(name.split(" as ")[0].strip(), [here, *roots], keys)
    for module, names in _FROM.findall(text):
        dots = len(module) - len(module.lstrip("."))
        places = [here, *roots]
        if dots:
            base = here
            for _ in range(dots - 1):
                base = dirname(base)
            places = [base]
        stem = module.lstrip(".")
        yield from _files(stem, places, keys)
        for name in re.findall(r"\w+", names):
            yield from _files(f"{stem}.{name}" if stem else name, places, keys)


def _files(dotted: str, places: Iterable[str], keys: frozenset[str]) -> Iterable[str]:
    """The module's file and the `__init__.py` of every package above it, from the first place that has it."""
    if not dotted:
        return
    parts = dotted.split(".")
    for place in places:
        found: list[str] = []
        for count in range(1, len(parts) + 1):
            stem = "/".join(filter(None, (place, *parts[:count])))
            found.extend(k for k in (f"{stem}/__init__.py", f"{stem}.py") if k in keys)
        if found:
            yield from found
            return
