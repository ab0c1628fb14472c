"""Whether a value leaves its function as a result that callers take for text."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rules._callers import TEXT, result_kind

#: Methods through which a value is followed: they make the same of text as of bytes.
_METHODS = frozenset(
    ["capitalize", "center", "expandtabs", "ljust", "lower", "lstrip", "partition", "replace", "rjust", "rpartition",
     "rsplit", "rstrip", "split", "splitlines", "strip", "swapcase", "title", "upper", "zfill"]
)  # fmt: skip


def text_wanted(node: ast.expr, module: Module) -> bool:
    """Whether `node` goes to a `return`, itself or by its methods and parts, of a function whose callers hold the
    result against native text.
    """
    here: ast.AST = node
    while True:
        parent = module.parent(here)
        if isinstance(parent, ast.Attribute) and parent.attr in _METHODS:
            call = module.parent(parent)
            if not (isinstance(call, ast.Call) and call.func is parent):
                return False
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
    return isinstance(function, ast.FunctionDef) and result_kind(function, module) == TEXT
