"""'pack.Adapter  __builtin__.dict' → 'pack.Adapter  builtins.dict': names of things that a program looks up."""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.edits import Span
from migration.module import Module
from migration.rule import Findings, Rule

#: A thing of the module by its dotted name, and nothing before the dot but that.
_NAMED = re.compile(r"(?<![\w.])__builtin__(?=\.\w)")


def visit(node: ast.Constant, module: Module) -> Findings:
    """Say where the thing is now, in each place of a text that names it."""
    if (
        not isinstance(node.value, str)
        or "__builtin__." not in node.value
        or isinstance(module.parent(node), ast.Expr)
    ):
        return
    span = module.span(node)
    text = module.source(span)
    if node.value.count("__builtin__.") != text.count("__builtin__.") or module.guarded(node):
        return
    for found in reversed(list(_NAMED.finditer(text))):
        place = Span(span.start + found.start(), span.start + found.end())
        yield module.edit(module.part(place, "builtins"))


RULE = Rule(
    id="builtins_in_text",
    family="P11",
    summary="what texts name as of __builtin__ is of builtins",
    before="TABLE = 'dict __builtin__.dict'\n",
    after="TABLE = 'dict builtins.dict'\n",
    caveats="Texts that say where something is of Python's own are held against such names, or looked up.",
    triggers=("__builtin__",),
    exactness=Exactness.SEMANTIC,
    evidence=True,
    order=90,
    nodes=(ast.Constant,),
    visit=visit,
)
