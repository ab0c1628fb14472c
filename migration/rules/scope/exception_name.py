"""The name of a caught exception, used after its clause: kept under that name."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from migration.analysis.exceptions import tries_around
from migration.rule import Findings, Rule
from migration.rules.scope._reads import read_later
from migration.source.edits import Part, Span
from migration.trees.bodies import always_leaves
from migration.view.module import Module


def visit(node: ast.ExceptHandler, module: Module) -> Findings:
    """Catch under a new name and assign the old one, where the old one is read later."""
    name = node.name
    if name is None or not _is_missed(node, name, module):
        return
    new = module.fresh_name("caught")
    renamed = catch_as(node, new, module)
    if renamed is None:
        yield module.open(node, f"{name} is read after the clause, where Python 3 has deleted it")
        return
    yield module.edit(renamed, at_start(node, f"{name} = {new}", module))


def _is_missed(node: ast.ExceptHandler, name: str, module: Module) -> bool:
    statement = module.parent(node)
    assert isinstance(statement, ast.Try)
    if _is_closed_over(node, name):
        return True
    if isinstance(node.body[-1], (ast.Return, ast.Raise)):
        return _read_in(statement.finalbody, name) or _read_where_caught(node, name, module)
    if _read_in(statement.finalbody, name):
        return True
    return read_later(name, statement, module)


def _is_closed_over(node: ast.ExceptHandler, name: str) -> bool:
    """Whether a function that the clause makes reads the name: it may be called later."""
    made = (n for s in node.body for n in ast.walk(s) if isinstance(n, (ast.FunctionDef, ast.Lambda)))
    return any(_read_in(f.body if isinstance(f, ast.FunctionDef) else [f.body], name) for f in made)


def _read_where_caught(node: ast.ExceptHandler, name: str, module: Module) -> bool:
    """Whether a clause around, which catches what `node` raises at its end, reads the name, or lets what follows do."""
    if not isinstance(node.body[-1], ast.Raise):
        return False
    for outer in tries_around(module.parent(node), module):
        if any(c.name != name and _read_in(c.body, name) for c in outer.handlers):
            return True
        goes_on = any(c.name != name and not always_leaves(c.body) for c in outer.handlers)
        if goes_on and read_later(name, outer, module):
            return True
    return False


def _read_in(body: Sequence[ast.AST], name: str) -> bool:
    return any(
        isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
        for s in body
        for n in ast.walk(s)
    )


def catch_as(node: ast.ExceptHandler, name: str, module: Module) -> Part | None:
    """The part that gives a clause's exception another name (or its first one); None when it is not found."""
    start, first = module.span(node).start, module.span(node.body[0]).start
    if node.type is None:
        found = re.compile(r"except()[ \t]*:").match(module.text, start)
        return module.part(Span(*found.span(1)), f" BaseException as {name}") if found else None
    after = module.outer_span(node.type).end
    if node.name is None:
        return module.part(Span(after, after), f" as {name}")
    found = re.compile(rf"[\s)\\]*?\bas[ \t]+({node.name})\b").match(module.text, after, first)
    return module.part(Span(*found.span(1)), name) if found else None


def at_start(node: ast.ExceptHandler, text: str, module: Module) -> Part:
    """The part that puts a simple statement at the start of a clause's body."""
    first = node.body[0]
    start = module.start(first)
    line_start = module.line_starts[first.lineno - 1]
    own_line = not module.text[line_start:start].strip()
    glue = f"\n{module.indentation(first)}" if own_line else "; "
    return module.part(Span(start, start), text + glue)


RULE = Rule(
    id="exception_name",
    family="P17",
    summary="the name of a caught exception ends with its clause",
    before="try:\n    f()\nexcept E as e:\n    pass\nx = e\n",
    after="try:\n    f()\nexcept E as caught:\n    e = caught\n    pass\nx = e\n",
    caveats="A name that only functions elsewhere read (a global) is not seen.",
    triggers=("except",),
    nodes=(ast.ExceptHandler,),
    visit=visit,
)
