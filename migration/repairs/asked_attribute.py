"""An error of the program's own out of hasattr() → has_attribute(): Python 2's took any error for a no."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.helpers import helper
from migration.rules.introspection.hidden_errors import HELPER


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Ask by a helper on the lines that were running: the innermost that asks took the error for a no."""
    calls = [
        call
        for call in scene.along(ast.Call)
        if scene.module.is_builtin(call.func, "hasattr") and len(call.args) == 2
    ]
    for place, call in enumerate(calls):
        name = helper("has_attribute", HELPER, scene.module)
        # What a library raises has other causes as often.
        rank = (12 if match["own"] else 30) + place
        yield Candidate((scene.module.replace(call.func, name),), rank, f"call {place}")


REPAIR = Repair(
    id="asked_attribute",
    summary="what is raised while an attribute is asked for means that there is none",
    failure=Failure("program.errors.NotFound", "no child called value", line=1),
    before="if hasattr(node, 'value') and node.value:\n    x = 1\n",
    after=f"{HELPER.strip()}\n\n\nif has_attribute(node, 'value') and node.value:\n    x = 1\n",
    caveats="An error that tells of something else is taken for a no as well, as it was.",
    pattern=re.compile(
        r"^(?P<own>(?!(?:_pytest|unittest|pytest|json|socket|xml|subprocess)\.)[A-Za-z_]\w*(?:\.\w+)+)(?::|$)"
        r"|^(?:KeyError|IndexError|LookupError|ValueError|NotImplementedError|RuntimeError)(?::|$)"
    ),
    offer=offer,
)
