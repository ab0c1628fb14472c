"""TypeError: sequence item 0: expected str instance, bytes found → the separator is bytes, or the items are decoded."""

from __future__ import annotations

import ast
import re

from migration.analysis.strings.as_bytes import HELPER as AS_BYTES
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import decoded, encoded, method_of, wrapped
from migration.rewriting.as_text import HELPER as AS_TEXT
from migration.source.edits import Part


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Give the separator the kind of the items; else the items that of the separator."""
    module = scene.module
    for call in scene.crashed(ast.Call):
        if method_of(call) != "join" or len(call.args) != 1 or not isinstance(call.func, ast.Attribute):
            continue
        separator, items = call.func.value, call.args[0]
        wants_text = match["found"] == "bytes"
        edit = encoded(scene, separator) if wants_text else decoded(scene, separator)
        yield Candidate((edit,) if edit else (), 20 if match["item"] == "0" else 26, "separator")
        helper = module.helper("as_text", AS_TEXT) if wants_text else module.helper("as_bytes", AS_BYTES)
        if isinstance(items, ast.GeneratorExp | ast.ListComp):
            yield Candidate((wrapped(scene, items.elt, helper),), 24, "items")
        else:
            pieces = (helper, "(item) for item in ", *module.sub(items))
            yield Candidate((module.edit(Part(module.span(items), pieces)),), 24, "items")


REPAIR = Repair(
    id="joined_bytes",
    summary="what is joined and its separator become the same kind",
    failure=Failure("TypeError", "sequence item 0: expected str instance, bytes found", line=2),
    before="def whole(parts):\n    return ''.join(parts)\n",
    after="def whole(parts):\n    return b''.join(parts)\n",
    caveats="An empty list is joined without complaint either way: there the kind of the separator decides.",
    pattern=re.compile(
        r"sequence item (?P<item>\d+): expected (?:str instance|a bytes-like object), (?P<found>bytes|str) found"
    ),
    offer=offer,
)
