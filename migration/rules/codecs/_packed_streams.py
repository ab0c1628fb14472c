"""Streams that nothing tells more of, but that what is packed by struct, or compressed, is written to: of octets."""

from __future__ import annotations

import ast
import re

from migration.analysis.called import function_called
from migration.analysis.names import in_repository, is_of_self, memory, stdlib_name
from migration.analysis.strings.giving_octets import is_packing
from migration.analysis.values import assigned
from migration.flow.atoms import Library, Made, Method
from migration.view.module import Module

#: Functions that give octets, whatever is made of them later.
_GIVING = frozenset(["struct.pack", "zlib.compress", "bz2.compress", "marshal.dumps", "binascii.unhexlify"])
_WORDS = re.compile(r"\.(?:pack|compress|dumps|unhexlify)\b|import[^\n]* (?:pack|compress|dumps|unhexlify)\b")
_WRITE = frozenset(["write"])
#: How often streams are handed on to functions that are looked at, too.
_STEPS = 3

_Key = tuple[ast.AST, str]


def is_packed_into(stream: ast.expr, module: Module) -> bool:
    """Whether a variable of a function, or an attribute of a method's object, is written such octets by the function,
    or anywhere in the class, or is handed to a function of the file that does so.
    """
    if module.facts.index.octets:
        return False
    known = memory(module)
    if "packed streams" not in known:
        known["packed streams"] = _packed(module)
    return bool(known["packed streams"]) and _key(stream, module) in known["packed streams"]


def written(write: ast.Call, module: Module) -> ast.expr | None:
    """The stream that a call writes its one argument to: by its method, or by a name that the function has for that."""
    method: ast.AST | None = write.func
    if isinstance(method, ast.Name):
        method = assigned(method, module) if method.id == "write" else None
    if not (isinstance(method, ast.Attribute) and method.attr == "write" and len(write.args) == 1):
        return None
    return method.value


def _key(stream: ast.expr, module: Module) -> _Key | None:
    if isinstance(stream, ast.Name):
        function = module.function(stream)
        return (function, stream.id) if function is not None else None
    owner = module.class_of(stream) if is_of_self(stream) else None
    return (owner, stream.attr) if owner is not None else None  # type: ignore[attr-defined]


def _packed(module: Module) -> set[_Key]:
    found: set[_Key] = set()
    for write in module.nodes_named(ast.Call, _WRITE) if in_repository(_WORDS, module) else ():
        stream = written(write, module) if isinstance(write, ast.Call) else None
        if not (isinstance(write, ast.Call) and stream is not None and isinstance(write.args[0], ast.Call)):
            continue
        key = _key(stream, module)
        if key is not None and _packs(write.args[0].func, module):
            found.add(key)
    for _ in range(_STEPS if found else 0):
        more = _handed_to(found, module) - found
        if not more:
            break
        found |= more
    return found


def _packs(function: ast.expr, module: Module) -> bool:
    """Whether what is called is such a function, also by a name that another file gives it."""
    if stdlib_name(function, module) in _GIVING or is_packing(function, module):
        return True
    held = module.held(function)
    return bool(held) and all(
        (isinstance(atom, Library) and atom.name in _GIVING)
        or (
            isinstance(atom, Method)
            and isinstance(atom.owner, Made)
            and atom.owner.kind == "struct"
            and atom.name == "pack"
        )
        for atom in held
    )


def _handed_to(found: set[_Key], module: Module) -> set[_Key]:
    """The streams that are handed to functions that write octets to what they are given."""
    functions = {place.name: place for place, _ in found if isinstance(place, ast.FunctionDef)}
    more: set[_Key] = set()
    for call in module.nodes_named(ast.Call, frozenset(functions)) if functions else ():
        if not isinstance(call, ast.Call) or any(isinstance(a, ast.Starred) for a in call.args):
            continue
        function = function_called(call, module)
        if function is None or functions.get(function.name) is not function:
            continue
        shift = int(
            isinstance(call.func, ast.Attribute) and isinstance(module.parent(function), ast.ClassDef)
        )
        names = [a.arg for a in function.args.args[shift:]]
        for name, given in zip(names, call.args, strict=False):
            key = _key(given, module)
            if key is not None and (function, name) in found:
                more.add(key)
    return more
