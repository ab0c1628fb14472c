"""A bare `raise` after the except clause → raise the exception that the clause kept."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.rule import Findings, Rule
from migration.rules.scope.exception_name import at_start, catch_as
from migration.source.edits import Part, Span
from migration.trees.bodies import own_nodes
from migration.trees.guards import leaves
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
    if _is_rest(node, module):
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
    if module.function(node) is not None and _may_be_come_to_without(node, caught, module):
        # Then it is the exception of whoever calls this that goes on, in both languages.
        margin, start = module.indentation(caught), module.span(caught).start
        parts.insert(0, module.part(Span(start, start), f"{kept} = None\n{margin}"))
        text = f"if {kept} is not None:\n{margin}    raise {kept}\n{margin}raise"
        yield module.edit(*parts, module.part(node, text))
        return
    yield module.edit(*parts, module.part(node, f"raise {kept}"))


def _may_be_come_to_without(node: ast.Raise, caught: ast.Try, module: Module) -> bool:
    """Whether a statement is come to where nothing was caught before it, as one that stands right behind a try."""
    block = module.block(node)
    if caught not in block or leaves(caught.orelse or caught.body):
        return False
    before = module.text[module.line_span(node).start : module.start(node)]
    return not before.strip() and not any(
        map(_leads_away, block[block.index(caught) + 1 : block.index(node)])
    )


def _leads_away(statement: ast.stmt) -> bool:
    """Whether there may be another way on from a statement: then who comes behind it has caught something."""
    return any(isinstance(n, (ast.Return, ast.Continue, ast.Break)) for n in own_nodes([statement]))


def _is_rest(node: ast.Raise, module: Module) -> bool:
    """Whether what was caught is raised right before `node` already, where anything was."""
    block = module.block(node)
    before = block[block.index(node) - 1] if block.index(node) else None
    if not isinstance(before, ast.If) or before.orelse or len(before.body) != 1:
        return False
    raised = before.body[0].exc if isinstance(before.body[0], ast.Raise) else None
    return isinstance(raised, ast.Name) and ast.unparse(before.test) == f"{raised.id} is not None"


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
    caveats="Where no exception was caught, the error may be another one than before.",
    triggers=("raise",),
    exactness=Exactness.SEMANTIC,
    nodes=(ast.Raise,),
    visit=visit,
)
