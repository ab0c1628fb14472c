"""RuntimeError: generator raised StopIteration → the generator returns where its source is exhausted."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Catch the end of the source around the statement that asks it for more."""
    module = scene.module
    generators = {id(f): f for line in scene.lines if (f := scene.function(line)) is not None}
    for rank, function in enumerate(generators.values()):
        edits = []
        for statement in ast.walk(function):
            if not isinstance(statement, ast.stmt) or hasattr(statement, "body") or not _asks(statement):
                continue
            if any(isinstance(a, ast.Try) for a in module.ancestors(statement)):
                continue
            span, indent = module.line_span(statement), module.indentation(statement)
            body = "".join(
                f"    {row}" if row.strip() else row for row in module.source(span).splitlines(keepends=True)
            )
            tail = "" if body.endswith("\n") else "\n"
            text = f"{indent}try:\n{body}{tail}{indent}except StopIteration:\n{indent}    return\n"
            edits.append(module.replace_span(span, text))
        yield Candidate(tuple(edits), 10 + rank, function.name)


def _asks(statement: ast.stmt) -> bool:
    """Whether a statement asks an iterator for its next item, and for no default."""
    return any(
        isinstance(n, ast.Call)
        and (
            (isinstance(n.func, ast.Name) and n.func.id == "next" and len(n.args) == 1)
            or (isinstance(n.func, ast.Attribute) and n.func.attr in ("next", "__next__") and not n.args)
        )
        for n in ast.walk(statement)
    )


REPAIR = Repair(
    id="stopped_generator",
    summary="a generator whose source is exhausted returns",
    failure=Failure("RuntimeError", "generator raised StopIteration", line=4),
    before=(
        "def pairs(rows):\n    rows = iter(rows)\n    while True:\n        first = next(rows)\n"
        "        yield first\n"
    ),
    after=(
        "def pairs(rows):\n    rows = iter(rows)\n    while True:\n        try:\n            first = next(rows)\n"
        "        except StopIteration:\n            return\n        yield first\n"
    ),
    caveats="Strings over several lines are indented with their statement.",
    pattern=re.compile(r"generator raised StopIteration"),
    offer=offer,
)
