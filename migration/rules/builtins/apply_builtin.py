"""apply(f, args, keywords) → f(*args, **keywords); a function that `@apply` stands above is called at once."""

from __future__ import annotations

import ast

from migration.analysis.builtins import is_old_builtin
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

#: Since when any expression may stand behind the `@`.
_ANY_DECORATOR = (3, 9)


def visit(node: ast.Call | ast.Name, module: Module) -> Findings:
    """Call directly; a literal tuple of arguments is written out."""
    if isinstance(node, ast.Name):
        yield from _as_decorator(node, module)
        return
    if not is_old_builtin(node.func, module, "apply"):
        return
    if node.keywords or not 1 <= len(node.args) <= 3 or any(isinstance(a, ast.Starred) for a in node.args):
        yield module.open(node.func, "apply is gone; call the function directly")
        return
    function, *rest = node.args
    given: list[list[Piece]] = []
    if rest:
        listed = rest[0]
        if isinstance(listed, (ast.Tuple, ast.List)) and not any(
            isinstance(e, ast.Starred) for e in listed.elts
        ):
            given += [list(module.sub(e)) for e in listed.elts]
        else:
            given.append(["*", *module.sub(listed)])
    if len(rest) > 1:
        given.append(["**", *module.sub(rest[1])])
    pieces: list[Piece] = []
    for one in given:
        pieces += [", ", *one] if pieces else one
    yield module.replace(node, *module.atom(function), "(", *pieces, ")")


def _as_decorator(node: ast.Name, module: Module) -> Findings:
    """What is below is called with nothing, and its name is that of the result: mostly a property of a class."""
    below = module.parent(node)
    if node not in getattr(below, "decorator_list", ()) or not is_old_builtin(node, module, "apply"):
        return
    if module.target < _ANY_DECORATOR:
        yield module.open(node, "apply is gone; call the function below its definition")
        return
    yield module.replace(node, "lambda function: function()")


RULE = Rule(
    id="apply_builtin",
    family="P12",
    summary="apply(f, a, k) is f(*a, **k)",
    before="x = apply(f, a, k)\n",
    after="x = f(*a, **k)\n",
    triggers=("apply",),
    evidence=True,
    nodes=(ast.Call, ast.Name),
    names=frozenset(["apply"]),
    visit=visit,
)
