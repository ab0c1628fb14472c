"""Calls of functions of the repository that give octets of the library as text: `decoded_results` decodes them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from migration.analysis.callers import TEXT, result_kind_of
from migration.analysis.strings.encoded import NEVER_TEXT
from migration.analysis.strings.results import results
from migration.analysis.values import may_hold
from migration.flow.atoms import Bound, Function
from migration.rule import last_names
from migration.view.module import Module

#: What functions call whose results are octets, whatever callers hold them against.
_MAKERS = last_names(*NEVER_TEXT) | {"digest"}


def is_decoded_by_function(node: ast.expr, module: Module) -> bool:
    """Whether `node` is (a part of) what a function returned whose callers take its octets for text."""
    return any(_decodes(call, module) for call in _calls(node, module))


def _calls(node: ast.expr, module: Module) -> Iterator[ast.Call]:
    """The calls that may have given `node` its value, itself or by methods, parts and names."""
    pending: list[ast.expr | None] = [node]
    seen: set[ast.AST | str] = set()
    while pending:
        one = pending.pop()
        if one is None or one in seen:
            continue
        seen.add(one)
        if isinstance(one, ast.Call):
            yield one
            pending += [one.func.value] if isinstance(one.func, ast.Attribute) else []
        elif isinstance(one, ast.Subscript):
            pending.append(one.value)
        elif isinstance(one, ast.Name) and one.id not in seen:
            seen.add(one.id)
            pending += may_hold(one, module)


def _decodes(call: ast.Call, module: Module) -> bool:
    """Whether any function that a call can mean is taken for one that gives text."""
    functions = [a.function if isinstance(a, Bound) else a for a in module.may_hold(call.func)]
    return any(
        isinstance(f, Function) and isinstance(f.node, ast.FunctionDef) and _is_of_text(f, f.node, module)
        for f in functions
    )


def _is_of_text(function: Function, node: ast.FunctionDef, module: Module) -> bool:
    below = list(ast.walk(node))
    if any(
        _MAKERS.intersection([getattr(n.func, "attr", ""), getattr(n.func, "id", "")])
        for n in below
        if isinstance(n, ast.Call)
    ):
        return False
    returned = any(isinstance(n, ast.Return) and any(results(n)) for n in below)
    return returned and result_kind_of(node.name, function.space.key, module) == TEXT


__all__ = ["is_decoded_by_function"]
