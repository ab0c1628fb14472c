"""from twisted.python.util import unsignedID → id: names that newer releases of libraries have elsewhere."""

from __future__ import annotations

from migration.rule import Rule
from migration.rules._moves import Move, Moves, semantic

_RESOURCES = ("ErrorPage", "ForbiddenResource", "NoResource")
MOVES = Moves(
    {
        # What was below zero in Python 2 is not: id() gives no such numbers.
        "twisted.python.util.unsignedID": Move("builtins.id"),
        "twisted.python.hashlib.md5": Move("hashlib.md5"),
        "twisted.python.hashlib.sha1": Move("hashlib.sha1"),
        **{f"twisted.web.error.{name}": semantic(f"twisted.web.resource.{name}") for name in _RESOURCES},
    }
)

RULE = Rule(
    id="library_names",
    family="P11",
    summary="names that releases of libraries for Python 3 have elsewhere",
    before="from twisted.python.util import unsignedID\nprint hex(unsignedID(x))\n",
    after="print(hex(id(x)))\n",
    caveats="Twisted: what went with Python 2, or was kept for compatibility with the oldest of its releases.",
    triggers=MOVES.triggers,
    nodes=MOVES.nodes,
    names=MOVES.names,
    imports=MOVES.heads,
    visit=MOVES.visit,
)
