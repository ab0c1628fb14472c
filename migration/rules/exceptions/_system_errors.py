"""Which of its two errors Python 2 raised where the system refused something: IOError by files, OSError by `os`."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from migration.analysis.effects import called_functions
from migration.trees.fields import walk
from migration.view.module import Module

#: The exceptions that are one class now.
MERGED = frozenset(
    [
        "builtins.IOError",
        "builtins.OSError",
        "builtins.EnvironmentError",
        "socket.error",
        "select.error",
        "os.error",
    ]
)
#: Functions of `os` that raised IOError all the same, or hand out files that do.
FILE_MAKERS = frozenset(["os.fdopen", "os.popen", "os.tmpfile"])
_OPENERS = (
    frozenset(["builtins.open", "builtins.file", "io.open", "codecs.open", "builtins.execfile"]) | FILE_MAKERS
)
#: Modules whose functions raise the one or the other, or errors of their own.
_EITHER = frozenset(
    ["shutil", "socket", "select", "urllib", "urllib2", "httplib", "subprocess", "tempfile", "fcntl"]
)
_METHODS = frozenset(name for kind in (str, list, dict, set) for name in dir(kind)) | {
    "read", "readline", "readlines", "write", "writelines", "close", "flush", "seek", "tell", "decode", "has_key",
}  # fmt: skip
_DEEPEST = 4


def errors_of(statements: Iterable[ast.AST], module: Module, depth: int = _DEEPEST) -> set[str]:
    """{'IOError'}, {'OSError'}, both, or with '' where something runs that nobody knows; what else may be raised is no
    error of the system.
    """
    found: set[str] = set()
    for statement in statements:
        for node in walk(statement):
            if isinstance(node, ast.Call):
                found |= _of_call(node, module, depth)
    return found


def _of_call(node: ast.Call, module: Module, depth: int) -> set[str]:
    name = module.qualified_name(node.func)
    if name is None:
        called = called_functions(node, module)
        if called and depth:
            return {e for f in called for e in errors_of(f.body, module, depth - 1)}
        known = isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS
        return set() if known or (not called and _is_class(node.func, module)) else {""}
    if name in _OPENERS or name in ("builtins.IOError",):
        return {"IOError"}
    if name == "builtins.OSError" or (
        name.startswith("os.") and not name.startswith(("os.path.", "os.environ."))
    ):
        return {"OSError"}
    return {""} if name.split(".")[0] in _EITHER or name.startswith(".") else set()


def _is_class(node: ast.expr, module: Module) -> bool:
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(b.kind == "class" for b in bindings)
