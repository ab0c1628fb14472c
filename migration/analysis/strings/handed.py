"""What a class or a function of the file does with a file it is handed: whether it reads or writes octets there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from migration.analysis.classes import class_of, local_bases, methods
from migration.analysis.made import UNPACKERS
from migration.analysis.names import memory, names_by_id, stdlib_name
from migration.analysis.strings.encoded import has_ascii
from migration.analysis.strings.incremental import encodes_piece
from migration.analysis.strings.kinds import BYTES, is_octets, kind
from migration.analysis.values import value_there
from migration.trees.bodies import is_static
from migration.view.module import Module

_READS = frozenset(["read", "readline"])
_DEPTH = 4


def handed_for_octets(node: ast.expr, module: Module, binary: Callable[[ast.expr, Module], bool]) -> bool:
    """Whether the file `node` is an argument of a call of what this file defines, a function, a class or a method of an
    object whose class is seen, which writes octets to it, or unpacks what it reads.

    `binary` tells a place where a file is given to a function of the standard library that needs octets. Where octets
    stay text, functions of the program read and write text, and only such places count.
    """
    call = module.parent(node)
    if not isinstance(call, ast.Call) or node not in call.args:
        return False
    bindings = module.bindings(call.func) if isinstance(call.func, ast.Name) else []
    defined = bindings[0].node if len(bindings) == 1 else None
    shift = 0
    if isinstance(call.func, ast.Attribute):
        owner = class_of(call.func.value, module)
        bases = (
            [c for c in local_bases(owner, module) if call.func.attr in methods(c)]
            if owner is not None
            else []
        )
        defined = methods(bases[0])[call.func.attr] if bases else None
        shift = 0 if isinstance(defined, ast.FunctionDef) and is_static(defined, bases[0]) else 1
    if isinstance(defined, ast.ClassDef):
        made = [s for s in defined.body if isinstance(s, ast.FunctionDef) and s.name == "__init__"]
        defined, shift = (made[0] if len(made) == 1 else None), 1
    if not isinstance(defined, ast.FunctionDef) or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    names = [a.arg for a in defined.args.args][shift:]
    position = call.args.index(node)
    if position >= len(names):
        return False
    known = memory(module)
    key = ("handed", defined, names[position])
    if key not in known:
        known[key] = False
        places = list(_places(names[position], defined, module))
        known[key] = any(
            (not module.facts.index.octets and _is_of_octets(p, module))
            or binary(p, module)
            or handed_for_octets(p, module, binary)
            for p in places
        )
    return known[key]  # type: ignore[no-any-return]


def _places(name: str, function: ast.FunctionDef, module: Module) -> Iterator[ast.expr]:
    """Where a parameter is read, and where the attributes are that a method keeps it in."""
    owner = module.parent(function)
    for read in names_by_id(module).get(name, ()):
        if module.function(read) is not function or not isinstance(read.ctx, ast.Load):
            continue
        yield read
        assign = module.parent(read)
        if isinstance(owner, ast.ClassDef) and isinstance(assign, ast.Assign) and assign.value is read:
            kept = {ast.unparse(t) for t in assign.targets if isinstance(t, ast.Attribute)}
            yield from _kept_in(kept, owner, module)


def _kept_in(names: set[str], owner: ast.ClassDef | None, module: Module) -> Iterator[ast.expr]:
    """The reads, in one class, of attributes that are written so."""
    last = frozenset(name.rpartition(".")[2] for name in names)
    for node in module.nodes_named(ast.Attribute, last):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Load)
            and module.class_of(node) is owner
            and ast.unparse(node) in names
        ):
            yield node


def _is_of_octets(node: ast.expr, module: Module) -> bool:
    method = module.parent(node)
    call = module.parent(method)
    if not (isinstance(method, ast.Attribute) and isinstance(call, ast.Call) and call.func is method):
        return False
    if method.attr == "write":
        return bool(call.args) and _is_written_as_octets(call.args[0], module)
    return method.attr in _READS and _is_unpacked(call, module, _DEPTH)


def _is_written_as_octets(node: ast.expr, module: Module) -> bool:
    """Whether octets are written, by what a name was last given; or text that an object encodes piece by piece, or by a
    codec that leaves no ASCII: nobody takes those for text again.
    """
    value = (value_there(node, module) if isinstance(node, ast.Name) else None) or node
    if is_octets(value, module) or encodes_piece(value, module):
        return True
    if kind(value, module) != BYTES or not (isinstance(value, ast.Call) and value.args):
        return False
    method, codec = getattr(value.func, "attr", ""), value.args[0]
    return method == "encode" and isinstance(codec, ast.Constant) and not has_ascii(value)


def _is_unpacked(node: ast.expr, module: Module, depth: int) -> bool:
    """Whether `node`, or a part of it, comes to a function that takes octets alone, also by a name or an attribute."""
    parent = module.parent(node)
    if isinstance(parent, ast.Call) and node in parent.args:
        return stdlib_name(parent.func, module) in UNPACKERS
    if depth <= 0:
        return False
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return _is_unpacked(parent, module, depth - 1)
    if not isinstance(parent, ast.Assign) or len(parent.targets) != 1:
        return False
    target, reads = parent.targets[0], list[ast.expr]()
    if isinstance(target, ast.Name):
        named = names_by_id(module)[target.id]
        reads = [
            n for n in named if isinstance(n.ctx, ast.Load) and module.bindings(n) == module.bindings(target)
        ]
    elif isinstance(target, ast.Attribute):
        reads = list(_kept_in({ast.unparse(target)}, module.class_of(target), module))
    return any(_is_unpacked(read, module, depth - 1) for read in reads)
