"""Which parts of a tree run under a version test, so that they are right as they are for one of the
languages.
"""

from __future__ import annotations

import ast

_VERSION_NAMES = frozenset(
    [
        "PY2", "PY3", "PY27", "PY26", "IS_PY2", "IS_PY3", "IS_PYTHON2", "IS_PYTHON3", "PYTHON2", "PYTHON3",
        "is_py2", "is_py3", "is_python2", "is_python3", "py2", "py3", "_py3", "_py2", "python_version",
        "version_info", "hexversion", "python_version_tuple", "PY_MAJOR", "PY_VERSION", "ispy3", "ispy2",
        "py3k", "PY3K", "_PY3", "_PY2",
    ]
)  # fmt: skip
_NAME_ERRORS = frozenset(["NameError", "AttributeError", "UnboundLocalError"])
_IMPORT_ERRORS = frozenset(["ImportError", "ModuleNotFoundError"])
#: A `try:` with more statements than this is a program with an error handler, not a version test.
_SMALL = 3


def is_version_test(test: ast.expr) -> bool:
    """Whether a condition asks which Python is running."""
    for node in ast.walk(test):
        if isinstance(node, ast.Name) and node.id in _VERSION_NAMES:
            return True
        if isinstance(node, ast.Attribute):
            if node.attr in _VERSION_NAMES:
                return True
            if node.attr == "version" and isinstance(node.value, ast.Name) and node.value.id == "sys":
                return True
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Is, ast.IsNot)):
            names = {n.id for n in (node.left, *node.comparators) if isinstance(n, ast.Name)}
            if {"str", "bytes"} <= names or {"str", "unicode"} <= names:
                return True
    return False


def _caught(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {"ImportError", "NameError"}
    nodes = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {n.id for n in nodes if isinstance(n, ast.Name)}


def guarded_arms(node: ast.AST) -> list[ast.AST]:
    """The children of `node` that only one of the two languages is meant to run (empty when it is no
    guard).
    """
    if isinstance(node, (ast.If, ast.IfExp)) and is_version_test(node.test):
        if isinstance(node, ast.If):
            return [node.test, *node.body, *node.orelse]
        return [node.test, node.body, node.orelse]
    if isinstance(node, ast.Try) and node.handlers:
        caught = set().union(*(_caught(h) for h in node.handlers))
        handlers: list[ast.AST] = [s for h in node.handlers for s in h.body]
        if caught & _IMPORT_ERRORS and any(isinstance(s, (ast.Import, ast.ImportFrom)) for s in node.body):
            imports = [s for s in node.body if isinstance(s, (ast.Import, ast.ImportFrom))]
            return [*imports, *handlers, *(node.body if len(node.body) <= _SMALL else [])]
        if caught & _NAME_ERRORS and len(node.body) <= _SMALL:
            return [*node.body, *handlers]
    return []
