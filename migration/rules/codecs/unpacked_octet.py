"""struct.unpack('B', x[0]) → struct.unpack('B', octet_at(x, 0)): what stands at a place of octets is a number now."""

from __future__ import annotations

import ast
import struct

from migration.analysis.names import stdlib_name
from migration.analysis.strings.kinds import BYTES, kind
from migration.analysis.strings.structs import constant_text
from migration.rewriting.helpers import helper, inside_helper
from migration.rule import Exactness, Findings, Rule
from migration.view.module import Module

HELPER = '''
def octet_at(octets, place):
    """What stands at a place of octets, or of text of their characters, as a string of one octet."""
    found = octets[place]
    if isinstance(found, str):
        return found.encode("latin-1")
    return bytes([found]) if isinstance(found, int) else found
'''
_UNPACKERS = frozenset(["struct.unpack"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Unpack a string of one octet, as it was taken of others."""
    if stdlib_name(node.func, module) not in _UNPACKERS or len(node.args) != 2 or node.keywords:
        return
    taken = node.args[1]
    if not isinstance(taken, ast.Subscript) or isinstance(taken.slice, (ast.Slice, ast.Tuple)):
        return
    if module.facts.index.octets or not _is_of_one(constant_text(node.args[0], module)):
        return
    if kind(taken.value, module) == BYTES or _is_key(taken.slice):
        return  # another rule makes octets of the number
    if not inside_helper(node, HELPER, module):
        name, place = helper("octet_at", HELPER, module), module.sub(taken.slice)
        yield module.replace(taken, name, "(", *module.sub(taken.value), ", ", *place, ")")


def _is_key(place: ast.expr) -> bool:
    """Whether a place is one of a dictionary: what it holds may be of any length."""
    return isinstance(place, ast.Constant) and isinstance(place.value, str)


def _is_of_one(form: str | None) -> bool:
    """Whether a format unpacks one octet."""
    try:
        return form is not None and struct.calcsize(form) == 1
    except struct.error:
        return False


RULE = Rule(
    id="unpacked_octet",
    family="P10",
    summary="what stands at a place of octets is a number, which nothing is unpacked from",
    before="import struct\ndef f(x):\n    return struct.unpack('!B', x[0])[0]\nn = 1L\n",
    after=f"import struct\n\n{HELPER}\n\ndef f(x):\n    return struct.unpack('!B', octet_at(x, 0))[0]\nn = 1\n",
    caveats="Only where the format is seen, and of one octet. Items of a list are taken as they are.",
    triggers=("unpack",),
    exactness=Exactness.EXACT,
    needs_python2=True,
    order=62,
    nodes=(ast.Call,),
    names=frozenset(["unpack"]),
    visit=visit,
)
