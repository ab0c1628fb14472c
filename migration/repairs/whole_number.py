"""TypeError: 'float' object cannot be interpreted as an integer → the division it came from rounds down."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import wrapped
from migration.source.edits import Edit


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Round the divisions on the line, or those that made its values; else make the value whole where it is used."""
    seen: set[ast.AST] = set()
    for line in scene.lines:
        edits = [_floored(scene, d) for d in scene.on(line, ast.BinOp) if isinstance(d.op, ast.Div)]
        yield Candidate(tuple(edits), 10, f"line {line}")
    places = [*scene.crashed(ast.Name), *scene.crashed(ast.Attribute), *scene.crashed(ast.Call)]
    for rank, place in enumerate(places):
        for made in list(scene.producers(place))[1:]:
            for division in ast.walk(made):
                if (
                    isinstance(division, ast.BinOp)
                    and isinstance(division.op, ast.Div)
                    and division not in seen
                ):
                    seen.add(division)
                    yield Candidate((_floored(scene, division),), 20 + rank, "producer")
    for node in scene.crashed(ast.Call):
        if scene.module.is_builtin(node.func, "range", "chr") and node.args:
            yield Candidate(tuple(wrapped(scene, a, "int") for a in node.args), 40, "argument")
    for subscript in scene.crashed(ast.Subscript):
        if not isinstance(subscript.slice, ast.Slice | ast.Tuple | ast.Constant):
            yield Candidate((wrapped(scene, subscript.slice, "int"),), 40, "index")
        elif isinstance(subscript.slice, ast.Slice):
            bounds = [b for b in (subscript.slice.lower, subscript.slice.upper) if b is not None]
            edits = [wrapped(scene, b, "int") for b in bounds if not isinstance(b, ast.Constant)]
            yield Candidate(tuple(edits), 41, "bounds")


def _floored(scene: Scene, division: ast.BinOp) -> Edit:
    module = scene.module
    start = module.outer_span(division.left).end
    offset = module.text.index("/", start)
    return module.insert(offset, "/")


REPAIR = Repair(
    id="whole_number",
    summary="a division whose result has to be whole rounds down",
    failure=Failure("TypeError", "'float' object cannot be interpreted as an integer", line=3),
    before="def halves(n):\n    half = n / 2\n    return range(half)\n",
    after="def halves(n):\n    half = n // 2\n    return range(half)\n",
    caveats="Python 2 rounded only divisions of whole numbers.",
    pattern=re.compile(
        r"'float' object cannot be interpreted as an integer|indices must be integers|slice indices must be"
        r"|^IndexError: only integers, slices \(`:`\), ellipsis"
        r"|can't multiply sequence by non-int of type 'float'|integer (?:is )?(?:required|argument expected)"
        r"|an integer is required|required argument is not an integer|expected integer|integer is required"
    ),
    offer=offer,
)
