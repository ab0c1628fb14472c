"""ValueError: can't have unbuffered text I/O → text is buffered by lines; without a buffer are files of bytes only."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import method_of
from migration.source.edits import Edit
from migration.trees.precedence import Precedence

#: Where the calls that open a file take the mode and the size of the buffer.
_OPENING = {"builtins.open": (1, 2), "io.open": (1, 2), "os.fdopen": (1, 2), "codecs.open": (1, 4)}
_MAKEFILE = (0, 1)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Another size for the buffer, as long as the mode is one of text."""
    for call in scene.crashed(ast.Call):
        name = scene.module.qualified_name(call.func) or ""
        places = _MAKEFILE if method_of(call) == "makefile" else _OPENING.get(name)
        if places is None:
            continue
        size = _argument(call, places[1], "buffering", "bufsize")
        if size is not None:
            yield Candidate((_buffered(scene, size, _argument(call, places[0], "mode")),), 10, "size")


def _argument(call: ast.Call, place: int, *names: str) -> ast.expr | None:
    if len(call.args) > place and not any(isinstance(a, ast.Starred) for a in call.args):
        return call.args[place]
    return next((k.value for k in call.keywords if k.arg in names), None)


def _buffered(scene: Scene, size: ast.expr, mode: ast.expr | None) -> Edit:
    module = scene.module
    if isinstance(size, ast.Constant):
        return module.replace(size, "1")
    if mode is None or isinstance(mode, ast.Constant):
        return module.replace(
            size, *module.sub(size, Precedence.AND), " or 1", precedence_of_new=Precedence.OR
        )
    asked, kept = module.source(module.span(mode)), module.sub(size, Precedence.OR)
    pieces = (*kept, " if ", *kept, f' or "b" in {asked} else 1')
    return module.replace(size, *pieces, precedence_of_new=Precedence.TERNARY)


REPAIR = Repair(
    id="text_buffering",
    summary="a file of text that was to have no buffer is buffered by lines",
    failure=Failure("ValueError", "can't have unbuffered text I/O", line=2),
    before="def start(path, size):\n    return open(path, 'a', size)\n",
    after="def start(path, size):\n    return open(path, 'a', size or 1)\n",
    caveats="What ends in no newline is written when the file is flushed or closed.",
    pattern=re.compile(r"^ValueError: (?:can't have unbuffered text I/O|unbuffered streams must be binary)"),
    offer=offer,
)
