"""Whether a value leaves its function as a result that callers take for text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.callers import TEXT, result_kind
from migration.view.module import Module

#: Methods through which a value is followed: they make the same of text as of bytes.
_METHODS = frozenset(
    ["capitalize", "center", "expandtabs", "ljust", "lower", "lstrip", "partition", "replace", "rjust", "rpartition",
     "rsplit", "rstrip", "split", "splitlines", "strip", "swapcase", "title", "upper", "zfill"]
)  # fmt: skip


def text_wanted(node: ast.expr, module: Module) -> bool:
    """Whether `node` goes to a `return`, itself or by its methods and parts, of a function whose callers hold the
    result against native text.
    """
    function = returning(node, module)
    return function is not None and result_kind(function, module) == TEXT


def returning(node: ast.expr, module: Module) -> ast.FunctionDef | None:
    """The function that `node` is (a part of) the result of, or None."""
    here: ast.AST = node
    while True:
        parent = module.parent(here)
        if isinstance(parent, ast.Attribute) and parent.attr in _METHODS:
            call = module.parent(parent)
            if not (isinstance(call, ast.Call) and call.func is parent):
                return None
            here = call
        elif (
            (isinstance(parent, ast.Subscript) and parent.value is here)
            or (isinstance(parent, ast.IfExp) and parent.test is not here)
            or isinstance(parent, (ast.BoolOp, ast.Tuple, ast.List))
        ):
            here = parent
        else:
            break
    function = module.function(here) if isinstance(parent, ast.Return) else None
    return function if isinstance(function, ast.FunctionDef) else None


def results(node: ast.Return) -> Iterator[ast.Call | ast.Name]:
    """The calls and names whose value is (a part of) what `node` returns: those for which `returning` finds it."""
    stack = [node.value]
    while stack:
        one = stack.pop()
        if isinstance(one, ast.Name):
            yield one
        elif isinstance(one, ast.Call):
            yield one
            if isinstance(one.func, ast.Attribute) and one.func.attr in _METHODS:
                stack.append(one.func.value)
        elif isinstance(one, ast.Subscript):
            stack.append(one.value)
        elif isinstance(one, ast.IfExp):
            stack += [one.body, one.orelse]
        elif isinstance(one, ast.BoolOp):
            stack += one.values
        elif isinstance(one, (ast.Tuple, ast.List)):
            stack += one.elts
