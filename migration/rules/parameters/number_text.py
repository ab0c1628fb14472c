"""int.__str__(x) → int.__repr__(x): numbers have no `__str__` of their own, object's asks the subclass for its repr."""

from __future__ import annotations

import ast

from migration.analysis.names import memory
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Name the method that writes the number, in a file where a `__repr__` could come back to it."""
    if module.is_builtin(node.value, "int", "float", "long", "complex") and _has_repr(module):
        end = module.span(node).end
        yield module.replace_span((end - len("__str__"), end), "__repr__")


def _has_repr(module: Module) -> bool:
    known = memory(module)
    if "repr" not in known:
        known["repr"] = "__repr__" in module.text
    return bool(known["repr"])


RULE = Rule(
    id="number_text",
    family="P16",
    summary="int.__str__ is object's, which asks for the repr",
    before="class N(int):\n    def __repr__(self): return int.__str__(self)\n    __str__ = __repr__\nprint N(1)\n",
    after="class N(int):\n    def __repr__(self): return int.__repr__(self)\n    __str__ = __repr__\nprint(N(1))\n",
    caveats="Python 2's str of a float had twelve digits.",
    triggers=("__str__",),
    needs_python2=True,
    nodes=(ast.Attribute,),
    names=frozenset(["__str__"]),
    visit=visit,
)
