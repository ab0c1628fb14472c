"""Which attributes values of builtin types have at all: where a program asks another of what may be one, it is none."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque

from migration.flow.atoms import NUMBERS, STRINGS, Atom, Box


def _named(*types: type) -> frozenset[str]:
    return frozenset(name for kind in types for name in dir(kind))


#: Python 2's strings have the methods of today's text and bytes.
_OF_STRINGS = _named(str, bytes)
_OF_NUMBERS = _named(int, float)
_OF_SCALARS = (
    dict.fromkeys(STRINGS, _OF_STRINGS)
    | dict.fromkeys(NUMBERS, _OF_NUMBERS)
    | {"bytearray": _named(bytearray), "slice": _named(slice)}
)
_OF_BOXES = {
    "list": _named(list, deque),
    "dict": _named(dict, Counter, OrderedDict, defaultdict)
    | {"has_key", "iteritems", "iterkeys", "itervalues", "viewitems", "viewkeys", "viewvalues"},
    "set": _named(set),
    "frozenset": _named(frozenset),
    "iterator": frozenset(["next", "send", "throw", "close", "gi_frame", "gi_running", "gi_code"]),
}


def may_have(atom: Atom, name: str) -> bool:
    """Whether a value has an attribute of that name, as far as its type tells. Names with `_` in front are not asked
    about, nor are tuples, whose places may have names.
    """
    known = (
        _OF_BOXES.get(atom.kind)
        if isinstance(atom, Box)
        else _OF_SCALARS.get(atom)
        if isinstance(atom, str)
        else None
    )
    return known is None or name in known or name.startswith("_")
