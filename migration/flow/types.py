"""Atoms by the names that inference within a file has for types."""

from __future__ import annotations

import builtins
from collections.abc import Iterable

from migration.flow.atoms import NATIVE, NUMBERS, Atom, Box

UNKNOWN: frozenset[str] = frozenset()
_PLAIN = frozenset([*NUMBERS, "NoneType", "unicode", "bytearray", "slice"])
_OF_DICT = frozenset([*dir(dict), "has_key", "iterkeys", "itervalues", "iteritems"])
_BOXES = frozenset(["list", "tuple", "dict", "set", "frozenset", "iterator"])


def types_of(atoms: Iterable[Atom], asked: str = "") -> frozenset[str]:
    """The types of all of `atoms`; empty as soon as one of them has no name, as objects of classes have none.

    `asked`: the method they are asked for. Of several types those count that have it.
    """
    found: set[str] = set()
    for atom in atoms:
        name = _type(atom)
        if not name:
            return UNKNOWN
        found.add(name)
    if asked and len(found) > 1:
        return frozenset(name for name in found if asked in _methods(name)) or frozenset(found)
    return frozenset(found)


def _methods(name: str) -> frozenset[str]:
    """The methods of a type of Python 2."""
    if name == "dict":
        return _OF_DICT
    if name == "iterator":
        return frozenset(["next", "send", "close", "throw"])
    kind = getattr(builtins, {"unicode": "str", "long": "int"}.get(name, name), None)
    return frozenset(dir(kind)) if kind is not None else frozenset()


def _type(atom: Atom) -> str:
    if isinstance(atom, str):
        return "str" if atom in NATIVE else atom if atom in _PLAIN else ""
    return atom.kind if isinstance(atom, Box) and atom.kind in _BOXES else ""
