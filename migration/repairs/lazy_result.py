"""TypeError: 'dict_keys' object is not subscriptable, 'map' has no len() → a list, where the value is made."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import at_entry, wrapped

#: The rank of a list that is made where a value is used.
_IN_PLACE = 60


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Make a list of the view or iterator: on the line, where its name was bound, or anywhere on the way."""
    kind = match["kind"].removeprefix("odict_").removeprefix("dict_")
    seen: set[ast.expr] = set()
    for rank, node in _places(scene):
        if node not in seen and _makes(scene, node, kind):
            seen.add(node)
            yield Candidate((wrapped(scene, node, "list"),), rank, f"{rank}")
    for rank, value in _used(scene, match):
        edit = at_entry(scene, value, "list")
        yield Candidate((edit,) if edit else (), rank - 3, f"from the start {rank}")
        if rank < _IN_PLACE or isinstance(value, ast.Call) or "has no attribute" not in match.string:
            # A list made in place of a variable would be changed, and thrown away.
            yield Candidate((wrapped(scene, value, "list"),), rank, f"used {rank}")


def _used(scene: Scene, match: re.Match[str]) -> Iterator[tuple[int, ast.expr]]:
    """What the line uses as a list, and what a variable among it was given: its producer may be in another file."""
    found: list[ast.expr] = []
    if "has no attribute" in match.string:
        found = [node.value for node in scene.crashed(ast.Attribute)]
        found = [
            v for v in found if match.string.endswith(f"'{getattr(scene.module.parent(v), 'attr', '')}'")
        ]
    elif "concatenate" in match.string or "unsupported operand" in match.string:
        for sum_ in scene.crashed(ast.BinOp):
            # "… for +: 'dict_keys' and 'list'" tells which of both it is.
            left = f"'{match['kind']}' and " in match.string
            found.append(sum_.left if left else sum_.right)
    else:
        for node in scene.crashed(ast.Subscript, ast.Call):
            value = node.value if isinstance(node, ast.Subscript) else _first(node)
            if isinstance(node, ast.Call) and _listed(scene, node):
                continue
            found += [] if value is None else [value]
    kept = [v for v in dict.fromkeys(found) if isinstance(v, ast.Name | ast.Attribute | ast.Call)]
    for position, value in enumerate(kept):
        if isinstance(value, ast.Call) and scene.module.is_builtin(
            value.func, "list", "sorted", "len", "tuple"
        ):
            continue
        if isinstance(value, ast.Name):
            given = [b.value for b in scene.module.bindings(value) if isinstance(b.value, ast.Call)]
            yield from ((45 + position, one) for one in given if not _listed(scene, one))
        yield _IN_PLACE + position, value


def _listed(scene: Scene, call: ast.Call) -> bool:
    return scene.module.is_builtin(call.func, "list", "sorted", "tuple")


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
    caveats="Where another file makes it, a list is made where it is got.",
    pattern=re.compile(
        r"^(?:Type|Attribute)Error: .*['\" ](?P<kind>o?dict_(?:keys|values|items)|odict_(?:keys|values|items)"
        r"|map|filter|zip|range|reversed|enumerate)(?:['\"]| is not JSON)"
    ),
    offer=offer,
)
