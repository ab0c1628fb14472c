"""Which special methods other files call on the instances of a class, read from their tokens.

Instances are followed through one name (`p = P(…)`, `self.p = P(…)`) to the next assignment or the next `def`, and
where they are used on the spot (`len(P(…))`). What is found is evidence: a name of that class in a file that names
this module.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.callers import calls
from migration.source.tokens import Kind, Tokens
from migration.view.module import Module

#: Functions that call a special method of what they are given.
CALLED = {
    "len": "__len__", "iter": "__iter__", "list": "__iter__", "tuple": "__iter__", "sorted": "__iter__",
    "set": "__iter__", "int": "__int__", "float": "__float__", "abs": "__abs__", "bool": "__bool__",
    "frozenset": "__iter__", "enumerate": "__iter__", "sum": "__iter__", "min": "__iter__", "max": "__iter__",
}  # fmt: skip
#: Operators by their sign in the text: the class of their nodes, and the special method they call.
OPERATORS: dict[str, tuple[type[ast.operator], str]] = {
    "+": (ast.Add, "__add__"), "-": (ast.Sub, "__sub__"), "*": (ast.Mult, "__mul__"), "%": (ast.Mod, "__mod__"),
    "//": (ast.FloorDiv, "__floordiv__"), "&": (ast.BitAnd, "__and__"), "|": (ast.BitOr, "__or__"),
    "^": (ast.BitXor, "__xor__"),
}  # fmt: skip

#: What asks whether the value behind it is true.
_ASKING = ("if", "elif", "while", "not", "assert")


def special_uses(owner: ast.ClassDef, module: Module) -> set[str]:
    """The special methods that calls of `owner`, here or in files that name this one, are seen to need."""
    found: set[str] = set()
    for call in calls(owner, module):
        tokens, first = call.tokens, call.name
        while first >= 2 and tokens.texts[first - 1] == "." and tokens.kind(first - 2) is Kind.NAME:
            first -= 2
        found |= _of_expression(tokens, first, call.closer + 1)
        line_first, line_last = tokens.line_of(call.name)
        if tokens.texts[first - 1] == "=" and call.closer + 1 == line_last:
            target = first - 2
            if target == line_first or tokens.texts[line_first : target + 1] == [
                "self",
                ".",
                tokens.texts[target],
            ]:
                for start, end in _later(tokens, line_first, target, line_last):
                    found |= _of_expression(tokens, start, end)
    return found


def _later(tokens: Tokens, first: int, last: int, after: int) -> Iterator[tuple[int, int]]:
    """Where the name in tokens [first, last] is read again: to its next assignment, for a plain name also to the
    next `def`.
    """
    texts, length = tokens.texts, last - first
    for position in tokens.by_text.get(texts[last], ()):
        start = position - length
        if start < after or texts[start : position + 1] != texts[first : last + 1]:
            continue
        plain = length == 0
        if plain and ("def" in texts[after:start] or texts[start - 1] == "."):
            return
        if texts[position + 1] == "=" and start == tokens.line_of(start)[0]:
            return
        yield start, position + 1


def _of_expression(tokens: Tokens, first: int, last: int) -> set[str]:
    """The special methods that what stands around tokens [first, last) calls on their value."""
    texts, found = tokens.texts, set()
    before, following = texts[first - 1] if first else "", texts[last] if last < len(texts) else ""
    if before == "(" and following in (")", ",") and first >= 2 and texts[first - 2] in CALLED:
        found.add(CALLED[texts[first - 2]])
    if following == "[":
        closer = tokens.partners.get(last, last)
        stored = closer + 1 < len(texts) and texts[closer + 1] == "="
        found.add("__setitem__" if stored else "__delitem__" if before == "del" else "__getitem__")
    if following == "(":
        found.add("__call__")
    if before == "in":
        line_first, _ = tokens.line_of(first)
        found.add("__iter__" if "for" in texts[line_first:first] else "__contains__")
    if before in _ASKING and following in (":", ")", "and", "or"):
        found.add("__bool__")
    if following in OPERATORS:
        found.add(OPERATORS[following][1])
    return found
