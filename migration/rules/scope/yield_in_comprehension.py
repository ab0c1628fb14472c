"""[(yield i) for i in s] → a loop: Python 3 allows no yield in a comprehension."""

from __future__ import annotations

import ast

from migration.rule import Findings, Rule
from migration.source.edits import Span
from migration.view.module import Module


def visit(node: ast.ListComp, module: Module) -> Findings:
    """Rewrite a list comprehension that a statement evaluates before all else; report the others."""
    if not any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in _own(node)):
        return
    statement = module.statement(node)
    whole = isinstance(statement, (ast.Expr, ast.Assign)) and _comes_first(node, statement, module)
    block = module.block(statement)
    alone = all(s is statement or s.lineno != statement.lineno for s in block)
    if not whole or not alone or "\n" in module.source(module.span(node)):
        yield module.open(node, "yield is not allowed in a comprehension; write a loop")
        return
    indentation = module.indentation(statement)
    assigned = not (isinstance(statement, ast.Expr) and statement.value is node)
    result = module.fresh_name("results")
    lines, depth = [f"{result} = []"] if assigned else [], indentation
    for generator in node.generators:
        target, source = (module.source(module.span(n)) for n in (generator.target, generator.iter))
        lines.append(f"{depth}for {target} in {source}:")
        depth += "    "
        for condition in generator.ifs:
            lines.append(f"{depth}if {module.source(module.span(condition))}:")
            depth += "    "
    element = module.source(module.span(node.elt))
    kept = f"({element})" if isinstance(node.elt, (ast.Yield, ast.YieldFrom)) else element
    lines.append(f"{depth}{result}.append({kept})" if assigned else f"{depth}{element}")
    if assigned:
        lines.append(indentation)
        start, end = module.start(statement), module.span(statement).end
        before, after = Span(start, module.start(node)), Span(module.span(node).end, end)
        yield module.replace_span(Span(start, end), "\n".join(lines).lstrip(), before, result, after)
        return
    start = module.start(statement)
    yield module.replace_span(Span(start, module.span(statement).end), "\n".join(lines).lstrip())


def _comes_first(node: ast.ListComp, statement: ast.stmt, module: Module) -> bool:
    """Whether nothing of a statement is evaluated before a comprehension but names: `x = dict([…])`."""
    inner: ast.AST = node
    while (outer := module.parent(inner)) is not statement:
        if isinstance(outer, ast.Call):
            named = all(
                isinstance(n, (ast.Name, ast.Attribute, ast.expr_context)) for n in ast.walk(outer.func)
            )
            if not (inner is outer.func or (outer.args[:1] == [inner] and named)):
                return False
        elif not isinstance(outer, ast.Attribute):
            return False
        inner = outer
    return getattr(statement, "value", None) is inner


def _own(node: ast.ListComp) -> list[ast.AST]:
    found: list[ast.AST] = []
    pending: list[ast.AST] = [node]
    while pending:
        current = pending.pop()
        found.append(current)
        pending.extend(
            c for c in ast.iter_child_nodes(current) if not isinstance(c, (ast.Lambda, ast.GeneratorExp))
        )
    return found


RULE = Rule(
    id="yield_in_comprehension",
    family="P17",
    summary="a list comprehension that yields becomes a loop",
    before="def f(s):\n    x = [(yield i) for i in s]\n",
    after="def f(s):\n    results = []\n    for i in s:\n        results.append((yield i))\n    x = results\n",
    triggers=("yield",),
    evidence=True,
    nodes=(ast.ListComp,),
    visit=visit,
)
