"""What tests show: where a name, or an attribute of one, is something and not None."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import TypeVar

from migration.trees.bodies import always_leaves
from migration.trees.fields import children

_Value = TypeVar("_Value")
_SAME, _OTHER = (ast.Is, ast.Eq), (ast.IsNot, ast.NotEq)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def dotted(node: ast.AST) -> str:
    """How a name, or an attribute of one, is written ('self.size'); '' for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    owner = dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{owner}.{node.attr}" if owner else ""  # type: ignore[attr-defined]


def shown_by(test: ast.expr, holds: bool) -> set[str]:
    """What is something where a test holds, or where it does not."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return shown_by(test.operand, not holds)
    if isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) is not holds:
            return set()
        return set().union(*(shown_by(value, holds) for value in test.values))
    if isinstance(test, ast.Compare):
        return _compared(test, holds)
    subject = test
    if isinstance(test, ast.Call):
        kinds = test.args[1] if len(test.args) == 2 else None
        if getattr(test.func, "id", "") != "isinstance" or "None" in ast.unparse(kinds or test):
            return set()
        subject = test.args[0]
    return {dotted(subject)} - {""} if holds else set()


def _compared(test: ast.Compare, holds: bool) -> set[str]:
    constant = test.comparators[0]
    if len(test.ops) != 1 or not isinstance(constant, ast.Constant):
        return set()
    unlike = _OTHER if constant.value is None else _SAME
    against = _SAME if constant.value is None else ()
    shown = isinstance(test.ops[0], unlike if holds else against)
    return {dotted(test.left)} - {""} if shown else set()


def shown_after(statement: ast.stmt) -> dict[str, ast.expr | None]:
    """What is something behind a statement, with what it may have been given by the statement itself."""
    if isinstance(statement, ast.Assert):
        return dict.fromkeys(shown_by(statement.test, True))
    if not isinstance(statement, ast.If):
        return {}
    if _is_left(statement.body):
        return dict.fromkeys(shown_by(statement.test, False))
    if statement.orelse and _is_left(statement.orelse):
        return dict.fromkeys(shown_by(statement.test, True))
    found: dict[str, ast.expr | None] = {}
    for key in shown_by(statement.test, False) - rebound(statement.orelse):
        given = [
            s for s in statement.body if isinstance(s, ast.Assign) and [dotted(t) for t in s.targets] == [key]
        ]
        if given and not any(key in rebound([s]) for s in statement.body if s not in given):
            found[key] = given[-1].value
    return found


def _is_left(body: list[ast.stmt]) -> bool:
    return isinstance(body[-1], (ast.Break, ast.Continue)) or always_leaves(body)


def rebound(nodes: Iterable[ast.AST]) -> set[str]:
    """The names, and the attributes of such, that statements may give something else."""
    found: set[str] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Name, ast.Attribute)):
            if not isinstance(node.ctx, ast.Load):
                found.add(dotted(node))
        elif isinstance(node, _DEFINITIONS):
            found.add(node.name)
            continue
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, ast.ExceptHandler):
            found.add(node.name or "")
        elif isinstance(node, ast.Lambda):
            continue
        stack += children(node)
    return found


def without(known: Mapping[str, _Value], keys: set[str]) -> dict[str, _Value]:
    """What is known but of `keys`, and of what belongs to them."""
    return {
        key: value
        for key, value in known.items()
        if key not in keys and not any(key.startswith(f"{one}.") for one in keys)
    }
