"""Where characters come from: back from a variable along assignments, pieces, loops and arguments of the file.

`'?' in uri` fails, where `method, uri = lines[0].split()` and `lines = request.read().splitlines()`: what was read is
bytes, and all that is made of it was meant as text. To decode `uri` alone would leave the others behind.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from migration.analysis.strings.kinds import TEXT, kind
from migration.repairing.scene import Scene
from migration.repairs._values import is_bytes
from migration.trees.constants import is_text

#: Methods whose result is a piece of their owner, in its kind.
_SAME = frozenset(
    ["strip", "lstrip", "rstrip", "lower", "upper", "replace", "expandtabs", "title", "capitalize", "ljust", "rjust",
     "center", "zfill", "swapcase"]
)  # fmt: skip
#: Methods that give several such pieces.
_PIECES = frozenset(["split", "rsplit", "splitlines", "partition", "rpartition"])
_FURTHEST = 12


@dataclass(frozen=True)
class Origin:
    """An expression that made what a variable is a piece of. `several`: a collection of such values.

    `names` are the variables on the way, as the places that read them, the nearest first.
    """

    place: ast.expr
    several: bool
    names: tuple[ast.Name, ...]


def origins(scene: Scene, value: ast.expr) -> Iterator[Origin]:
    """What a variable, or a piece of one, was made of, along each of its bindings; a parameter may be all there is."""
    for found in _behind(scene, value, False, (), frozenset()):
        if found.place is not value or isinstance(value, ast.Name):
            yield found


def _behind(
    scene: Scene, node: ast.expr, several: bool, names: tuple[ast.Name, ...], seen: frozenset[ast.expr]
) -> Iterator[Origin]:
    if node in seen or len(seen) >= _FURTHEST:
        return
    if isinstance(node, ast.Name):
        steps, names = list(_bound(scene, node, several)), (*names, node)
    else:
        steps = _piece_of(node, several)
    if not steps:
        yield Origin(node, several, names)
    for further, more in steps:
        yield from _behind(scene, further, more, names, seen | {node})


def _piece_of(node: ast.expr, several: bool) -> list[tuple[ast.expr, bool]]:
    """What `node` is a piece of, or several pieces, and whether that is a collection of such."""
    if isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Slice):
            return [(node.value, several)]
        return [(node.value, True)] if not several and _is_place(node.slice) else []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        method = node.func.attr
        if method in (_PIECES if several else _SAME) and not any(is_bytes(a) for a in node.args):
            return [(node.func.value, False)]
    return []


def _is_place(index: ast.expr) -> bool:
    if isinstance(index, ast.UnaryOp):
        index = index.operand
    return isinstance(index, ast.Constant) and isinstance(index.value, int)


def _bound(scene: Scene, name: ast.Name, several: bool) -> Iterator[tuple[ast.expr, bool]]:
    """What the bindings of a name give it."""
    module = scene.module
    for binding in module.bindings(name):
        if binding.value is not None:
            yield binding.value, several
        elif binding.kind == "parameter" and isinstance(binding.node, ast.arg):
            given = [a for a in module.arguments_for(binding.node) if not isinstance(a, ast.Constant)]
            if len(given) == 1:
                yield given[0], several
        elif isinstance(binding.node, ast.Name) and not several:
            yield from _among(scene, binding.node)


def _among(scene: Scene, target: ast.Name) -> Iterator[tuple[ast.expr, bool]]:
    """What gives a variable one of several values that it unpacks, or that a loop goes through."""
    parent = scene.module.parent(target)
    if isinstance(parent, ast.For | ast.comprehension) and parent.target is target:
        yield parent.iter, True
    elif isinstance(parent, ast.Tuple | ast.List):
        assign = scene.module.parent(parent)
        if not isinstance(assign, ast.Assign):
            return
        if not isinstance(assign.value, ast.Tuple | ast.List):
            yield assign.value, True
        elif len(assign.value.elts) == len(parent.elts):
            yield assign.value.elts[parent.elts.index(target)], False


def met(scene: Scene, origin: Origin) -> tuple[int, int]:
    """How often the variables on the way meet text, a literal or a constant that is one, and literals of bytes."""
    texts = octets = 0
    for place in {(n.id, scene.module.function(n)) for n in origin.names}:
        for read in scene.module.names().get(place[0], ()):
            if place[1] is None or scene.module.function(read) is place[1]:
                beside = _beside(scene, read)
                texts += any(
                    is_text(one) or (one is not read and kind(one, scene.module) == TEXT) for one in beside
                )
                octets += any(map(is_bytes, beside))
    return texts, octets


def _beside(scene: Scene, name: ast.AST) -> list[ast.expr]:
    """What something is done with together with a name: compared, joined, looked for in it, handed over."""
    module, node = scene.module, name
    parent = module.parent(node)
    if isinstance(parent, ast.Subscript) and parent.value is node:
        node, parent = parent, module.parent(parent)
    if isinstance(parent, ast.BinOp):
        return [parent.left, parent.right]
    if isinstance(parent, ast.Compare):
        return [parent.left, *parent.comparators]
    if isinstance(parent, ast.Attribute):
        call = module.parent(parent)
        return call.args if isinstance(call, ast.Call) and call.func is parent else []
    return parent.args if isinstance(parent, ast.Call) else []
