"""TypeError out of print(…, file=stream): a bytes-like object is required → what is printed is encoded."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import ENCODED_FILE
from migration.source.edits import Part


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Stand between print and its file: on the line; else wherever the file prints to the same."""
    module = scene.module
    crashed = [c for c in scene.crashed(ast.Call) if _file(scene, c) is not None]
    targets = {ast.unparse(_file(scene, c)) for c in crashed}  # type: ignore[arg-type]
    alike = [
        c
        for c in module.nodes_of(ast.Call)
        if isinstance(c, ast.Call) and (file := _file(scene, c)) is not None and ast.unparse(file) in targets
    ]
    for rank, calls in ((8, alike), (9, crashed)):
        edits = []
        for call in calls:
            file = _file(scene, call)
            if file is not None:
                name = module.helper("EncodedFile", ENCODED_FILE)
                edits.append(module.edit(Part(module.span(file), (name, "(", *module.sub(file), ")"))))
        yield Candidate(tuple(edits), rank, f"{len(edits)} calls")


def _file(scene: Scene, call: ast.Call) -> ast.expr | None:
    """What a call of print writes to, unless it encodes already."""
    if not scene.module.is_builtin(call.func, "print"):
        return None
    file = next((k.value for k in call.keywords if k.arg == "file"), None)
    encodes = isinstance(file, ast.Call) and isinstance(file.func, ast.Name) and file.func.id == "EncodedFile"
    return None if encodes or isinstance(file, ast.Constant) else file


REPAIR = Repair(
    id="printed_bytes",
    summary="what is printed to a file of bytes is encoded",
    failure=Failure("TypeError", "a bytes-like object is required, not 'str'", line=2),
    before="def report(stream, value):\n    print('value:', value, file=stream)\n",
    after=(
        ENCODED_FILE.strip("\n") + "\n\n\n"
        "def report(stream, value):\n    print('value:', value, file=EncodedFile(stream))\n"
    ),
    caveats="Other encodings are not told apart.",
    pattern=re.compile(r"^TypeError: (?:memoryview: )?a bytes-like object is required, not 'str'"),
    offer=offer,
    order=30,
)
