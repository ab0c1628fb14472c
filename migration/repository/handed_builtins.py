"""Builtins that a file has from another of its repository, where that file only stands in for Pythons without them.

`from compat import set, sorted`, beside `try: sorted = sorted`, `except NameError: …` in the other file: what is
imported is the builtin, in every Python that has it.
"""

from __future__ import annotations

import re
from weakref import WeakKeyDictionary

from migration.repository.files import RepositoryFiles
from migration.stdlib.names import SETTLED_BUILTINS

#: A name that is given the builtin of that name, and something else only where there is none.
_STAND_IN = re.compile(
    r"^try:[ \t]*(?:#[^\n]*)?\n(?P<inner>[ \t]+)(?P<name>\w+) = (?:__builtins?__\.)?(?P=name)[ \t]*(?:#[^\n]*)?\n"
    r"except(?:[ \t]+(?:NameError|\(?NameError[ \t]*,[ \t]*AttributeError\)?))?:[^\n]*\n(?:[ \t]+[^\n]*\n|[ \t]*\n)*",
    re.MULTILINE,
)
#: Whatever else may bind a name, or seem to.
_BOUND = re.compile(
    r"(?<![\w.])(?:def|class)[ \t]+(\w+)|(?<![\w.])(\w+)[ \t]*=(?!=)|\bas[ \t]+(\w+)"
    r"|\b(?:import|global)\b[ \t]*(\([^)]*\)|[^\n]*)"
)
#: What these give is not the same in both languages, or they are asked for in either.
_OF_EITHER = frozenset(["bytes", "next"])
_WORD = re.compile(r"\w+")
#: By repository and file, the builtins that it hands on by their names.
_handed: WeakKeyDictionary[RepositoryFiles, dict[str, frozenset[str]]] = WeakKeyDictionary()


def is_handed_on(target: str, key: str, index: RepositoryFiles) -> bool:
    """Whether an import that binds `target` ('compat.sorted') in file `key` brings the builtin of that name."""
    source, _, name = target.rpartition(".")
    if name not in SETTLED_BUILTINS or name in _OF_EITHER or not source.strip("."):
        return False
    file = index.imported_file(key, source)
    if file is None or file == key:
        return False
    known = _handed.setdefault(index, {})
    if file not in known:
        known[file] = _handed_by(index.text(file) or "")
    return name in known[file]


def _handed_by(text: str) -> frozenset[str]:
    found = {match["name"] for match in _STAND_IN.finditer(text)} & SETTLED_BUILTINS
    if not found:
        return frozenset()
    bound: set[str] = set()
    for pieces in _BOUND.findall(_STAND_IN.sub("", text)):
        bound.update(word for piece in pieces if piece for word in _WORD.findall(piece))
    return frozenset(found - bound)
