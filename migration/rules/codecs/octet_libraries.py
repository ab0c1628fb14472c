"""xdrlib.Unpacker(data), audioop.max('…', 2) → the same of bytes: libraries of octets that a program asks by name.

In programs of octets what they give is text again, of Latin-1.
"""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.made import kept_by
from migration.analysis.names import stdlib_name
from migration.analysis.strings.as_bytes import HELPER, argument_as_bytes
from migration.analysis.strings.giving_octets import AUDIO, UNPACKED, XDR
from migration.analysis.strings.octet_calls import edges
from migration.analysis.strings.octet_edges import CODEC
from migration.rule import Findings, Rule
from migration.source.edits import Piece
from migration.view.module import Module

#: Functions on fragments of sound → where those stand among the arguments, but for the one that is the first.
_FRAGMENTS = {"audioop.add": (0, 1), "audioop.findfactor": (0, 1), "audioop.findfit": (0, 1)}
#: Functions that give a fragment among other values.
_SEVERAL = frozenset(f"audioop.{name}" for name in ("adpcm2lin", "lin2adpcm", "ratecv"))
#: Methods of packers → the place of their octets.
_PACKED = {
    "pack_string": 0,
    "pack_opaque": 0,
    "pack_bytes": 0,
    "pack_fstring": 1,
    "pack_fopaque": 1,
    "reset": 0,
}
#: Methods that pack or unpack several by a method that they are given.
_ROWS = frozenset(["pack_array", "pack_farray", "pack_list", "unpack_array", "unpack_farray", "unpack_list"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Give octets to what takes them; what comes back is seen to by others, but in programs of octets."""
    name = stdlib_name(node.func, module) or ""
    takes: list[ast.expr] = []
    gives = several = False
    if name.startswith("audioop."):
        takes = [node.args[place] for place in _FRAGMENTS.get(name, (0,)) if place < len(node.args)]
        gives, several = name in AUDIO, name in _SEVERAL
    elif name == "xdrlib.Unpacker":
        takes = node.args[:1]
    elif isinstance(node.func, ast.Attribute) and kept_by(node.func.value, module, XDR) is not None:
        method = node.func.attr
        place = _PACKED.get(method)
        takes = node.args[place : place + 1] if place is not None else []
        gives = method in UNPACKED
        if method in _ROWS and module.facts.index.octets:
            yield from _row(node.args[-1:], module)
    if module.facts.index.octets:
        if takes or gives or several:
            yield from edges(node, takes, gives, several, module)
        return
    for value in takes:
        yield from argument_as_bytes(value, module, guess=True, octets=True)


def _row(handed: list[ast.expr], module: Module) -> Findings:
    """The method by which each of several is packed or unpacked takes text, or gives some."""
    for method in handed:
        if not isinstance(method, ast.Attribute) or kept_by(method.value, module, XDR) is None:
            continue
        pieces: list[Piece] = []
        if method.attr in UNPACKED:
            pieces = ["lambda: ", module.span(method), f"().decode({CODEC})"]
        elif _PACKED.get(method.attr) == 0:
            encoder = module.helper("as_bytes", HELPER)
            pieces = ["lambda value: ", module.span(method), "(", encoder, f"(value, {CODEC}))"]
        if pieces:
            yield module.replace(method, *pieces)


RULE = Rule(
    id="octet_libraries",
    family="P10",
    summary="audioop and xdrlib take and give bytes",
    before="import audioop\na = audioop.max('\\x01\\x02', 2)\nn = 1L\n",
    after="import audioop\na = audioop.max(b'\\x01\\x02', 2)\nn = 1\n",
    caveats="Of packers only those that the file makes itself.",
    triggers=("audioop", "xdrlib"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call,),
    visit=visit,
)
