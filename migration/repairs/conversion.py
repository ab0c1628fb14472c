"""TypeError: decoding str is not supported, string argument without an encoding → str() and bytes() of either kind."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import encoded
from migration.trees.precedence import Precedence


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Convert only what is not of the kind already."""
    module = scene.module
    for call in scene.crashed(ast.Call):
        if module.is_builtin(call.func, "str") and len(call.args) > 1:
            value = call.args[0]
            if isinstance(value, ast.Name | ast.Attribute):
                text = module.source(module.span(value))
                pieces = (text, f" if isinstance({text}, str) else ", module.span(call))
                yield Candidate(
                    (module.replace(call, *pieces, precedence_of_new=Precedence.TERNARY),), 10, "if needed"
                )
            yield Candidate((module.replace(call, "str(", *module.sub(value), ")"),), 20, "plain")
        elif module.is_builtin(call.func, "bytes", "bytearray") and len(call.args) == 1:
            edit = encoded(scene, call.args[0], True)
            yield Candidate((edit,) if edit else (), 10, "encoded")
        elif module.is_builtin(call.func, "bytes", "bytearray") and len(call.args) > 1:
            yield Candidate((module.replace(call, "bytes(", *module.sub(call.args[0]), ")"),), 10, "plain")


REPAIR = Repair(
    id="conversion",
    summary="str() and bytes() take what is of the kind already",
    failure=Failure("TypeError", "decoding str is not supported", line=2),
    before="def text(x):\n    return str(x, 'utf-8')\n",
    after="def text(x):\n    return x if isinstance(x, str) else str(x, 'utf-8')\n",
    caveats="Octets that were read into text one to one stay as they are.",
    pattern=re.compile(
        r"decoding str is not supported|decoding to str: need a bytes-like object"
        r"|string argument without an encoding|encoding without a string argument"
    ),
    offer=offer,
)
