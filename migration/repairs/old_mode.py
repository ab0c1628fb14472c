"""ValueError: invalid mode: 'rU' → the letter U, which text mode means anyway, is left out."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.source.edits import Edit
from migration.trees.precedence import Precedence

_OPENING = frozenset(["builtins.open", "io.open", "os.fdopen", "codecs.open", "tarfile.open"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Without the letter: where the mode is spelled out; else where the file is opened."""
    for call in scene.crashed(ast.Call):
        mode = next((k.value for k in call.keywords if k.arg == "mode"), None)
        if mode is None and len(call.args) > 1 and not isinstance(call.args[1], ast.Starred):
            mode = call.args[1]
        name = scene.module.qualified_name(call.func) or ""
        if mode is None or (name not in _OPENING and getattr(call.func, "attr", "") != "open"):
            continue
        yield Candidate((_without(scene, mode),), 10, "mode")


def _without(scene: Scene, mode: ast.expr) -> Edit:
    module = scene.module
    if isinstance(mode, ast.Constant) and isinstance(mode.value, str):
        return module.replace(mode, repr(mode.value.replace("U", "") or "r"))
    return module.replace(mode, *module.sub(mode, Precedence.ATOM), '.replace("U", "") or "r"',
                          precedence_of_new=Precedence.OR)  # fmt: skip


REPAIR = Repair(
    id="old_mode",
    summary="the mode of a file has no U",
    failure=Failure("ValueError", "invalid mode: 'rU'", line=2),
    before="def start(path, flags):\n    return open(path, flags)\n",
    after='def start(path, flags):\n    return open(path, flags.replace("U", "") or "r")\n',
    caveats="'rbU' read bytes with newlines as they are in the file, and does so.",
    pattern=re.compile(r"^ValueError: (?:invalid mode: '\w*U\w*'|.*'U' mode|mode string must begin with)"),
    offer=offer,
)
