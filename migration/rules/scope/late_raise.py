"""A bare `raise` after the except clause → raise the exception that the clause kept."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.rules.scope.exception_name import at_start, catch_as
from migration.source.edits import Part
from migration.trees.bodies import own_nodes
from migration.view.module import Module


def visit(node: ast.Raise, module: Module) -> Findings:
    """Keep the exception where the nearest try before the statement caught it."""
    if node.exc is not None or any(isinstance(a, ast.ExceptHandler) for a in inside_function(node, module)):
        return
    caught = try_before(node, module)
    if caught is None:
        if module.function(node) is None:
            yield module.open(node, "no exception is active here in Python 3")
        return
    kept = module.fresh_name("active")
    parts: list[Part] = []
    for handler in caught.handlers:
        if isinstance(handler.body[-1], (ast.Return, ast.Raise)):
            continue
        name = handler.name
        if name is None:
            name = module.fresh_name("error")
            renamed = catch_as(handler, name, module)
            if renamed is None:
                yield module.open(
                    node, "no exception is active here in Python 3: keep it in the except clause"
                )
                return
            parts.append(renamed)
        parts.append(at_start(handler, f"{kept} = {name}", module))
    if not parts:
        return
    yield module.edit(*parts, module.part(node, f"raise {kept}"))


def inside_function(node: ast.AST, module: Module) -> list[ast.AST]:
    """What is around `node` in its function."""
    found: list[ast.AST] = []
    for outer in module.ancestors(node):
        if isinstance(outer, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            break
        found.append(outer)
    return found


def try_before(node: ast.stmt, module: Module) -> ast.Try | None:
    """The nearest try with handlers that ends before `node` runs, in its block or one around it."""
    statement: ast.stmt = node
    while True:
        block = module.block(statement)
        for earlier in reversed(block[: block.index(statement)]):
            inside = [t for t in own_nodes([earlier]) if isinstance(t, ast.Try) and t.handlers]
            if inside:
                return max(inside, key=lambda t: t.lineno)
        parent = module.parent(statement)
        if not isinstance(parent, (ast.For, ast.While, ast.If, ast.With, ast.Try)):
            return None
        statement = parent


RULE = Rule(
    id="late_raise",
    family="P17",
    summary="`raise` alone works inside the except clause only",
    before="try:\n    f()\nexcept E as e:\n    g()\nraise\n",
    after="try:\n    f()\nexcept E as e:\n    active = e\n    g()\nraise active\n",
    caveats="Where no exception was caught, the error is another one than before.",
    triggers=("raise",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Raise,),
    visit=visit,
)
