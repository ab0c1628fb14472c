"""TypeError: 'dict_keys' object is not subscriptable, 'map' has no len() → a list, where the value is made."""

from __future__ import annotations

import ast
import re

from migration.repair import Candidate, Candidates, Failure, Repair
from migration.repairs._values import wrapped
from migration.scene import Scene


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Make a list of the view or iterator: on the line, where its name was bound, or anywhere on the way."""
    kind = match["kind"].removeprefix("odict_").removeprefix("dict_")
    seen: set[ast.expr] = set()
    for rank, node in _places(scene):
        if node not in seen and _makes(scene, node, kind):
            seen.add(node)
            yield Candidate((wrapped(scene, node, "list"),), rank, f"{rank}")
    for node in scene.crashed(ast.Subscript, ast.Call):
        value = node.value if isinstance(node, ast.Subscript) else _first(node)
        if value is not None and not seen and isinstance(value, ast.Name | ast.Attribute):
            yield Candidate((wrapped(scene, value, "list"),), 60, "at the use")


def _places(scene: Scene) -> list[tuple[int, ast.expr]]:
    crashed = scene.crashed(ast.Call)
    found: list[tuple[int, ast.expr]] = [(10, node) for node in crashed]
    for node in scene.crashed(ast.Name, ast.Attribute):
        found += [(20 + depth, made) for depth, made in enumerate(list(scene.producers(node))[1:8])]
    for node in crashed:
        found += [(30 + depth, made) for depth, made in enumerate(list(scene.producers(node))[1:8])]
    found += [(40, node) for node in scene.along(ast.Call)]
    return found


def _makes(scene: Scene, node: ast.expr, kind: str) -> bool:
    """Whether `node` is a call that gives such a value, and nothing has made a list of it yet."""
    if not isinstance(node, ast.Call):
        return False
    parent = scene.module.parent(node)
    if isinstance(parent, ast.Call) and scene.module.is_builtin(
        parent.func, "list", "sorted", "tuple", "set"
    ):
        return False
    if kind in ("keys", "values", "items"):
        return isinstance(node.func, ast.Attribute) and node.func.attr == kind and not node.args
    return scene.module.is_builtin(node.func, kind)


def _first(call: ast.expr) -> ast.expr | None:
    return call.args[0] if isinstance(call, ast.Call) and len(call.args) == 1 else None


REPAIR = Repair(
    id="lazy_result",
    summary="a view or iterator that is used as a list becomes one where it is made",
    failure=Failure("TypeError", "'dict_keys' object is not subscriptable", line=3),
    before="def first(d):\n    names = d.keys()\n    return names[0]\n",
    after="def first(d):\n    names = list(d.keys())\n    return names[0]\n",
    caveats="The producer is looked for in this file.",
    pattern=re.compile(
        r"^(?:Type|Attribute)Error: .*['\" ](?P<kind>o?dict_(?:keys|values|items)|odict_(?:keys|values|items)"
        r"|map|filter|zip|range|reversed|enumerate)(?:['\"]| is not JSON)"
    ),
    offer=offer,
)
