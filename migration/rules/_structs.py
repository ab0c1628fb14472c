"""Formats of the struct module: which values are strings of octets."""

from __future__ import annotations

import ast

from migration.module import Module

#: Codes whose values are bytes.
OCTETS = frozenset("spc")


def constant_text(node: ast.expr | None, module: Module) -> str | None:
    """The text that `node` is: a literal, or a name that the file binds once, to a literal."""
    if isinstance(node, ast.Name):
        bindings = module.bindings(node)
        node = bindings[0].value if len(bindings) == 1 and bindings[0].kind == "assign" else None
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def codes(form: str) -> list[str]:
    """The code of each value that a format packs: '>4s2H' has s, H, H."""
    found: list[str] = []
    count = ""
    for letter in form:
        if letter.isdigit():
            count += letter
        elif letter not in "@=<>! \t\n":
            if letter in "sp":
                found.append(letter)
            elif letter != "x":
                found += [letter] * int(count or "1")
            count = ""
    return found
