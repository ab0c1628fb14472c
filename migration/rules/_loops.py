"""A list comprehension written as the loop it was in Python 2, whose variables stay: shared by the rules on leaks."""

from __future__ import annotations

import ast

from migration.edits import Edit, Piece
from migration.module import Module


def as_loop(node: ast.ListComp, module: Module, **flags: bool) -> Edit | None:
    """Put a loop in place of the statement that holds `node`; None where it can't stand there.

    It can where the comprehension is the whole value of an assignment to a name, or an expression of its own, or
    part of a simple statement that has a line to itself (then the list gets a name).
    """
    statement = module.statement(node)
    start, end = module.line_span(statement)
    alone = module.source((start, end)).strip() == module.source(module.span(statement)).strip()
    simple = isinstance(statement, (ast.Assign, ast.Expr, ast.Return, ast.AugAssign))
    if not alone or not simple or _conditional(node, statement, module):
        return None
    if any(g.is_async for g in node.generators) or any(
        isinstance(n, (ast.ListComp, ast.Lambda)) for n in _inner(node)
    ):
        return None
    indent = module.indentation(statement)
    discarded = isinstance(statement, ast.Expr) and statement.value is node
    name = _own_target(statement, node) or module.fresh_name("values")
    pieces: list[Piece] = [] if discarded else [f"{name} = []\n{indent}"]
    for generator in node.generators:
        pieces += [
            "for ",
            module.span(generator.target),
            " in ",
            *module.sub(generator.iter),
            f":\n{indent}    ",
        ]
        indent += "    "
        for condition in generator.ifs:
            pieces += ["if ", *module.sub(condition), f":\n{indent}    "]
            indent += "    "
    element = module.sub(node.elt)
    pieces += element if discarded else [f"{name}.append(", *element, ")"]
    if not discarded and not (isinstance(statement, ast.Assign) and _own_target(statement, node)):
        whole, inner = module.span(statement), module.outer_span(node)
        pieces += [
            f"\n{module.indentation(statement)}",
            module.source((whole.start, inner.start)),
            name,
            module.source((inner.end, whole.end)),
        ]
    return module.edit(module.part(statement, *pieces), **flags)


def _own_target(statement: ast.stmt, node: ast.ListComp) -> str | None:
    """The name that gets nothing but the list, if the list does not read it."""
    if not isinstance(statement, ast.Assign) or statement.value is not node or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    if not isinstance(target, ast.Name):
        return None
    return None if any(isinstance(n, ast.Name) and n.id == target.id for n in ast.walk(node)) else target.id


def _inner(node: ast.ListComp) -> list[ast.AST]:
    return [n for n in ast.walk(node) if n is not node]


def _conditional(node: ast.AST, statement: ast.stmt, module: Module) -> bool:
    """Whether the statement may leave `node` out, or evaluates it more than once or after other calls."""
    for outer in module.ancestors(node):
        if outer is statement:
            return False
        if isinstance(
            outer, (ast.IfExp, ast.BoolOp, ast.Lambda, ast.comprehension, ast.ListComp, ast.GeneratorExp)
        ):
            return True
    return True
