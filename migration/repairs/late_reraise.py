"""RuntimeError: No active exception to reraise → the exception that was handled before is raised again."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.helpers import helper, inside_helper
from migration.source.edits import Edit, Part, Span

HELPER = '''
def handled(kept=[None]):
    """The exception that is being handled, or else the one that was when this was called last."""
    kept[0] = sys.exc_info()[1] or kept[0]
    return kept[0]
'''


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Note the exceptions of the functions that were running, or of the file; raise the last where none is handled."""
    module = scene.module
    bare = [
        s
        for line in scene.lines[:1]
        for s in scene.statements(line)[:1]
        if isinstance(s, ast.Raise) and s.exc is None and not inside_helper(s, HELPER, module)
    ]
    if not bare:
        return
    name = helper("handled", HELPER, module, ("import sys",))
    raised = [module.edit(Part(module.span(s), ("raise ", name, "()"))) for s in bare]
    running = {id(f): f for line in scene.lines if (f := scene.function(line)) is not None}
    for rank, places in ((10, list(running.values())), (14, [module.tree])):
        handlers = [h for place in places for h in ast.walk(place) if isinstance(h, ast.ExceptHandler)]
        noted = [edit for h in dict.fromkeys(handlers) if (edit := _noted(scene, h)) is not None]
        if noted:
            yield Candidate((*raised, *noted), rank, "running" if rank == 10 else "file")


def _noted(scene: Scene, handler: ast.ExceptHandler) -> Edit | None:
    """`handled()` as the first statement of a handler; None where that shares its line."""
    module, first = scene.module, handler.body[0]
    start = module.line_starts[first.lineno - 1]
    if module.text[start : module.start(first)].strip():
        return None
    name = helper("handled", HELPER, module, ("import sys",))
    return module.edit(Part(Span(start, start), (module.indentation(first), name, "()\n")))


REPAIR = Repair(
    id="late_reraise",
    summary="what was handled before is raised again by a bare raise",
    failure=Failure("RuntimeError", "No active exception to reraise", line=6),
    before=(
        "def run(job, log):\n    try:\n        job()\n    except ValueError:\n        log()\n    raise\n"
    ),
    after=(
        "import sys\n\n" + HELPER.rstrip() + "\n\n\ndef run(job, log):\n    try:\n        job()\n"
        "    except ValueError:\n        handled()\n        log()\n    raise handled()\n"
    ),
    caveats="The last exception is kept, with its frames, until another is handled.",
    pattern=re.compile(r"^RuntimeError: No active exception to reraise"),
    offer=offer,
    doubt="the last exception that was handled is raised here: say whether another is meant",
)
