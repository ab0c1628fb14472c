"""class C(object, Classic) → class C(Classic, object): every class derives from object now."""

from __future__ import annotations

import ast

from migration.rule import Findings, Phase, Rule
from migration.view.module import Module


def visit(node: ast.ClassDef, module: Module) -> Findings:
    """Put `object` behind the other bases, where Python 3 can order them."""
    if len(node.bases) < 2:
        return
    objects = [b for b in node.bases if module.is_builtin(b, "object")]
    if (
        len(objects) != 1
        or node.bases[-1] is objects[0]
        or any(isinstance(b, ast.Starred) for b in node.bases)
    ):
        return
    order = [b for b in node.bases if b is not objects[0]] + objects
    yield module.edit(
        *(module.part(old, *module.sub(new)) for old, new in zip(node.bases, order, strict=True))
    )


RULE = Rule(
    id="object_before_base",
    family="P14",
    summary="object has to be the last base",
    before="class C(object, D): pass\n",
    after="class C(D, object): pass\n",
    caveats="Python 2 took __init__, __repr__ and the like from object first when the other base was a classic class.",
    triggers=("object",),
    phase=Phase.FINISH,
    nodes=(ast.ClassDef,),
    visit=visit,
)
