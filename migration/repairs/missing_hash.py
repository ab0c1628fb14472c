"""TypeError: unhashable type: 'X' → the class that defines __eq__ keeps the hash it had."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import methods
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import wrapped
from migration.rewriting.members import after


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Name the hash again in the class, if it is of this file; a list or view as a key becomes a tuple."""
    module = scene.module
    for cls in scene.classes(match["type"]):
        own = methods(cls)
        if "__hash__" in own or not own:
            continue
        last = own.get("__eq__") or list(own.values())[-1]
        part = after(last, ["", "__hash__ = object.__hash__"], module)
        if part is not None:
            yield Candidate((module.edit(part),), 10, "class")
    if match["type"] in ("dict_keys", "dict_values", "dict_items"):
        for call in scene.along(ast.Call):
            if isinstance(call.func, ast.Attribute) and call.func.attr in ("keys", "values", "items"):
                yield Candidate((wrapped(scene, call, "tuple"),), 20, "tuple")


REPAIR = Repair(
    id="missing_hash",
    summary="a class with __eq__ is hashed as it was",
    failure=Failure("TypeError", "unhashable type: 'Column'", line=4),
    before="class Column:\n    def __eq__(self, other):\n        return True\nknown = {Column(): 1}\n",
    after=(
        "class Column:\n    def __eq__(self, other):\n        return True\n\n    __hash__ = object.__hash__\n"
        "known = {Column(): 1}\n"
    ),
    caveats="Equal objects then have different hashes, as they had under Python 2.",
    pattern=re.compile(r"unhashable type: '(?P<type>\w+)'"),
    offer=offer,
)
