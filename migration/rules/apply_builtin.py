"""apply(f, args, keywords) → f(*args, **keywords)."""

from __future__ import annotations

import ast

from migration.edits import Piece
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._builtins import is_old_builtin


def visit(node: ast.Call, module: Module) -> Findings:
    """Call directly; a literal tuple of arguments is written out."""
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


RULE = Rule(
    id="apply_builtin",
    family="P12",
    summary="apply(f, a, k) is f(*a, **k)",
    before="x = apply(f, a, k)\n",
    after="x = f(*a, **k)\n",
    triggers=("apply",),
    evidence=True,
    nodes=(ast.Call,),
    names=frozenset(["apply"]),
    visit=visit,
)
