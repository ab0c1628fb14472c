"""TypeError: can't concat str to bytearray → what is put into a bytearray, or stands before one, is octets."""

from __future__ import annotations

import ast
import re

from migration.analysis.strings.kinds import BYTES, kind
from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import encoded
from migration.source.edits import Edit

#: Codecs that the migration decodes native strings by.
_CODECS = re.compile(r"^(?:latin-?1|iso-?8859-?1|ascii|utf-?8)$", re.IGNORECASE)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Octets for what is text there: a literal, what was decoded, else by a helper that takes either."""
    if match["set"]:
        sides = _set(scene)
    elif match["first"]:
        # The text came first, or a sum of such: behind it is the bytearray.
        sides = [parts[:-1] for parts in _sums(scene)]
    else:
        sides = [*_added(scene), *(parts[1:] for parts in _sums(scene))]
    for number, texts in enumerate(sides):
        edits = [_octets(scene, text) for text in texts]
        yield Candidate(tuple(e for e in edits if e is not None), 12 + number, f"side {number}, either")


def _sums(scene: Scene) -> list[list[ast.expr]]:
    """What is added to one another on the line, sum by sum, the innermost first."""
    sums = [n for n in scene.crashed(ast.BinOp) if isinstance(n.op, ast.Add)]
    inner = {n.left for n in sums}
    return [_parts(n) for n in sums if n not in inner]


def _parts(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_parts(node.left), node.right]
    return [node]


def _added(scene: Scene) -> list[list[ast.expr]]:
    """What the line adds to a variable: as a whole, but for a sum of what is decoded one by one."""
    for line in scene.lines[:1]:
        for statement in scene.statements(line)[:1]:
            if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
                parts = _parts(statement.value)
                return [parts if any(map(_is_decoded, parts)) else [statement.value]]
    return []


def _set(scene: Scene) -> list[list[ast.expr]]:
    """What slices are set to on the line."""
    found: list[list[ast.expr]] = []
    for line in scene.lines[:1]:
        for statement in scene.statements(line)[:1]:
            if isinstance(statement, ast.Assign) and any(
                isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice)
                for target in statement.targets
            ):
                found.append([statement.value])
    return found


def _is_decoded(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "decode"


def _octets(scene: Scene, node: ast.expr) -> Edit | None:
    """`node` as octets. What is decoded there just isn't: Python 2 would have added no unicode to a bytearray."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_decoded(node):
        told = [*node.args, *(keyword.value for keyword in node.keywords)]
        if all(isinstance(t, ast.Constant) and _CODECS.search(str(t.value)) for t in told):
            return scene.module.replace(node, *scene.module.sub(node.func.value))
        return None
    if kind(node, scene.module) == BYTES or scene.module.type_of(node) == {"bytearray"}:
        return None
    return encoded(scene, node, safely=True)


REPAIR = Repair(
    id="octets_of_bytearray",
    summary="what is added to a bytearray, or set in one, is octets",
    failure=Failure("TypeError", "can't concat str to bytearray", line=3),
    before="import struct\ndef put(buf, n):\n    buf += struct.pack('!H', n).decode('latin-1')\n",
    after="import struct\ndef put(buf, n):\n    buf += struct.pack('!H', n)\n",
    caveats="UTF-8, or Latin-1 in a file or a repository that handles octets one by one.",
    pattern=re.compile(
        r"^TypeError: (?:can't concat str to bytearray"
        r"|(?P<first>can only concatenate str \(not \"bytearray\"\) to str)"
        r"|(?P<set>can assign only bytes, buffers, or iterables of ints))"
    ),
    offer=offer,
    order=20,
)
