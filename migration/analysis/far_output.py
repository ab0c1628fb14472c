"""Functions of other files that write to the terminal, as far as their texts show, in Python 2 or 3."""

from __future__ import annotations

import ast
import re
from weakref import WeakKeyDictionary

from migration.analysis.elsewhere import absolute, other_file
from migration.analysis.mutation import functions_by_name
from migration.analysis.names import memory
from migration.repository.index import RepositoryIndex
from migration.view.module import Module

#: A line is left open: the next `print` goes on where this one stopped.
OPEN, ENDED = "open", "ended"

_DEF = re.compile(r"^([ \t]*)def[ \t]+(\w+)", re.MULTILINE)
_PRINT = re.compile(
    r"(?:^|[:;])[ \t]*(?:print\b(?![ \t]*(?:>>|[=.]))|sys\.stdout\.write\()([^\n]*)", re.MULTILINE
)
_COMMENT = re.compile(r"[ \t]*#[^'\"]*$")
#: Methods that builtin values and files have as well, under the name of which anything may be called.
_COMMON = frozenset(
    name
    for owner in (str, list, dict, set, bytes)
    for name in dir(owner)
    if not name.startswith("_")
) | {"write", "read", "close", "readline", "flush", "next", "send", "has_key", "iteritems"}  # fmt: skip

_defined: WeakKeyDictionary[RepositoryIndex, dict[str, dict[str, str | None]]] = WeakKeyDictionary()


def far_output(call: ast.Call, module: Module) -> str | None:
    """OPEN or ENDED: how a function of another file of a small repository that `call` runs leaves the line it has
    written to the terminal; None where it writes nothing there itself, and for all other calls.
    """
    index = module.facts.index
    if not index.is_small or len(index.keys) < 2:
        return None
    known = memory(module)
    name = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
    if name is None or not any(name in functions for functions in _functions(index).values()):
        return None
    key = ("far output", call)
    if key not in known:
        known[key] = _found(call, name, module)
    return known[key]  # type: ignore[no-any-return]


def _found(call: ast.Call, name: str, module: Module) -> str | None:
    functions = _functions(module.facts.index)
    dotted = absolute(call.func, module)
    if dotted:
        source, _, last = dotted.rpartition(".")
        file = other_file(source, module)
        return functions.get(file or "", {}).get(last)
    if not isinstance(call.func, ast.Attribute) or name in _COMMON or name in functions_by_name(module):
        return None
    states = {table[name] for key, table in functions.items() if name in table and key != module.facts.key}
    return OPEN if OPEN in states else ENDED if ENDED in states else None


def _functions(index: RepositoryIndex) -> dict[str, dict[str, str | None]]:
    """By file and name what its functions, and methods of any class, leave on the terminal."""
    if index not in _defined:
        _defined[index] = {key: _read(index.text(key) or "") for key in index.keys}
    return _defined[index]


def _read(text: str) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for match in _DEF.finditer(text):
        depth = len(match[1].expandtabs())
        body = _body(text, match.end(), depth)
        printed = _PRINT.findall(body)
        if re.search(r"\byield\b", body):
            printed = []
        state = (OPEN if _is_open(printed[-1]) else ENDED) if printed else None
        found[match[2]] = state if found.get(match[2]) is None or state == OPEN else found[match[2]]
    return found


def _body(text: str, start: int, depth: int) -> str:
    """The text of a function behind its name: up to a line that stands no further in than its own."""
    lines = text[start:].split("\n")
    for number, line in enumerate(lines[1:], 1):
        code = line.expandtabs()
        if (
            code.strip()
            and not code.lstrip().startswith(("#", ")"))
            and len(code) - len(code.lstrip()) <= depth
        ):
            return "\n".join(lines[:number])
    return "\n".join(lines)


def _is_open(rest: str) -> bool:
    """Whether a print statement, of which this is what follows the word, ends in a comma and with its line."""
    return _COMMENT.sub("", rest).rstrip().endswith(",") and rest.count("(") == rest.count(")")
