"""TypeError: 'Level' object cannot be interpreted as an integer → the class that has __int__ gets __index__."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import methods
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import wrapped
from migration.rewriting.members import after

#: Values of these have a fraction or are text: `whole_number` and others know them.
_OTHERS = frozenset(["float", "str", "bytes", "NoneType", "list", "tuple", "dict"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Give the class its number; one of another file is asked for it where it is used."""
    name = (match["interpreted"] or match["formatted"]).rpartition(".")[2]
    if name in _OTHERS:
        return
    for cls in scene.classes(name):
        own = methods(cls)
        method = next((name for name in ("__int__", "__long__") if name in own), None)
        if "__index__" in own or method is None:
            continue
        lines = ["", "def __index__(self):", f"    return self.{method}()"]
        part = after(own[method], lines, scene.module)
        if part is not None:
            yield Candidate((scene.module.edit(part),), 10, "class")
    for position, value in enumerate(_used(scene)):
        yield Candidate((wrapped(scene, value, "int"),), 30 + position, f"used {position}")


def _used(scene: Scene) -> list[ast.expr]:
    """What the line uses as numbers: variables that go into range(), chr(), a format or a method that counts."""
    found: list[ast.expr] = [
        a
        for call in scene.crashed(ast.Call)
        if not scene.module.is_builtin(call.func, "int", "len", "str", "isinstance")
        for a in call.args
    ]
    for operation in scene.crashed(ast.BinOp):
        if isinstance(operation.op, ast.Mod):
            right = operation.right
            found += right.elts if isinstance(right, ast.Tuple) else [right]
    plain: list[ast.expr] = [
        v for v in found if isinstance(v, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
    ]
    return list(dict.fromkeys(plain))[:3]


REPAIR = Repair(
    id="index_method",
    summary="an object with __int__ is a whole number to range(), chr() and formats",
    failure=Failure("TypeError", "'Level' object cannot be interpreted as an integer", line=4),
    before="class Level:\n    def __int__(self):\n        return 2\nrows = list(range(Level()))\n",
    after=(
        "class Level:\n    def __int__(self):\n        return 2\n\n    def __index__(self):\n"
        "        return self.__int__()\nrows = list(range(Level()))\n"
    ),
    caveats="Its instances are then taken for indexes, too.",
    pattern=re.compile(
        r"^TypeError: '(?P<interpreted>\w+)' object cannot be interpreted as an integer"
        r"|^TypeError: %[cdiouxX] format: an integer is required, not (?P<formatted>[\w.]+)"
    ),
    offer=offer,
    order=40,
)
