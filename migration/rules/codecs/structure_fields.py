"""Rec('bob').name, with ('name', c_char_p) among a Structure's fields → Rec(b'bob').name.decode("latin-1")."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.classes import class_of, classes, local_bases, methods
from migration.analysis.made import made_by
from migration.analysis.names import defined_in_repository, memory, stdlib_name
from migration.analysis.strings.as_bytes import CHARACTERS, argument_as_bytes
from migration.analysis.strings.giving_octets import STRUCTURES
from migration.analysis.strings.takers import takes_octets
from migration.rule import Findings, Rule
from migration.rules.codecs.ctypes_calls import LIBRARIES
from migration.view.module import Module

_FIELDS = "_fields_"
#: One character is read as an array of one.
_ARRAY, _POINTER = "array", "pointer"
_HELPER = '''
def text_of(characters):
    """Text for characters of C; None for a pointer that is null."""
    return None if characters is None else characters.decode("latin-1")
'''


def visit(node: ast.Call | ast.Attribute, module: Module) -> Findings:
    """Give octets to the fields of characters, and read text of them."""
    if isinstance(node, ast.Call):
        function = node.func
        if isinstance(function, ast.Attribute) and function.attr == "from_buffer_copy":
            # In a program of octets they are encoded where all are (`octet_text`), but for types of the library.
            done = module.facts.index.octets and not stdlib_name(function, module)
            if node.args and not done and not defined_in_repository(function.attr, module):
                yield from argument_as_bytes(node.args[0], module, guess=True, octets=True)
            return
        for value in _given_to_fields(node, module):
            if not _held(value, module):
                yield from argument_as_bytes(value, module, guess=False)
        return
    held = _held(node, module)
    if not held:
        return
    outer = module.parent(node)
    if isinstance(node.ctx, ast.Load):
        if _wants_octets(node, module) or _is_handed_on(node, module):
            return
        if isinstance(outer, ast.Compare) and len(outer.comparators) == 1:
            other = outer.comparators[0] if outer.left is node else outer.left
            if _may_be_field(other, node.attr, module):
                characters = module.helper("characters", CHARACTERS)
                yield module.edit(module.in_call(other, characters))
        if held == _ARRAY:
            yield module.wrap(node, "", '.decode("latin-1")')
        else:
            yield module.edit(module.in_call(node, module.helper("text_of", _HELPER)))
    elif isinstance(outer, (ast.Assign, ast.AugAssign)):
        handed_on = isinstance(outer, ast.Assign) and _held(outer.value, module)
        if not (handed_on and _is_handed_on(outer.value, module)):
            yield from argument_as_bytes(outer.value, module, guess=True)


def _held(node: ast.expr, module: Module) -> str:
    """Which characters of C the field `node` of a structure holds; "" for anything else."""
    if not isinstance(node, ast.Attribute):
        return ""
    return _fields(class_of(node.value, module), module).get(node.attr, "")


def _given_to_fields(call: ast.Call, module: Module) -> list[ast.expr]:
    """What the call of a structure gives its fields of characters."""
    named = call.func.id if isinstance(call.func, ast.Name) else ""
    fields = _fields(next(iter(classes(module).get(named, [])), None), module)
    given = [*zip(fields, call.args, strict=False), *((k.arg, k.value) for k in call.keywords)]
    return [value for name, value in given if name is not None and fields.get(name)]


def _is_handed_on(node: ast.expr, module: Module) -> bool:
    """Whether a field is given to others alone, as it is."""
    outer = module.parent(node)
    if isinstance(outer, ast.keyword):
        outer = module.parent(outer)
    if isinstance(outer, ast.Call):
        return any(value is node for value in _given_to_fields(outer, module))
    return isinstance(outer, ast.Assign) and all(_held(target, module) for target in outer.targets)


def _may_be_field(node: ast.expr, name: str, module: Module) -> bool:
    """Whether an attribute of that name may be a structure's, of which that doesn't show, or text of another object."""
    return isinstance(node, ast.Attribute) and node.attr == name and class_of(node.value, module) is None


def _wants_octets(node: ast.Attribute, module: Module) -> bool:
    """Whether octets are what is wanted of a field: it is decoded there, held against some, or given to what takes
    them, functions of C among that.
    """
    outer = module.parent(node)
    if isinstance(outer, ast.Attribute) and outer.attr in ("decode", "encode"):
        return True
    if isinstance(outer, ast.Compare):
        beside = [n for side in (outer.left, *outer.comparators) for n in ast.walk(side)]
        return any(isinstance(n, ast.Constant) and isinstance(n.value, bytes) for n in beside)
    function = outer.func if isinstance(outer, ast.Call) and outer.func is not node else None
    if isinstance(function, ast.Attribute) and made_by(function.value, module, LIBRARIES) is not None:
        return True
    return takes_octets(node, module)


def _fields(owner: ast.ClassDef | None, module: Module) -> dict[str, str]:
    """The fields of a structure, in their order, and which characters of C each holds; "" for anything else."""
    if owner is None:
        return {}
    known = memory(module)
    key = (_FIELDS, owner)
    if key not in known:
        known[key] = _read(owner, module)
    return known[key]  # type: ignore[no-any-return]


def _read(owner: ast.ClassDef, module: Module) -> dict[str, str]:
    if (
        not any(stdlib_name(b, module) in STRUCTURES for b in owner.bases)
        or len(local_bases(owner, module)) > 1
    ):
        return {}
    told = methods(owner).get(_FIELDS)
    pairs = told.value.elts if isinstance(told, ast.Assign) and isinstance(told.value, ast.List) else []
    found: dict[str, str] = {}
    for pair in pairs:
        if (
            not isinstance(pair, ast.Tuple)
            or len(pair.elts) < 2
            or not isinstance(pair.elts[0], ast.Constant)
        ):
            return {}
        found[str(pair.elts[0].value)] = _characters(pair.elts[1], module)
    return found


def _characters(kind: ast.expr, module: Module) -> str:
    if isinstance(kind, ast.BinOp) and isinstance(kind.op, ast.Mult):
        return _ARRAY if stdlib_name(kind.left, module) == "ctypes.c_char" else ""
    return {"ctypes.c_char": _ARRAY, "ctypes.c_char_p": _POINTER}.get(stdlib_name(kind, module) or "", "")


RULE = Rule(
    id="structure_fields",
    family="P10",
    summary="characters of C are octets in structures",
    before=(
        "import ctypes\nclass R(ctypes.Structure):\n    _fields_ = [('name', ctypes.c_char * 4)]\n"
        "r = R('bob')\nprint r.name\n"
    ),
    after=(
        "import ctypes\nclass R(ctypes.Structure):\n    _fields_ = [('name', ctypes.c_char * 4)]\n"
        "r = R(b'bob')\nprint(r.name.decode(\"latin-1\"))\n"
    ),
    caveats="Only where the file shows of which structure an object is.",
    triggers=("c_char", "c_char_p", "from_buffer_copy"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=60,
    nodes=(ast.Call, ast.Attribute),
    visit=visit,
)
