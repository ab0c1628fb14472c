"""data = s.recv(n), used as text from then on → what is read is text: one edit where the value comes from."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._origins import Origin, met, origins
from migration.repairs._values import NATIVE, at_entry, called_name, is_file, native_helper, wrapped
from migration.source.edits import Edit, Part

#: Methods and functions that give what was read or received, or the octets that something stood for.
_READING = frozenset(
    ["read", "readline", "recv", "getvalue", "get_payload", "b64decode", "decodestring", "decodebytes", "unhexlify",
     "check_output", "decompress", "tostring", "tobytes", "get_data"]
)  # fmt: skip
#: These give several such values at once.
_SEVERAL = frozenset(["communicate", "readlines", "recvfrom", "unpack"])
#: What these give is text.
_CONVERTING = frozenset(["native", "as_text", "decode", "str", "hexdigest", "repr"])
_OF_TEXT = frozenset(dir(str))
#: From so many uses as text in one function on, that is what the value is meant as.
_MEANT = 2


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Take for text what the failing line has a piece of, where that was read or made."""
    seen = set[tuple[ast.AST, bool]]()
    for value in scene.crashed(ast.Name, ast.Call):
        if isinstance(value, ast.Name) and not _may_be_text(scene, value):
            continue
        for origin in origins(scene, value):
            if (origin.place, origin.several) in seen:
                continue
            seen.add((origin.place, origin.several))
            texts, octets = met(scene, origin)
            told = called_name(origin.place) in _READING | _SEVERAL or origin.several
            meant = texts >= _MEANT and (told or not octets)
            edit = _taken_for_text(scene, origin, meant)
            if edit is not None:
                rank = (8 if told else 12) if meant else (27 if told else 35)
                yield Candidate((edit,), rank, f"{ast.unparse(value)} {len(seen)}")
    for call in scene.crashed(ast.Call):
        yield from _given_back(scene, call)


def _given_back(scene: Scene, call: ast.Call) -> Candidates:
    """`h.data()`: what functions of the file, one of which is called so, read and give back is text in all of them."""
    reads = [
        made
        for made in list(scene.producers(call, 1))[1:]
        if called_name(made) in _READING and isinstance(scene.module.parent(made), ast.Return)
    ]
    edits = tuple(wrapped(scene, made, native_helper(scene)) for made in reads)
    yield Candidate(
        edits, 19 if _joined_by_name(scene, call) else 29, f"given back by {ast.unparse(call.func)}"
    )


def _joined_by_name(scene: Scene, call: ast.Call) -> bool:
    """Whether `call` gives what is joined by something that is no literal, which is text in most programs."""
    return any(
        isinstance(outer, ast.Call)
        and isinstance(outer.func, ast.Attribute)
        and outer.func.attr == "join"
        and not isinstance(outer.func.value, ast.Constant)
        for outer in scene.module.ancestors(call)
    )


def _may_be_text(scene: Scene, name: ast.Name) -> bool:
    """Whether a variable is read, and asked for nothing that text hasn't."""
    outer = scene.module.parent(name)
    if isinstance(outer, ast.keyword | ast.Starred):
        return isinstance(outer, ast.keyword) and outer.arg is not None
    return isinstance(name.ctx, ast.Load) and not (
        isinstance(outer, ast.Attribute) and outer.attr not in _OF_TEXT
    )


def _taken_for_text(scene: Scene, origin: Origin, meant: bool) -> Edit | None:
    """The edit that takes for text what is made there; None where it can't be written, or what is made is no bytes."""
    module, place = scene.module, origin.place
    if not isinstance(place, ast.Name | ast.Attribute | ast.Call | ast.Subscript) or _is_known(scene, place):
        return None
    if origin.several:
        parent = module.parent(place)
        through = isinstance(parent, ast.For | ast.comprehension) and parent.iter is place
        if (
            not (through and isinstance(place, ast.Name | ast.Attribute))
            and called_name(place) not in _SEVERAL
        ):
            # A file, it may be: what is made there is none of the values, but the loop gets them.
            gone_over = next((n for n in reversed(origin.names) if _is_gone_over(scene, n)), None)
            if gone_over is None:
                return None
            place = gone_over
        pieces = ("map(", native_helper(scene), ", ", *module.sub(place), ")")
        return module.edit(Part(module.span(place), pieces))
    if isinstance(place, ast.Name):
        return at_entry(scene, place, native_helper(scene)) if meant else None
    return wrapped(scene, place, native_helper(scene))


def _is_gone_over(scene: Scene, name: ast.Name) -> bool:
    parent = scene.module.parent(name)
    return isinstance(parent, ast.For | ast.comprehension) and parent.iter is name


def _is_known(scene: Scene, place: ast.expr) -> bool:
    """Whether it is no string for certain, or text already."""
    if called_name(place) in _CONVERTING or is_file(scene, place):
        return True
    types = scene.module.type_of(place)
    return bool(types) and "str" not in types


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
