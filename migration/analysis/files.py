"""The types of open files: what Python 2's one type `file` is asked for."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_isinstance_argument
from migration.view.module import Module

#: What open() gives. Files in memory and files of compressed data are io.IOBase, too, and were no `file`.
OPENED = ("TextIOWrapper", "BufferedReader", "BufferedWriter", "BufferedRandom", "FileIO")
OPENED_TEXT = "(" + ", ".join(f"io.{name}" for name in OPENED) + ")"


def is_asked_for(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the type, or one of the types, that isinstance or issubclass is asked for."""
    while isinstance(outer := module.parent(node), ast.Tuple):
        node = outer
    return is_isinstance_argument(node, module)


def opened(node: ast.expr, module: Module) -> list[str]:
    """The pieces of a tuple of all types of open files."""
    pieces: list[str] = ["("]
    for name in OPENED:
        pieces += [module.use(f"io.{name}", at=node), ", "]
    return [*pieces[:-1], ")"]
