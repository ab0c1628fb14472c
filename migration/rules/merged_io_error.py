"""except IOError before except OSError: in Python 3 both are the same class, and the first clause takes all."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rule import Findings, Rule

_MERGED = frozenset(
    [
        "builtins.IOError",
        "builtins.OSError",
        "builtins.EnvironmentError",
        "socket.error",
        "select.error",
        "os.error",
    ]
)


def visit(node: ast.Try, module: Module) -> Findings:
    """Report the second clause; which one is meant can only be told by what the body calls."""
    seen = ""
    for handler in node.handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        names = [module.qualified_name(k) for k in kinds if k is not None]
        merged = [n for n in names if n in _MERGED]
        if seen and merged and merged[0] != seen and len(merged) == len(names):
            first, second = seen.removeprefix("builtins."), merged[0].removeprefix("builtins.")
            yield module.open(
                handler,
                f"{second} is the same class as {first} in Python 3, so this clause is never reached; "
                "test errno in one clause",
            )
        seen = seen or (merged[0] if merged else "")


RULE = Rule(
    id="merged_io_error",
    family="P2",
    summary="IOError, OSError and socket.error are one class: a later clause is never reached",
    before="try:\n    f()\nexcept IOError as e:\n    a = 1\nexcept OSError as e:\n    a = 2\n",
    after="try:\n    f()\nexcept IOError as e:\n    a = 1\nexcept OSError as e:\n    a = 2\n",
    caveats="Only reported.",
    triggers=("IOError", "OSError", "EnvironmentError", "error"),
    needs_python2=True,
    nodes=(ast.Try,),
    visit=visit,
)
