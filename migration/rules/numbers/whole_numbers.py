"""struct.pack('<h', volume * 0.5) → struct.pack('<h', int(volume * 0.5)): Python 2 took the whole part of a float."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from environment.traces import Exactness
from migration.analysis.flow_order import items_of
from migration.analysis.names import helper_called, stdlib_name
from migration.analysis.strings.structs import constant_text, counted, letters_of
from migration.flow.atoms import NUMBERS
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule, last_names
from migration.source.edits import Part
from migration.stdlib.struct_formats import WHOLE, codes
from migration.view.module import Module

#: Where a function takes a number of things: by position, None for all after the first argument.
_TAKEN = {
    "collections.deque": 1,
    "itertools.combinations": 1,
    "itertools.permutations": 1,
    "itertools.islice": None,
    "itertools.repeat": 1,
    "math.factorial": 0,
    "os.lseek": 1,
}
_NUMBERS = frozenset(NUMBERS)
PACKABLE = '''
def packable(values):
    """Values to pack; a float can be packed as its whole part as well, where a format asks for that, as in Python 2."""

    class Number(float):
        def __index__(self):
            return int(self)

    return [Number(value) if isinstance(value, float) else value for value in values]
'''


def visit(node: ast.Call, module: Module) -> Findings:
    """Take the whole part of what can be a float."""
    name = stdlib_name(node.func, module) or ""
    if name == "struct.pack" and node.args:
        parts = [*_packed(node, 1, module)]
    elif name == "struct.pack_into" and node.args:
        parts = [*_packed(node, 3, module)]
    elif name in _TAKEN and not any(isinstance(a, ast.Starred) for a in node.args):
        place = _TAKEN[name]
        given = node.args[1:] if place is None else node.args[place : place + 1]
        parts = [part for value in given for part in _whole(value, module)]
    else:
        return
    if parts:
        yield module.edit(*parts)


def _packed(node: ast.Call, first: int, module: Module) -> Iterator[Part]:
    """The parts for what a format packs as whole numbers, one by one or a row of them."""
    form, values = node.args[0], node.args[first:]
    for letter, value in zip(codes(constant_text(form, module) or counted(form) or ""), values, strict=False):
        if isinstance(value, ast.Starred):
            break
        if letter in WHOLE:
            yield from _whole(value, module)
    letters = codes(letters_of(form, module) or "")
    if len(values) == 1 and isinstance(values[0], ast.Starred) and letters and WHOLE.issuperset(letters):
        row, held = values[0].value, items_of(values[0].value, module)
        if "float" in held and _NUMBERS.issuperset(held):
            yield module.part(row, "map(int, ", *module.sub(row), ")")
    elif len(values) == 1 and isinstance(values[0], ast.Starred) and letters_of(form, module) is None:
        row = values[0].value
        if not _is_packable(row) and "float" in items_of(row, module):
            yield module.in_call(row, helper("packable", PACKABLE, module))


def _is_packable(row: ast.expr) -> bool:
    """Whether a row went through the helper already, also on its way through another rule's comprehension."""
    while isinstance(row, (ast.ListComp, ast.GeneratorExp)):
        row = row.generators[0].iter
    return helper_called(row) == "packable"


def _whole(value: ast.expr, module: Module) -> Iterator[Part]:
    """The part that takes the whole of a number that may be a float."""
    types = module.type_of(value)
    held = types or frozenset(a for a in module.may_hold(value) if isinstance(a, str))
    if "float" in held and _NUMBERS.issuperset(held):
        yield module.in_call(value, "int")


RULE = Rule(
    id="whole_numbers",
    family="P7",
    summary="packing, counting and seeking take no floats",
    before="import struct\ndata = struct.pack('<h', 2.5 * 3)\nn = 1L\n",
    after="import struct\ndata = struct.pack('<h', int(2.5 * 3))\nn = 1\n",
    caveats="Only what is seen to be a float, in the file or where its values come from.",
    triggers=("struct", "itertools", "factorial", "deque", "lseek"),
    exactness=Exactness.EXACT,
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names("struct.pack", "struct.pack_into", *_TAKEN),
    visit=visit,
)
