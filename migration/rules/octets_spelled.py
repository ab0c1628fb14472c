"""repr(x) → ascii(x), '%r' → '%a', where octets are text of Latin-1: Python 2 spelled those above 127 as escapes."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._literals import literal

#: A conversion of %-formatting; the last letter says which.
_CONVERSION = re.compile(r"%(?:\(\w*\))?[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[a-zA-Z%]")
_DISPLAYED = frozenset(["list", "tuple", "dict", "set", "frozenset"])


def _is_wanted(module: Module) -> bool:
    """Whether a program of a few files uses native strings for octets. What packages spell is mostly for errors."""
    return module.facts.index.octets and not module.facts.index.packages


def visit(node: ast.Call | ast.BinOp, module: Module) -> Findings:
    """Spell as Python 2 did what may hold octets: by itself, in a template, as an item of what is printed."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Mod) and literal(node.left, module):
            span = module.span(node.left)
            found = module.source(span)
            spelled = _CONVERSION.sub(lambda m: f"{m[0][:-1]}a" if m[0].endswith("r") else m[0], found)
            if spelled != found:
                yield module.replace(node.left, spelled)
        return
    if module.is_builtin(node.func, "repr") and len(node.args) == 1:
        yield module.replace(node.func, "ascii")
    elif module.is_builtin(node.func, "print", "str"):
        for value in node.args:
            types = module.type_of(value)
            if types and types <= _DISPLAYED:
                yield module.wrap(value, "ascii(")


RULE = Rule(
    id="octets_spelled",
    family="P9",
    summary="repr() of octets that are text spells them as escapes",
    before="import struct\na = repr(struct.pack('B', 200))\n",
    after="import struct\na = repr(struct.pack('B', 200))\n",
    caveats="Only in programs without packages whose strings are octets (migration/octets.py).",
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=90,
    nodes=(ast.Call, ast.BinOp),
    when=_is_wanted,
    visit=visit,
)
