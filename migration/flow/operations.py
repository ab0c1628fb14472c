"""What operators make of two atoms that are no objects of the repository, as Python 2 does."""

from __future__ import annotations

from migration.flow.atoms import NATIVE, NONE, NUMBERS, STRINGS, UNKNOWN, Atom, Box, Made

#: What the methods of operators are called between their underscores.
OPERATORS = {
    "Add": "add", "Sub": "sub", "Mult": "mul", "Div": "div", "TrueDiv": "truediv", "FloorDiv": "floordiv",
    "Mod": "mod", "Pow": "pow", "LShift": "lshift", "RShift": "rshift", "BitAnd": "and", "BitOr": "or", "BitXor": "xor",
}  # fmt: skip
#: What can be added to a bytearray.
_OCTETS = NATIVE | {"bytearray"}


def result_of(operator: str, a: Atom, b: Atom) -> Atom | None:
    """What an operator makes of two atoms that are no objects of the repository; None where that is an error."""
    if operator == "Mod" and a in STRINGS:
        if "unicode" in (a, b):
            return "unicode"
        return "native"
    if operator == "Add" and {a, b} == {"bytearray", UNKNOWN}:
        return "bytearray"  # nothing but a string can be added to one
    if a == UNKNOWN or b == UNKNOWN:
        return UNKNOWN
    if a in NUMBERS and b in NUMBERS:
        least = NUMBERS.index("float") if operator == "TrueDiv" else 1
        return NUMBERS[max(NUMBERS.index(str(a)), NUMBERS.index(str(b)), least)]
    if a in STRINGS and b in STRINGS:
        if operator != "Add":
            return None
        return "unicode" if "unicode" in (a, b) else _both(str(a), str(b))
    if operator == "Add" and "bytearray" in (a, b) and (a in _OCTETS or b in _OCTETS):
        return "bytearray" if a in _OCTETS and b in _OCTETS else None
    if operator == "Mult":
        for one, other in ((a, b), (b, a)):
            if (one in STRINGS or one == "bytearray" or isinstance(one, Box)) and other in NUMBERS:
                return one
    if isinstance(a, Box) and a is b:
        return a
    if isinstance(a, Box) and isinstance(b, Box):
        return None if operator == "Add" else a
    if NONE in (a, b):
        return None
    for one in (a, b):
        if isinstance(one, Made) and one.kind in ("decimal", "fraction", "date"):
            return one
    return UNKNOWN


def _both(a: str, b: str) -> str:
    """The kind of two native strings one behind the other."""
    for kind in ("octets", "encoded"):
        if kind in (a, b):
            return kind
    return "chars" if {a, b} == {"chars", "str"} else a if a == b else "native"


def joined(separator: str, item: Atom) -> Atom:
    """The kind of text that `separator.join` makes of what holds such items."""
    if item not in STRINGS:
        return UNKNOWN if item == UNKNOWN else separator
    if "unicode" in (separator, item):
        return "unicode"
    return _both(separator, str(item))
