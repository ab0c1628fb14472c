"""UnboundLocalError: … variable 'e' after its clause → the exception keeps a name of its own."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Part, Span


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Bind the name anew inside the clause: Python 3 only deletes the one that the clause itself names."""
    module = scene.module
    name = match["name"]
    within: ast.AST = (scene.function(scene.lines[0]) if scene.lines else None) or module.tree
    for place, rank in ((within, 10), (module.tree, 20)):
        edits = []
        for handler in ast.walk(place):
            if not isinstance(handler, ast.ExceptHandler) or handler.name != name or handler.type is None:
                continue
            fresh = module.fresh_name(f"{name}_caught")
            first = handler.body[0]
            after = module.span(handler.type).end
            offset = module.text.index(name, module.text.index(" as ", after) + len(" as "))
            indent = module.indentation(first)
            if "\n" not in module.text[offset : module.start(first)]:
                continue
            line = module.line_starts[first.lineno - 1]
            edits.append(
                module.edit(
                    Part(Span(offset, offset + len(name)), (fresh,)),
                    Part(Span(line, line), (f"{indent}{name} = {fresh}\n",)),
                )
            )
        yield Candidate(tuple(edits), rank, "function" if rank == 10 else "file")


REPAIR = Repair(
    id="exception_variable",
    summary="an exception that is used after its clause keeps its name",
    failure=Failure(
        "UnboundLocalError",
        "cannot access local variable 'e' where it is not associated with a value",
        line=6,
    ),
    before="def f():\n    try:\n        g()\n    except ValueError as e:\n        pass\n    return e\n",
    after=(
        "def f():\n    try:\n        g()\n    except ValueError as e_caught:\n        e = e_caught\n        pass\n"
        "    return e\n"
    ),
    caveats="The exception then lives as long as the name, with its frames.",
    pattern=re.compile(
        r"^(?:UnboundLocalError: (?:cannot access )?local variable|NameError: (?:free variable|name)) '(?P<name>\w+)'"
    ),
    offer=offer,
    order=30,
)
