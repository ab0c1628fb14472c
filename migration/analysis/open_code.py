"""Code in strings that prints with a comma at the end, `exec 'print 1,'`, and is run in the file's own names, where it
finds the helper that remembers the blank. Shared by the rule that migrates such code and the one about the blank.
"""

from __future__ import annotations

import ast
import re

from migration.analysis.names import names_by_id, stdlib_name
from migration.analysis.values import assigned
from migration.view.module import Module

_OPEN = re.compile(r"\bprint\b[^\n;]*,[ \t]*(?:[;\n]|\Z)")
_RUNNERS = frozenset(["exec", "execfile", "runsource", "interact", "system", "call"])


def open_code(call: ast.Call, module: Module) -> ast.Constant | None:
    """The literal that `call`, an exec() without names of its own, runs, where that may leave a line open."""
    if len(call.args) != 1 or call.keywords or not module.is_builtin(call.func, "exec"):
        return None
    code: ast.expr | None = call.args[0]
    if isinstance(code, ast.Name):
        alone = all(_is_run(n, module) for n in names_by_id(module)[code.id] if isinstance(n.ctx, ast.Load))
        code = assigned(code, module) if alone else None
    if isinstance(code, ast.Call) and module.is_builtin(code.func, "compile") and code.args:
        code = code.args[0]
    known = isinstance(code, ast.Constant) and isinstance(code.value, str)
    return code if known and _OPEN.search(code.value) else None  # type: ignore[union-attr, return-value]


def prints_besides(call: ast.Call, module: Module) -> bool:
    """Whether other code that is run later, or from anywhere, may print without the helper."""
    return any(
        isinstance(other, ast.Call)
        and other is not call
        and open_code(other, module) is None
        and (module.function(other) is not None or module.start(other) > module.start(call))
        for other in module.nodes_named(ast.Call, _RUNNERS)
    )


def _is_run(read: ast.Name, module: Module) -> bool:
    call = module.parent(read)
    return (
        isinstance(call, ast.Call)
        and call.args == [read]
        and stdlib_name(call.func, module) == "builtins.exec"
    )
