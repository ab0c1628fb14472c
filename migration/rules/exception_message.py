"""e.message → str(e), for the name of a caught exception."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._exceptions import asserted, classes_of, defines, nearest_handler

#: Builtin exceptions whose text is their only argument, as `message` was.
_PLAIN = frozenset(
    f"builtins.{n}"
    for n in (
        "ValueError", "TypeError", "RuntimeError", "AttributeError", "NameError", "NotImplementedError",
        "ImportError", "IndexError", "AssertionError", "ArithmeticError", "ZeroDivisionError", "OverflowError",
        "LookupError", "EOFError", "KeyboardInterrupt", "UserWarning", "Warning", "DeprecationWarning",
    )
)  # fmt: skip

#: Those of them that may say a key, in quotes.
_QUOTING = frozenset(["builtins.KeyError", "builtins.LookupError"])


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Rewrite reads; a class that has a `message` of its own keeps it."""
    if node.attr != "message" or not isinstance(node.ctx, ast.Load):
        return
    if asserted(node.value, module):
        kept = module.source(module.span(node.value))
        yield module.replace(
            node, f"getattr({kept}, 'message', str({kept}))", needs_python2=True, evidence=False
        )
        return
    if not isinstance(node.value, ast.Name):
        return
    handler = nearest_handler(node.value, module)
    if handler is None or defines(handler, module, "message"):
        return
    name = node.value.id
    classes = classes_of(handler, module)
    if defines(handler, module, "__str__", "__unicode__"):
        # What it says is no longer what it was given.
        yield module.replace(
            node, f"({name}.args[0] if len({name}.args) == 1 else '')", needs_python2=True, evidence=False
        )
    elif classes == ["builtins.KeyError"]:
        yield module.replace(node, f"{name}.args[0]")
    elif classes and _QUOTING.intersection(classes) and all(c in _PLAIN | _QUOTING for c in classes):
        yield module.replace(node, f"({name}.args[0] if len({name}.args) == 1 else '')")
    elif classes and all(c in _PLAIN for c in classes):
        yield module.replace(node, f"str({name})")
    else:
        yield module.replace(
            node, f"getattr({name}, 'message', str({name}))", evidence=False, needs_python2=True
        )


RULE = Rule(
    id="exception_message",
    family="P2",
    summary="exceptions have no message attribute",
    before="try:\n    f()\nexcept ValueError as e:\n    m = e.message\n",
    after="try:\n    f()\nexcept ValueError as e:\n    m = str(e)\n",
    caveats="With several arguments `message` was empty; an argument that is no string becomes one.",
    triggers=("message",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    alone=True,
    nodes=(ast.Attribute,),
    names=frozenset(["message"]),
    visit=visit,
)
