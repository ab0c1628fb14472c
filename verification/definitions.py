"""Holds what rewritten definitions of a module amount to against the original: constants and defaults of functions.

Tests seldom look at a constant, and the line that defines it runs at import, where no test is seen to execute it.
Of a file that tests speak for, only what can't be the language's doing counts: a definition whose lines were rewritten
and whose plain value is of the same kind under both Pythons, and another value.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from environment.traces import Issue
from verification.probes import Probe

_LEAVES = frozenset({"constant", "int", "float", "text"})
_NUMBERS = frozenset({"int", "float"})
_TEXTS = frozenset({"text", "bytes"})
_PLAIN = _LEAVES | {"bytes", "list", "tuple", "dict", "set"}
_SHOWN = 100
#: So many names are a collection of names: a pair may be a name and a signature.
_SEVERAL = 3


def contradicted_definitions(
    key: str, original: bytes, migrated: bytes, old: Sequence[Probe], new: Probe
) -> tuple[Issue, ...]:
    """Names that a rewritten line defines, and that mean something else now.

    `old` are probes of the original, each made in a folder of its own: what differs between them (a path, a time)
    says nothing.
    """
    if not new.imports or not old or not all(probe.imports for probe in old):
        return ()
    issues = []
    for name, line in rewritten_definitions(original, migrated).items():
        if name == "__all__":
            listed = set.intersection(*(set(probe.names) for probe in old))
            if gone := sorted(listed - new.names.keys()):
                issues.append(
                    Issue("definition of __all__", key, line, "MissingName", f"without {', '.join(gone[:5])}")
                )
            continue
        if name not in new.names or any(probe.names.get(name) != old[0].names.get(name) for probe in old):
            continue
        if name in old[0].names and _described_otherwise(old[0].names[name], new.names[name]):
            said = (
                f"{name}: Python 2.7 {old[0].names[name]}"[:_SHOWN] + f", target {new.names[name]}"[:_SHOWN]
            )
            issues.append(Issue(f"definition of {name}", key, line, "Difference", said))
    return tuple(issues)


def rewritten_definitions(original: bytes, migrated: bytes) -> dict[str, int]:
    """By name, the first line of the one statement of the module that defines it, if it has a line that is new."""
    before, lines = {line.rstrip() for line in original.split(b"\n")}, migrated.split(b"\n")
    return {
        name: first
        for name, (first, last) in _definitions(migrated).items()
        if any(line.rstrip() not in before for line in lines[first - 1 : last])
    }


def _definitions(source: bytes) -> dict[str, tuple[int, int]]:
    """By name, the lines of the statement of the module that defines it; a name that several define is left out."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return {}
    found: dict[str, tuple[int, int]] = {}
    twice: set[str] = set()
    for node in tree.body:
        for name, last in _defined(node):
            twice |= {name} & found.keys()
            found[name] = (node.lineno, last)
    return {name: place for name, place in found.items() if name not in twice}


def _defined(node: ast.stmt) -> Iterator[tuple[str, int]]:
    end = node.end_lineno or node.lineno
    if isinstance(node, ast.FunctionDef):
        yield node.name, max(node.lineno, node.body[0].lineno - 1)
    elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            yield from ((n.id, end) for n in ast.walk(target) if isinstance(n, ast.Name))


def _described_otherwise(before: Sequence[Any], after: Sequence[Any]) -> bool:
    if before[0] == after[0] == "value":
        return other_value(before[1], after[1]) or torn(before[1], after[1])
    if before[0] == after[0] == "function" and "(tuple)" not in before[1][0]:
        defaults = list(zip(before[1][1], after[1][1], strict=False))
        return before[1][0] != after[1][0] or any(
            other_value(*pair) or _no_longer_constant(*pair) for pair in defaults
        )
    return False


def _no_longer_constant(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether a default is None, True or False on one side only: no migration makes that of another value."""
    return (before[0] == "constant") != (after[0] == "constant") and {before[0], after[0]} <= _PLAIN


def other_value(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether two described values are surely not the same: of one kind, or of two that no language confuses.

    Text in place of bytes, an iterator in place of a list or another order say nothing: migrations bring them about.
    """
    kinds = {before[0], after[0]}
    if len(kinds) == 2 and (kinds <= _NUMBERS or kinds == {"list", "tuple"}):
        return True
    if len(kinds) == 2:
        return False
    if before[0] in _LEAVES:
        return before[1:] != after[1:]
    if before[0] in ("list", "tuple"):
        if before[2] != after[2]:
            return True
        if sorted(map(repr, before[1])) == sorted(map(repr, after[1])):
            return False
        return any(other_value(one, other) for one, other in zip(before[1], after[1], strict=True))
    if before[0] == "dict" and len(before[-1]) == len(after[-1]):
        # What a call left behind is described without its class's name.
        mine: Mapping[str, Any] = {repr(k): v for k, v in before[-1]}
        return any(repr(k) in mine and other_value(mine[repr(k)], v) for k, v in after[-1])
    return False


def torn(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether one text of the original is now text in one place of the value, and binary data in another; or some
    names of a collection of names, or some keys of a table of texts.
    """
    texts = {content for kind, content in strings(before) if kind == "text"}
    kinds: dict[str, set[str]] = {}
    for kind, content in strings(after):
        text = content if kind == "text" else bytes.fromhex(content).decode("latin-1")
        kinds.setdefault(text, set()).add(kind)
    return any(len(found) == 2 and text in texts for text, found in kinds.items()) or _torn_names(
        before, after
    )


def _torn_names(before: Sequence[Any], after: Sequence[Any]) -> bool:
    if before[0] != after[0]:
        return False
    if before[0] == "dict":
        # Whatever they spell: all keys of a table are asked for in one way.
        was, now = ([k for k, _ in described[-1] if k[0] != "more"] for described in (before, after))
        return len(was) >= _SEVERAL and {k[0] for k in was} == {"text"} and {k[0] for k in now} == _TEXTS
    if before[0] not in ("list", "tuple", "set"):
        return False
    # Some values are described by their kind alone.
    named = (len(d) > 1 and d[0] == "text" and str(d[1]).isidentifier() for d in before[1])
    if len(before[1]) >= _SEVERAL and all(named):
        return len({kind for kind, *_ in after[1]}) > 1
    return any(_torn_names(one, other) for one, other in zip(before[1], after[1], strict=False))


def strings(described: Any) -> Iterator[tuple[str, str]]:
    """The kind and content of each text, and of binary data as hexadecimal digits, in what is described."""
    if isinstance(described, (list, tuple)):
        if len(described) == 2 and described[0] in ("text", "bytes") and isinstance(described[1], str):
            yield described[0], described[1]
        else:
            for part in described:
                yield from strings(part)
