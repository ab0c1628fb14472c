"""Which files of a package are run as scripts and imported by nobody."""

from __future__ import annotations

import ast
from typing import TypeGuard

from migration.analysis.names import memory
from migration.repository.bare_imports import is_named
from migration.rule import last_names
from migration.view.module import Module

_ASKING = frozenset(["raw_input", "input"])
_ATTRIBUTES = frozenset(["sys.argv", "sys.stdin"])
_PATH = frozenset(["path"])
_READ = last_names(*_ATTRIBUTES)


def is_script(module: Module) -> bool:
    """Whether the file asks for its input or sees to its module path while it is loaded, no other file names it, and
    nothing in it is left for those who only load it.

    The directory of a script is on the module path in both languages, and the script is in no package.
    """
    known = memory(module)
    if "script" not in known:
        known["script"] = _is_run(module) and not _has_guard(module) and not _is_named(module)
    return bool(known["script"])


def may_be_script(module: Module) -> bool:
    """Whether the file can be run (a shebang, a main guard) and no other file names it: it may be both, a script
    and a module of its package.
    """
    known = memory(module)
    if "may be script" not in known:
        known["may be script"] = (_has_guard(module) or module.text.startswith("#!")) and not _is_named(
            module
        )
    return bool(known["may be script"])


def is_guard(node: ast.AST) -> TypeGuard[ast.If]:
    """Whether `node` is `if __name__ == "__main__":`, or a test like it."""
    return isinstance(node, ast.If) and "__main__" in ast.dump(node.test)


def _has_guard(module: Module) -> bool:
    return any(map(is_guard, module.tree.body))


def _is_run(module: Module) -> bool:
    for node in (*module.nodes_named(ast.Name, _ASKING), *module.nodes_named(ast.Attribute, _READ)):
        asked = isinstance(node, ast.Name) and node.id in _ASKING and module.is_builtin(node, node.id)
        read = isinstance(node, ast.Attribute) and module.qualified_name(node) in _ATTRIBUTES
        if (asked or read) and module.function(node) is None and not _is_main(node, module):
            return True
    return any(_puts_own_folder(node, module) for node in module.nodes_named(ast.Attribute, _PATH))


def _puts_own_folder(node: ast.AST, module: Module) -> bool:
    """Whether a statement puts the folder that a program is run in, or the file's own, on the module path: the names of
    its siblings are found there in both languages.
    """
    if module.function(node) is not None or module.qualified_name(node) != "sys.path":
        return False
    parts = list(ast.walk(module.statement(node)))
    texts = [n.value for n in parts if isinstance(n, ast.Constant)]
    names = [getattr(n, "attr", getattr(n, "id", "")) for n in parts]
    own = "__file__" in names and names.count("dirname") == 1 and ".." not in texts
    return "." in texts or own


def _is_main(node: ast.AST, module: Module) -> bool:
    """Whether `node` runs only in the program itself, not on import."""
    return any(map(is_guard, module.ancestors(node)))


def _is_named(module: Module) -> bool:
    return is_named(module.facts.key, module.facts.index)
