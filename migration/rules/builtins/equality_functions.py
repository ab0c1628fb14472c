"""self._type_equality_funcs._store → self._type_equality_funcs: what a test case compares by is a dictionary itself."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module

_FUNCTIONS, _STORE = "_type_equality_funcs", "_store"


def visit(node: ast.Attribute, module: Module) -> Findings:
    """Ask the dictionary, which unittest of 2.7 kept in an object of its own."""
    if node.attr == _STORE and isinstance(node.value, ast.Attribute) and node.value.attr == _FUNCTIONS:
        yield module.replace_span(Span(module.span(node.value).end, module.span(node).end), "")


RULE = Rule(
    id="equality_functions",
    family="P12",
    summary="the functions by which a test case compares are in a dictionary",
    before="n = 1L\ndel self._type_equality_funcs._store[b]\n",
    after="n = 1\ndel self._type_equality_funcs[b]\n",
    triggers=(_FUNCTIONS,),
    exactness=Exactness.EXACT,
    nodes=(ast.Attribute,),
    names=frozenset([_STORE]),
    visit=visit,
)
