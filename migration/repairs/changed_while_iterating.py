"""RuntimeError: dictionary changed size during iteration → the loop goes over a copy."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import wrapped


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Copy what the loops and comprehensions around the line go over, the innermost first."""
    module = scene.module
    rank = 10
    for line in scene.lines:
        sources = [s.iter for s in scene.statements(line) if isinstance(s, ast.For)]
        for kind in (ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp):
            sources += [g.iter for node in scene.on(line, kind) for g in getattr(node, "generators", ())]
        for source in sources:
            copied = isinstance(source, ast.Call) and module.is_builtin(
                source.func, "list", "sorted", "tuple"
            )
            if not copied:
                yield Candidate((wrapped(scene, source, "list"),), rank, f"line {line}")
                rank += 1


REPAIR = Repair(
    id="changed_while_iterating",
    summary="a loop whose body changes what it goes over goes over a copy",
    failure=Failure("RuntimeError", "dictionary changed size during iteration", line=1),
    before="for name, value in globals().items():\n    last = name\n",
    after="for name, value in list(globals().items()):\n    last = name\n",
    caveats="What the body adds is not visited: as with Python 2's lists.",
    pattern=re.compile(
        r"^RuntimeError: (dictionary|OrderedDict|Set|deque)\b.*(changed size|mutated|keys changed)"
    ),
    offer=offer,
)
