"""Which file defines the class that lacks what Python 3 asks of it, as the message of a failure names it.

The exception is raised where an instance is used, often in another file: `object of type 'Proxy' has no len()`.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable, Iterable

from verification.results import TestOutcome

_LACKS = re.compile(
    r"object of type '(?P<sized>\w+)' has no len\(\)|'(?P<object>\w+)' object (?:"
    r"is not (?:iterable|subscriptable|callable|an iterator)|cannot be interpreted as an integer"
    r"|does(?:n't| not) support)"
    r"|argument of type '(?P<searched>\w+)' is not|unhashable type: '(?P<hashed>\w+)'"
    r"|returned non-iterator of type '(?P<returned>\w+)'|not supported between instances of '(?P<less>\w+)' and"
    r"|an integer is required, not (?P<formatted>\w+)"
    r"|unsupported operand type\(s\) for [^:]+: '(?P<left>\w+)' and '(?P<right>\w+)'"
)

#: Types of the interpreter: no file is searched for them.
_BUILTIN = frozenset(
    [*dir(builtins), "NoneType", "function", "method", "module", "generator", "builtin_function_or_method"]
)


def defining(test: TestOutcome, files: Iterable[str], text: Callable[[str], bytes]) -> tuple[str, ...]:
    """The one of `files` with a class that the failing `test` says to lack a special method; none where several are."""
    said = _LACKS.search(test.message) if test.exception == "TypeError" else None
    found: list[str] = []
    named = dict.fromkeys(filter(None, said.groups())) if said else ()
    for name in (n for n in named if n not in _BUILTIN):
        header = re.compile(rb"^[ \t]*class[ \t]+" + name.encode() + rb"\b", re.MULTILINE)
        having = [key for key in files if header.search(text(key))]
        found += having if len(having) == 1 else []
    return tuple(dict.fromkeys(found))


__all__ = ["defining"]
