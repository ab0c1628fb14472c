"""TypeError: Cannot create a consistent method resolution order for bases object, X → object is no base beside X."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Part, Span
from migration.trees.precedence import Precedence


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Take `object` out of bases that derive from it; else put the bases in the order of their derivation."""
    module = scene.module
    for line in scene.lines[:1]:
        for cls in scene.statements(line):
            if isinstance(cls, ast.AugAssign) and getattr(cls.target, "attr", "") == "__bases__":
                # What derives from a present base comes before it.
                target = module.source(module.span(cls.target))
                pieces = (f"{target} = ", *module.sub(cls.value, Precedence.SUM), f" + {target}")
                yield Candidate((module.edit(Part(module.span(cls), pieces)),), 10, "added first")
            if not isinstance(cls, ast.ClassDef) or len(cls.bases) < 2:
                continue
            for position, base in enumerate(cls.bases):
                if module.is_builtin(base, "object"):
                    following = position + 1 < len(cls.bases)
                    span = (
                        Span(module.start(base), module.start(cls.bases[position + 1]))
                        if following
                        else Span(module.span(cls.bases[position - 1]).end, module.span(base).end)
                    )
                    yield Candidate((module.edit(Part(span, ())),), 10, "object")
            if len(cls.bases) == 2:
                first, second = module.span(cls.bases[0]), module.span(cls.bases[1])
                edit = module.edit(
                    Part(first, (module.source(second),)), Part(second, (module.source(first),))
                )
                yield Candidate((edit,), 20, "order")


REPAIR = Repair(
    id="base_order",
    summary="a base that the others derive from comes last, and object is left out",
    failure=Failure(
        "TypeError",
        "Cannot create a consistent method resolution order (MRO) for bases object, Mixin",
        line=3,
    ),
    before="class Mixin:\n    pass\nclass Box(object, Mixin):\n    pass\n",
    after="class Mixin:\n    pass\nclass Box(Mixin):\n    pass\n",
    caveats="Another order finds another method first where several bases define one.",
    pattern=re.compile(r"[Cc]annot create a consistent method resolution"),
    offer=offer,
)
