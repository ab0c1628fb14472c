"""What the callers of a function show: whether they give it, or take from it, native text or bytes.

Only the tokens of the other files are read, as those are written (Python 2 or 3). What is found is evidence, not
proof, and counts only where all callers agree.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from keyword import iskeyword
from weakref import WeakKeyDictionary

from migration.analysis.names import memory
from migration.dialects.octets import has_bytes_literal
from migration.repository.index import RepositoryIndex
from migration.source.tokens import Kind, Tokens
from migration.view.module import Module

TEXT, BYTES = "text", "bytes"

_with_bytes: WeakKeyDictionary[RepositoryIndex, frozenset[str]] = WeakKeyDictionary()
_tokens: WeakKeyDictionary[RepositoryIndex, dict[str, tuple[str, Tokens]]] = WeakKeyDictionary()
#: Functions around a call that hold its result against what stands beside it.
COMPARING = frozenset(
    ["assertEqual", "assertEquals", "failUnlessEqual", "assert_equal", "assert_equals", "eq_", "assertNotEqual",
     "assertSequenceEqual", "assertListEqual", "assertTupleEqual", "assertIn", "assertMultiLineEqual"]
)  # fmt: skip
#: Functions that take octets in Python 3, or did so in many programs.
_TAKING_OCTETS = frozenset(
    ["write", "writestr", "send", "sendall", "sendto", "update", "md5", "sha", "sha1", "sha256", "crc32", "adler32",
     "compress", "decompress", "loads", "unpack", "hexlify", "b64encode", "encodestring"]
)  # fmt: skip
#: What ends an operand of == at its level.
_ENDS = frozenset([",", ")", "]", "}", ":", "and", "or", "if", "else", "for"])
_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Call:
    """A call in a file: the token of the function's name and the brackets of its arguments."""

    tokens: Tokens
    name: int
    opener: int
    closer: int


def result_kind(function: ast.FunctionDef, module: Module) -> str | None:
    """TEXT when callers hold the result against native literals, BYTES when against `b''`; None when neither."""
    known = memory(module)
    key = ("result", function)
    if key not in known:
        known[key] = _kind_beside(calls(function, module))
    return known[key]  # type: ignore[no-any-return]


def result_kind_of(name: str, file: str, module: Module) -> str | None:
    """The same for a function called `name` in any file of the repository."""
    known = memory(module)
    key = ("result", name, file)
    if key not in known:
        own, files = module.facts.key, (file, *module.facts.index.importers(file))
        found = (_calls_here(name, module) if f == own else _calls_there(name, f, module) for f in files)
        known[key] = _kind_beside(chain.from_iterable(found))
    return known[key]  # type: ignore[no-any-return]


def _kind_beside(calls: Iterable[Call]) -> str | None:
    found = {k for call in calls for k in _beside(call)}
    return found.pop() if len(found) == 1 else None


def argument_kind(function: ast.FunctionDef, name: str, module: Module, makers: frozenset[str]) -> str | None:
    """What callers give as the argument `name`: native literals, or `b''` and the results of `makers`."""
    known = memory(module)
    key = ("argument", function, name)
    if key not in known:
        found = _given(calls(function, module), function, name, makers)
        known[key] = found.pop() if len(found) == 1 else None
    return known[key]  # type: ignore[no-any-return]


def is_given_bytes(function: ast.FunctionDef, name: str, module: Module, makers: frozenset[str]) -> bool:
    """Whether `argument_kind` is BYTES. Files in which nothing can be bytes are read last, and only where bytes are
    given in others: to cut them into tokens takes long.
    """
    known = memory(module)
    key = ("given bytes", function, name)
    if key not in known:
        index, telling = module.facts.index, set(_importers_with_bytes(module))
        if makers:
            importers = index.importers(module.facts.key)
            telling.update(k for k in importers if not makers.isdisjoint(index.called_in(k)))
        first = chain(
            _calls_here(function.name, module),
            *(_calls_there(function.name, other, module) for other in sorted(telling)),
        )
        known[key] = _given(first, function, name, makers) == {BYTES} and (
            argument_kind(function, name, module, makers) == BYTES
        )
    return bool(known[key])


def may_be_made(function: ast.FunctionDef, name: str, module: Module, makers: frozenset[str]) -> bool:
    """Whether any call in another file gives as the argument `name` what one of `makers` makes."""
    return BYTES in _given(calls_beside_makers(function.name, module, makers), function, name, makers)


def calls_beside_makers(name: str, module: Module, makers: frozenset[str]) -> list[Call]:
    """The calls of a function in those other files that call one of `makers` as well."""
    known, index = memory(module), module.facts.index
    key = ("makers' files", makers)
    if key not in known:
        importers = index.importers(module.facts.key)
        known[key] = [k for k in importers if not makers.isdisjoint(index.called_in(k))]
    calls_there = ("makers' calls", makers, name)
    if calls_there not in known:
        found = (_calls_there(name, other, module) for other in known[key])
        known[calls_there] = list(chain.from_iterable(found))
    return known[calls_there]  # type: ignore[no-any-return]


def _given(calls: Iterable[Call], function: ast.FunctionDef, name: str, makers: frozenset[str]) -> set[str]:
    found: set[str] = set()
    for call in calls:
        given = given_to_parameter(call, function, name)
        if given is not None:
            found |= _kinds_in(call.tokens, *given, makers=makers)
    return found


def given_to_parameter(call: Call, function: ast.FunctionDef, name: str) -> tuple[int, int] | None:
    """The tokens of the argument that `name` gets."""
    names = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    if names[:1] in (["self"], ["cls"]):
        names = names[1:]
    tokens = call.tokens
    for position, (first, last) in enumerate(tokens.split(call.opener + 1, call.closer)):
        if last - first > 2 and tokens.texts[first + 1] == "=":
            if tokens.texts[first] == name:
                return first + 2, last
        elif position < len(names) and names[position] == name and first < last:
            return (first, last) if tokens.texts[first] != "*" else None
    return None


def calls(definition: ast.FunctionDef | ast.ClassDef, module: Module) -> list[Call]:
    """The calls of a function or class in this file and in those that name this file."""
    known = memory(module)
    key = ("calls", definition.name)
    if key not in known:
        importers = module.facts.index.importers(module.facts.key)
        there = (_calls_there(definition.name, other, module) for other in importers)
        known[key] = list(chain(_calls_here(definition.name, module), *there))
    return known[key]  # type: ignore[no-any-return]


def _calls_here(name: str, module: Module) -> Iterator[Call]:
    if f"{name}(" in module.text or f"{name} (" in module.text:
        yield from _calls_in(module.tokens, name)


def _calls_there(name: str, key: str, module: Module) -> Iterator[Call]:
    """The calls of `name` in another file."""
    index = module.facts.index
    if name in index.called_in(key):
        yield from _calls_in(_tokens_of(index, key, index.text(key) or ""), name)


def _calls_in(tokens: Tokens, name: str) -> Iterator[Call]:
    for position in tokens.by_text.get(name, ()):
        if tokens.texts[position + 1] != "(":
            continue
        closer = tokens.partners.get(position + 1)
        if closer is None or (position and tokens.texts[position - 1] in ("def", "class")):
            continue
        yield Call(tokens, position, position + 1, closer)


def _holders_of_bytes(module: Module) -> frozenset[str]:
    """The files of the repository that hold a literal of bytes."""
    index = module.facts.index
    if index not in _with_bytes:
        _with_bytes[index] = frozenset(key for key in index.keys if has_bytes_literal(index.text(key) or ""))
    return _with_bytes[index]


def named_with_bytes(module: Module) -> bool:
    """Whether another file that imports this one holds a literal of bytes."""
    return bool(_importers_with_bytes(module))


def _importers_with_bytes(module: Module) -> list[str]:
    holders = _holders_of_bytes(module)
    return (
        [key for key in module.facts.index.importers(module.facts.key) if key in holders] if holders else []
    )


def given_beside_bytes(module: Module) -> bool:
    """Whether a function of the file is called where a literal of bytes is: in this file or in one that imports it."""
    functions = module.nodes_of(ast.FunctionDef)
    return any(isinstance(node, ast.FunctionDef) and called_beside_bytes(node, module) for node in functions)


def called_beside_bytes(function: ast.FunctionDef, module: Module) -> bool:
    """Whether this file holds a literal of bytes, or another that imports it and calls such a function: told without
    tokens.
    """
    known = memory(module)
    if "called beside bytes" not in known:
        index = module.facts.index
        called = [index.called_in(key) for key in _importers_with_bytes(module)]
        known["called beside bytes"] = has_bytes_literal(module.text) or frozenset().union(*called)
    beside = known["called beside bytes"]
    return beside is True or function.name in beside


def _tokens_of(index: RepositoryIndex, key: str, text: str) -> Tokens:
    cache = _tokens.setdefault(index, {})
    if key not in cache or cache[key][0] != text:
        cache[key] = (text, Tokens(text))
    return cache[key][1]


def _beside(call: Call) -> set[str]:
    """What the result of a call is held against: the other side of == or !=, or of an assertion, also through
    one variable.
    """
    tokens = call.tokens
    first = call.name
    while first >= 2 and tokens.texts[first - 1] == "." and tokens.kind(first - 2) is Kind.NAME:
        first -= 2
    line_first, line_last = tokens.line_of(call.name)
    if first - 2 == line_first and tokens.texts[first - 1] == "=" and call.closer + 1 == line_last:
        return _of_variable(tokens, line_first)
    return _against(tokens, first, call.closer + 1)


def _of_variable(tokens: Tokens, target: int) -> set[str]:
    """What a variable is held against in the lines that follow, down to its next assignment or the next `def`."""
    name, found = tokens.texts[target], set()
    for position in tokens.by_text.get(name, ()):
        if position <= target:
            continue
        if "def" in tokens.texts[target:position] or tokens.texts[position + 1] == "=":
            break
        if tokens.texts[position - 1] != ".":
            found |= _against(tokens, position, position + 1)
    return found


def _against(tokens: Tokens, first: int, last: int) -> set[str]:
    """The kinds of what tokens [first, last) are compared with."""
    texts = tokens.texts
    line_first, line_last = tokens.line_of(first)
    if texts[last] in ("==", "!="):
        end = next((i for i in _top_level(tokens, last + 1, line_last) if texts[i] in _ENDS), None)
        return _kinds_in(tokens, last + 1, line_last if end is None else end)
    if texts[first - 1] in ("==", "!=") and first > line_first:
        return _kinds_in(tokens, max(line_first, first - 2), first - 1)
    opener = first - 1
    while opener > line_first and texts[opener] not in ("(", "[", "{"):
        closed = texts[opener] in (")", "]", "}")
        opener = (tokens.partners.get(opener, opener) if closed else opener) - 1
    closer = tokens.partners.get(opener)
    if opener == first - 1 and opener > line_first and _is_joined(tokens, opener):
        return {TEXT}
    if closer is None or opener <= line_first or texts[opener - 1] not in COMPARING:
        return set()
    arguments = tokens.split(opener + 1, closer)[:2]
    if (first, last) not in arguments:
        return set()
    other = [a for a in arguments if a != (first, last)]
    return _kinds_in(tokens, *other[0]) if other else set()


def _is_joined(tokens: Tokens, opener: int) -> bool:
    """Whether what begins behind a bracket is joined by a native literal that is not empty, or by a variable that is
    one: octets are joined by nothing.
    """
    texts, place = tokens.texts, opener
    if texts[place] == "[" and texts[place - 1] == "(":
        place -= 1
    if (
        place < 3
        or texts[place - 1] != "join"
        or texts[place - 2] != "."
        or tokens.kind(place - 3) is Kind.OP
    ):
        return False
    if texts[place - 4] == "(" and texts[place - 5] in _TAKING_OCTETS:
        return False
    separator = texts[place - 3]
    given = (
        [separator]
        if tokens.kind(place - 3) is Kind.STRING
        else [
            texts[at + 2]
            for at in tokens.by_text.get(separator, ())
            if texts[at + 1] == "=" and tokens.kind(at + 2) is Kind.STRING
        ]
    )
    return bool(given) and all(text[0] in "'\"" and text.strip("'\"") for text in given)


def _top_level(tokens: Tokens, first: int, last: int) -> Iterator[int]:
    position = first
    while position < last:
        yield position
        opened = tokens.texts[position] in ("(", "[", "{")
        position = (tokens.partners.get(position, position) if opened else position) + 1


def _kinds_in(
    tokens: Tokens, first: int, last: int, makers: frozenset[str] = frozenset(), deep: bool = True
) -> set[str]:
    """The kinds of the literals in tokens [first, last): of a display, of an operation, or behind one name."""
    texts = tokens.texts
    if last - first == 1 and tokens.kind(first) is Kind.NAME:
        return _assigned(tokens, first, makers) if deep else set()
    called = [i for i in range(first + 1, last) if texts[i] == "(" and _ends_an_operand(texts[i - 1])]
    if called:
        whole = tokens.partners.get(called[0]) == last - 1
        return {BYTES} if whole and texts[called[0] - 1] in makers else set()
    found = set()
    keys = {
        key
        for i in range(first + 1, last)
        if texts[i] == "[" and _ends_an_operand(texts[i - 1])
        for key in range(i, tokens.partners.get(i, i))
    }
    for position in range(first, last):
        if tokens.kind(position) is Kind.STRING and texts[position + 1] != ":" and position not in keys:
            prefix = texts[position][: re.search(r"['\"]", texts[position]).start()].lower()  # type: ignore[union-attr]
            found.add(BYTES if "b" in prefix else TEXT)
    return found


def _ends_an_operand(text: str) -> bool:
    """Whether a bracket that follows calls what stands there, or asks it for a part."""
    return text in ("]", ")") or (_WORD.fullmatch(text) is not None and not iskeyword(text))


def _assigned(tokens: Tokens, use: int, makers: frozenset[str]) -> set[str]:
    """The kinds of what the last assignment before `use` gives to the name there."""
    texts = tokens.texts
    places = tokens.by_text[texts[use]]
    for position in reversed(places[: bisect_left(places, use)]):
        if texts[position + 1] != "=":
            continue
        first, last = tokens.line_of(position)
        if first == position:
            return _kinds_in(tokens, position + 2, last, makers, deep=False)
    return set()
