"""AssertionError: 'm.A' != 'm.f.<locals>.A' → a class that a function defines goes by its own name alone, as it did."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import methods
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.members import after
from migration.source.edits import Part

_NAMED = re.compile(r"<locals>\.(?P<name>[A-Za-z_]\w*)")


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Give the classes of these names that functions define their names of Python 2: those around the failure first."""
    module, names = scene.module, set(_NAMED.findall(scene.failure.message))
    around = {module.function(n) for line in scene.lines for n in scene.statements(line)[:1]} - {None}
    found: list[tuple[ast.AST | None, Part]] = []
    for owner in module.nodes_of(ast.ClassDef):
        function = module.parent(owner)
        if not (
            isinstance(owner, ast.ClassDef) and owner.name in names and isinstance(function, ast.FunctionDef)
        ):
            continue
        part = after(owner.body[-1], ["", f'__qualname__ = "{owner.name}"'], module)
        if part is not None and "__qualname__" not in methods(owner):
            found.append((function, part))
    here = [part for function, part in found if function in around]
    yield Candidate(tuple(module.edit(part) for part in here), 20, "here")
    if len(here) < len(found):
        yield Candidate(tuple(module.edit(part) for _, part in found), 25, "file")


REPAIR = Repair(
    id="local_class",
    summary="a class that a function defines is shown by its own name alone",
    failure=Failure("AssertionError", "'m.Each' != 'm.test.<locals>.Each'", line=4),
    before="def test():\n    class Each:\n        x = 1\n    assert shown(Each) == 'm.Each'\n",
    after=(
        'def test():\n    class Each:\n        x = 1\n\n        __qualname__ = "Each"\n'
        "    assert shown(Each) == 'm.Each'\n"
    ),
    caveats="What asks for the qualified name of Python 3 gets that of Python 2.",
    pattern=re.compile(r"^(?:AssertionError|MismatchError|Mismatch|DocTestFailure): [\s\S]*<locals>\.\w"),
    offer=offer,
)
