"""data = s.recv(n), used as text from then on → what is read is text: one edit where the value comes from."""

from __future__ import annotations

import ast
import re

from migration.edits import Edit, Part
from migration.repair import Candidate, Candidates, Failure, Repair
from migration.repairs._origins import Origin, met, origins
from migration.repairs._values import NATIVE, at_entry, native_helper, wrapped
from migration.scene import Scene

#: Methods and functions that give what was read or received, or the octets that something stood for.
_READING = frozenset(
    ["read", "readline", "recv", "getvalue", "get_payload", "b64decode", "decodestring", "decodebytes", "unhexlify",
     "check_output", "decompress", "tostring", "tobytes", "get_data"]
)  # fmt: skip
#: These give several such values at once.
_SEVERAL = frozenset(["communicate", "readlines", "recvfrom", "unpack"])
#: What these give is text.
_CONVERTING = frozenset(["native", "as_text", "decode", "str", "hexdigest", "repr"])
#: From so many uses as text in one function on, that is what the value is meant as.
_MEANT = 2


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Take for text what a variable of the failing line is a piece of, where it was read or made."""
    seen = set[ast.AST]()
    for name in scene.crashed(ast.Name):
        if not isinstance(name.ctx, ast.Load):
            continue
        for origin in origins(scene, name):
            if origin.place in seen:
                continue
            seen.add(origin.place)
            texts, octets = met(scene, origin)
            told = _called(origin.place) in _READING | _SEVERAL or origin.several
            meant = texts >= _MEANT and (told or not octets)
            edit = _taken_for_text(scene, origin, meant)
            if edit is not None:
                rank = (8 if told else 12) if meant else (27 if told else 35)
                yield Candidate((edit,), rank, f"{name.id} {len(seen)}")


def _taken_for_text(scene: Scene, origin: Origin, meant: bool) -> Edit | None:
    """The edit that takes for text what is made there; None where it can't be written, or what is made is no bytes."""
    module, place = scene.module, origin.place
    if not isinstance(place, ast.Name | ast.Attribute | ast.Call | ast.Subscript) or _is_known(scene, place):
        return None
    if origin.several:
        parent = module.parent(place)
        through = isinstance(parent, ast.For | ast.comprehension) and parent.iter is place
        if not (through and isinstance(place, ast.Name | ast.Attribute)) and _called(place) not in _SEVERAL:
            return None
        pieces = ("map(", native_helper(scene), ", ", *module.sub(place), ")")
        return module.edit(Part(module.span(place), pieces))
    if isinstance(place, ast.Name):
        return at_entry(scene, place, native_helper(scene)) if meant else None
    return wrapped(scene, place, native_helper(scene))


def _is_known(scene: Scene, place: ast.expr) -> bool:
    """Whether it is no string for certain, or text already."""
    if _called(place) in _CONVERTING:
        return True
    types = scene.module.type_of(place)
    return bool(types) and "str" not in types


def _called(node: ast.expr) -> str:
    """The last name of what a call calls; '' for anything else."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", "") or getattr(node.func, "id", "")


REPAIR = Repair(
    id="read_as_text",
    summary="what is read and handled as text is text",
    failure=Failure("TypeError", "a bytes-like object is required, not 'str'", line=3),
    before="def last(s):\n    line = s.recv(9)\n    return line == '' or line.endswith('.')\n",
    after=NATIVE[1:]
    + "\n\ndef last(s):\n    line = native(s.recv(9))\n    return line == '' or line.endswith('.')\n",
    caveats="Octets that are no UTF-8 become the characters of the same numbers.",
    pattern=re.compile(
        r"bytes-like object is required|\(not \"bytes\"\) to str|can't concat str to bytes|on a bytes-like object"
        r"|Comparison between bytes|str\(\) on a bytes|expected str instance, bytes found|str, not '?bytes"
        r"|requires string as left operand|first arg must be bytes|not bytes$|JSON serializable"
    ),
    offer=offer,
    order=40,
)
