"""Bodies of functions and classes: what runs in them, whether they are left at their end, and what takes no object."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from migration.trees.fields import children


def own_nodes(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """The nodes of a body without those of functions and classes defined in it."""
    stack = list(body)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            stack += children(node)


def always_leaves(body: list[ast.stmt]) -> bool:
    """Whether what follows `body` is never reached."""
    last = body[-1]
    if isinstance(last, (ast.Return, ast.Raise)):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and always_leaves(last.body) and always_leaves(last.orelse)
    if isinstance(last, ast.Try):
        return (always_leaves(last.body) and all(always_leaves(h.body) for h in last.handlers)) or (
            bool(last.finalbody) and always_leaves(last.finalbody)
        )
    if isinstance(last, ast.With):
        return always_leaves(last.body)
    if isinstance(last, ast.While):
        return isinstance(last.test, ast.Constant) and bool(last.test.value)
    return False


def is_static(function: ast.FunctionDef | ast.AsyncFunctionDef, owner: ast.ClassDef) -> bool:
    """Whether a method of a class gets no object: decorated as static, or made so further down in the class."""
    if any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in function.decorator_list):
        return True
    if function.args.args and function.args.args[0].arg == "self":
        return False
    return any(
        isinstance(s, ast.Assign)
        and isinstance(s.value, ast.Call)
        and isinstance(s.value.func, ast.Name)
        and s.value.func.id == "staticmethod"
        and any(isinstance(a, ast.Name) and a.id == function.name for a in s.value.args)
        for s in owner.body
    )
