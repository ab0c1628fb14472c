"""Whether an expression is found in a text: asked of what the text must hold for it, before it is searched."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

try:
    from re import _parser  # type: ignore[attr-defined]
except (
    ImportError
):  # it is the interpreter's own, and may be called otherwise one day: then all texts are searched
    _parser = None

#: What stands at a place of an expression, and takes no character.
_OF_NO_WIDTH = frozenset(["ASSERT", "ASSERT_NOT", "AT"])
_REPEATS = frozenset(["MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"])


def is_found(expression: re.Pattern[str], text: str) -> bool:
    """Whether `expression` is found in `text`: faster than a search for one that is tried at every line or word, and as
    fast for one that begins with a string.
    """
    literals = literals_of(expression)
    return (not literals or any(map(text.__contains__, literals))) and expression.search(text) is not None


@lru_cache(maxsize=1024)
def literals_of(expression: re.Pattern[str]) -> tuple[str, ...]:
    """Strings of which a text holds one at least wherever `expression` is found; () where none are known."""
    if _parser is None or expression.flags & re.IGNORECASE:
        return ()
    return _needed(_parser.parse(expression.pattern, expression.flags))


def _needed(items: Iterable[tuple[Any, Any]]) -> tuple[str, ...]:
    """The same for a sequence of parts, as the interpreter reads them: of all that is needed, what is the longest."""
    choices: list[tuple[str, ...]] = []
    run = ""
    for operation, argument in items:
        name = str(operation)
        if name == "LITERAL":
            run += chr(argument)
        elif name not in _OF_NO_WIDTH:
            choices += [(run,), _needed_of(name, argument)]
            run = ""
    choices.append((run,))
    return max((c for c in choices if all(c)), key=_worth, default=())


def _needed_of(name: str, argument: Any) -> tuple[str, ...]:
    """The same for one part of several characters; () where it may be left out, or nothing of it is always there."""
    match name:
        case "SUBPATTERN":
            _, flags, _, inner = argument
            return () if flags & re.IGNORECASE else _needed(inner)
        case "ATOMIC_GROUP":
            return _needed(argument)
        case "BRANCH":
            branches = [_needed(branch) for branch in argument[1]]
            return tuple(dict.fromkeys(s for b in branches for s in b)) if all(branches) else ()
        case _ if name in _REPEATS:
            least, _, inner = argument
            return _needed(inner) if least else ()
    return ()


def _worth(strings: tuple[str, ...]) -> tuple[int, int]:
    """Long strings are rare, and few are looked for faster."""
    return min(map(len, strings), default=0), -len(strings)
