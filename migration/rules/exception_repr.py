"""repr(e) → type(e).__name__ + repr(e.args): Python 2 spelled ValueError('x',), with the comma of a tuple."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.precedence import Precedence
from migration.rule import Findings, Rule
from migration.rules._exceptions import classes_of, defines, nearest_handler

#: Exceptions that Python 3 gives to others, or that had a spelling of their own.
_OTHERS = frozenset(
    f"builtins.{n}"
    for n in (
        "IOError", "OSError", "EnvironmentError", "WindowsError", "UnicodeError", "UnicodeDecodeError",
        "UnicodeEncodeError", "UnicodeTranslateError", "SyntaxError", "IndentationError", "TabError",
    )
)  # fmt: skip


def visit(node: ast.Call, module: Module) -> Findings:
    """Spell a caught exception as Python 2 did, where its class has no spelling of its own."""
    if not module.is_builtin(node.func, "repr") or len(node.args) != 1 or node.keywords:
        return
    name = node.args[0]
    handler = nearest_handler(name, module) if isinstance(name, ast.Name) else None
    if handler is None or defines(handler, module, "__repr__"):
        return
    caught = classes_of(handler, module)
    if not caught or any(c in _OTHERS for c in caught):
        return
    kept = module.source(module.span(name))
    yield module.replace(node, f"type({kept}).__name__ + repr({kept}.args)", precedence_of_new=Precedence.SUM)


RULE = Rule(
    id="exception_repr",
    family="P2",
    summary="repr() of an exception ends its one argument with a comma",
    before="try:\n    f()\nexcept ValueError, e:\n    print repr(e)\n",
    after="try:\n    f()\nexcept ValueError as e:\n    print(type(e).__name__ + repr(e.args))\n",
    caveats="Only names of caught exceptions; str() and %r of them are left.",
    triggers=("repr", "`"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=85,
    nodes=(ast.Call,),
    names=frozenset(["repr"]),
    visit=visit,
)
