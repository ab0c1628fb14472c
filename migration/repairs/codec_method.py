"""AttributeError: 'str' object has no attribute 'decode', 'bytes' … 'encode' → only what is bytes is decoded."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import charset, native_helper
from migration.source.edits import Edit, Part
from migration.trees.precedence import Precedence

_KIND = {"decode": "str", "encode": "bytes"}
#: Encodings that ASCII is not spelled as it is in: what they decode holds octets, whatever its type is.
_WIDE = re.compile(r"utf[-_]?(?:16|32)|ucs[-_]?[24]", re.IGNORECASE)
#: Methods that text has and bytes lack.
_OF_TEXT = frozenset(["format", "isnumeric", "isdecimal", "casefold", "isidentifier"])


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Leave text as it is where it was decoded again; else make bytes of it first, as Python 2 did."""
    module = scene.module
    kind, method = match["kind"], match["method"]
    calls = [
        c for c in scene.crashed(ast.Call) if isinstance(c.func, ast.Attribute) and c.func.attr == method
    ]
    if kind == "NoneType":
        yield from _nothing(scene, calls, method)
        return
    if _KIND.get(method) == kind:
        yield Candidate(tuple(_if_needed(scene, c, kind) for c in calls), 10, "if needed")
        there, back = ("encode", "decode") if method == "decode" else ("decode", "encode")
        edits = []
        for call in calls:
            owner = call.func.value  # type: ignore[attr-defined]
            edits.append(module.edit(Part(module.span(owner), (*module.atom(owner), f'.{there}("latin-1")'))))
        wide = any(c.args and _WIDE.match(str(getattr(c.args[0], "value", ""))) for c in calls)
        yield Candidate(tuple(edits), 5 if wide else 30, f"{there} and {back}")
    elif kind == "bytes":
        edits = []
        for node in scene.crashed(ast.Attribute):
            if node.attr == method and (method in _OF_TEXT or method == "__mod__"):
                pieces = (*module.atom(node.value), f'.decode("{charset(scene)}")')
                edits.append(module.edit(Part(module.span(node.value), pieces)))
        yield Candidate(tuple(edits), 20, "decoded")


def _nothing(scene: Scene, calls: list[ast.Call], method: str) -> Candidates:
    """Decode what is bytes alone, where a rule was the one that wrote so: the program itself took nothing as well."""
    module = scene.module
    edits = []
    for call in calls:
        owner = call.func.value  # type: ignore[attr-defined]
        if method == "decode" and module.source(module.span(call)) not in scene.original:
            name = native_helper(scene)
            pieces = (name, "(", *module.sub(owner), ")")
            edits.append(module.edit(Part(module.span(call), pieces)))
    yield Candidate(tuple(edits), 10, "nothing")


def _if_needed(scene: Scene, call: ast.Call, kind: str) -> Edit:
    """`x if isinstance(x, str) else x.decode(…)`: a plain name or attribute; anything else is just not decoded."""
    module = scene.module
    owner = call.func.value  # type: ignore[attr-defined]
    if not isinstance(owner, ast.Name | ast.Attribute):
        return module.replace(call, *module.atom(owner))
    text = module.source(module.span(owner))
    pieces = (text, f" if isinstance({text}, {kind}) else ", module.span(call))
    return module.replace(call, *pieces, precedence_of_new=Precedence.TERNARY)


REPAIR = Repair(
    id="codec_method",
    summary="text that is text already is not decoded",
    failure=Failure("AttributeError", "'str' object has no attribute 'decode'", line=2),
    before="def name(row):\n    return row.name.decode('utf-8')\n",
    after="def name(row):\n    return row.name if isinstance(row.name, str) else row.name.decode('utf-8')\n",
    caveats="Octets that were read into text one to one need the second candidate.",
    pattern=re.compile(
        r"^AttributeError: '(?P<kind>str|bytes|NoneType)' object has no attribute '(?P<method>\w+)'"
    ),
    offer=offer,
)
