"""The types of open files: what Python 2's one type `file` is asked for."""

from __future__ import annotations

import ast

from migration.module import Module

#: What open() gives. Files in memory and files of compressed data are io.IOBase, too, and were no `file`.
OPENED = ("TextIOWrapper", "BufferedReader", "BufferedWriter", "BufferedRandom", "FileIO")
OPENED_TEXT = "(" + ", ".join(f"io.{name}" for name in OPENED) + ")"


def is_asked_for(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the type, or one of the types, that isinstance or issubclass is asked for."""
    outer = module.parent(node)
    while isinstance(outer, ast.Tuple):
        node, outer = outer, module.parent(outer)
    return (
        isinstance(outer, ast.Call)
        and module.is_builtin(outer.func, "isinstance", "issubclass")
        and len(outer.args) == 2
        and outer.args[1] is node
    )


def opened(node: ast.expr, module: Module) -> list[str]:
    """The pieces of a tuple of all types of open files."""
    pieces: list[str] = ["("]
    for name in OPENED:
        pieces += [module.use(f"io.{name}", at=node), ", "]
    return [*pieces[:-1], ")"]
