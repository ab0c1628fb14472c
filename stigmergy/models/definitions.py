"""Names that a file defines, read without parsing, so that Python 2 and 3 texts can be compared."""

from __future__ import annotations

import builtins
import re

_STRING_OR_COMMENT = re.compile(
    r"(?<![A-Za-z0-9_])(?:[bBuUfFrR]{0,3})"
    r"(?:'''(?:[^\\]|\\.)*?(?:'''|\Z)|\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z)"
    r"|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")"
    r"|(?:'''(?:[^\\]|\\.)*?(?:'''|\Z)|\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z)"
    r"|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\")"
    r"|#[^\n]*",
    re.DOTALL,
)
_DEFINITION = re.compile(r"(?:async[ \t]+)?(def|class)[ \t]+([^\W\d]\w*)")
_ASSIGNED = re.compile(r"([^\W\d]\w*)[ \t]*(?::[^=\n]+)?=(?!=)")
_ASSERTION = re.compile(r"\bassert\w*\b|\bfail(?:Unless|If)\w*\b|\braises\b")
_SKIP = re.compile(r"\b(?:skip\w*|SkipTest|xfail|expectedFailure)\b")

#: Methods that Python 3 calls by other names, or no longer calls at all (an empty set).
RENAMED = {
    "next": {"__next__"},
    "__nonzero__": {"__bool__"},
    "__unicode__": {"__str__"},
    "__div__": {"__truediv__", "__floordiv__"},
    "__rdiv__": {"__rtruediv__", "__rfloordiv__"},
    "__idiv__": {"__itruediv__", "__ifloordiv__"},
    "__cmp__": {"__lt__", "__eq__"},
    "__long__": {"__int__"},
    "__hex__": {"__index__"},
    "__oct__": {"__index__"},
    "__getslice__": {"__getitem__"},
    "__setslice__": {"__setitem__"},
    "__delslice__": {"__delitem__"},
    "__coerce__": set(),
}
#: Top-level names that a migration may drop: fallbacks for builtins that have changed their names.
_DROPPABLE = frozenset(dir(builtins)) | {
    "__metaclass__", "basestring", "unicode", "unichr", "long", "xrange", "raw_input", "reduce", "file",
    "buffer", "cmp", "apply", "intern", "reload", "execfile", "coerce",
}  # fmt: skip


def without_strings(text: str) -> str:
    """`text` with every string literal made empty and every comment removed: one line a logical string."""
    return _STRING_OR_COMMENT.sub(lambda m: "" if m.group().startswith("#") else '""', text)


def definitions(text: str) -> frozenset[str]:
    """Dotted names of functions and classes at top level and in classes, and of names assigned at top level.

    What is defined inside a function is its own affair.
    """
    found: set[str] = set()
    stack: list[tuple[int, str, str]] = []
    depth, continued = 0, False
    for line in without_strings(text).split("\n"):
        content = line.strip()
        if not content:
            continue
        match = _DEFINITION.match(content)
        if not continued and (depth == 0 or match):
            # A definition can't stand inside brackets: an unclosed bracket before it is given up.
            indent = _width(line)
            depth = 0
            while stack and stack[-1][0] >= indent:
                stack.pop()
            if match:
                kind, name = match.groups()
                if all(outer == "class" for _, outer, _ in stack):
                    found.add(".".join([*(n for _, _, n in stack), name]))
                stack.append((indent, kind, name))
            elif indent == 0:
                found.update(_assigned(content))
        depth = max(0, depth + sum(map(content.count, "([{")) - sum(map(content.count, ")]}")))
        continued = content.endswith("\\")
    return frozenset(found)


def missing(before: str, after: str) -> list[str]:
    """Definitions of `before` that `after` no longer has, sorted, known renames of Python 3 allowed for."""
    old, new = definitions(before), definitions(after)
    return sorted(name for name in old - new if not _excused(name, new))


def assertions(text: str) -> int:
    """How many assertions a test file makes."""
    return len(_ASSERTION.findall(without_strings(text)))


def skips(text: str) -> int:
    """How often a test file speaks of skipping or expecting failure."""
    return len(_SKIP.findall(without_strings(text)))


def _assigned(content: str) -> set[str]:
    match = _ASSIGNED.match(content)
    return {match.group(1)} - _DROPPABLE if match else set()


def _excused(name: str, new: frozenset[str]) -> bool:
    owner, _, last = name.rpartition(".")
    successors = RENAMED.get(last) if owner else None
    if successors is None:
        return False
    return not successors or any(f"{owner}.{successor}" in new for successor in successors)


def _width(line: str) -> int:
    blank = line[: len(line) - len(line.lstrip())]
    return len(blank.expandtabs(8))
