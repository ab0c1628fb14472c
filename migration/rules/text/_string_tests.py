"""Whether what is asked if it is a string may be octets: those were strings in Python 2."""

from __future__ import annotations

import ast

from migration.analysis.flow_kinds import may_be_octets
from migration.analysis.strings.kinds import BYTES, kind
from migration.view.module import Module


def asks_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a type, or one of several, of an isinstance() whose value may be octets."""
    test = module.parent(node)
    if isinstance(test, ast.Tuple):
        test = module.parent(test)
    if not (
        isinstance(test, ast.Call) and module.is_builtin(test.func, "isinstance") and len(test.args) == 2
    ):
        return False
    subject = test.args[0]
    if module.facts.index.octets or not isinstance(subject, (ast.Name, ast.Attribute)):
        return False
    return may_be_octets(subject, module) or kind(subject, module) == BYTES
