"""TypeError: unsupported operand type(s) for /: 'Vector' and 'int' → the class divides by the method that it has."""

from __future__ import annotations

import re

from migration.analysis.classes import methods
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.rewriting.members import after

_METHODS = {"/": ("__truediv__", "__div__"), "/=": ("__itruediv__", "__idiv__")}
_MIRRORED = ("__rtruediv__", "__rdiv__")
#: Names of the old methods, also as they are put together from pieces.
_KNOWN = re.compile(r"\b(?:__)?[ri]?div(?:__)?\b")


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Hand on to the old method in classes of this file, which get it in a way that no rule sees."""
    if not _KNOWN.search(scene.module.text):
        return
    wanted = [(match["left"], _METHODS[match["operator"]])]
    if match["operator"] == "/":
        wanted.append((match["right"], _MIRRORED))
    for name, (new, old) in wanted:
        for cls in scene.classes(name):
            own = methods(cls)
            lines = ["", f"def {new}(self, other):", f"    return self.{old}(other)"]
            part = after(cls.body[-1], lines, scene.module) if new not in own else None
            if part is not None:
                yield Candidate((scene.module.edit(part),), 20, f"{name} {new}")


REPAIR = Repair(
    id="division_method",
    summary="a class whose division was set from outside divides by it",
    failure=Failure("TypeError", "unsupported operand type(s) for /: 'Vector' and 'int'", line=6),
    before=(
        "class Vector:\n    x = 4\nfor name in ('div', 'idiv'):\n"
        "    setattr(Vector, '__%s__' % name, lambda self, other: self.x / other)\n\nhalf = Vector() / 2\n"
    ),
    after=(
        "class Vector:\n    x = 4\n\n    def __truediv__(self, other):\n        return self.__div__(other)\n"
        "for name in ('div', 'idiv'):\n"
        "    setattr(Vector, '__%s__' % name, lambda self, other: self.x / other)\n\nhalf = Vector() / 2\n"
    ),
    caveats="A class that lacks the old method, too, fails in the new one.",
    pattern=re.compile(
        r"^TypeError: unsupported operand type\(s\) for (?P<operator>/=?): '(?P<left>\w+)' and '(?P<right>\w+)'"
    ),
    offer=offer,
)
