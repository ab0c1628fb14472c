"""Files that are opened as binary and get text from what writes nothing else: json, ConfigParser, print."""

from __future__ import annotations

import ast

from migration.analysis.made import made_by, mode_of
from migration.analysis.names import memory, stdlib_name, uses
from migration.analysis.strings.kinds import BYTES, kind
from migration.flow.atoms import Atom, Bound, Function
from migration.flow.repository import place_of, some
from migration.view.module import Module

_DUMPERS = frozenset(["json.dump", "simplejson.dump"])
PARSERS = frozenset(
    f"{m}.{n}"
    for m in ("ConfigParser", "configparser")
    for n in ("ConfigParser", "RawConfigParser", "SafeConfigParser")
)
#: Methods that a file has in either mode.
_ALIKE = frozenset(["close", "fileno", "flush"])
_OCTETS: frozenset[Atom] = frozenset(["chars", "encoded", "octets"])


def demands_text(call: ast.Call, module: Module) -> bool:
    """Whether what `call` opens for writing octets is given to something that writes text, and gets no octets."""
    mode = mode_of(call)
    if mode is None or mode.replace("b", "") not in ("w", "a") or "b" not in mode or len(call.args) > 2:
        return False
    known = memory(module)
    if ("sink", call) not in known:
        places = _places(call, module)
        known["sink", call] = any(_takes_text(p, module) for p in places) and not any(
            _takes_octets(p, module) for p in places
        )
    return bool(known["sink", call])


def _places(call: ast.Call, module: Module) -> list[ast.expr]:
    """The call itself, and all places that read the variable it is kept in."""
    parent = module.parent(call)
    target = parent.targets[0] if isinstance(parent, ast.Assign) else None
    if isinstance(parent, ast.withitem):
        target = parent.optional_vars
    if not isinstance(target, ast.Name):
        return [call]
    if len(module.bindings(target)) != 1:
        return []
    found = module.scope(target).lookup(target.id)
    return list(uses(target.id, found[0], module)) if found else []


def _takes_text(place: ast.expr, module: Module) -> bool:
    parent = module.parent(place)
    if isinstance(parent, ast.keyword):
        call = module.parent(parent)
        return parent.arg == "file" and isinstance(call, ast.Call) and module.is_builtin(call.func, "print")
    if not isinstance(parent, ast.Call) or place not in parent.args:
        return False
    if stdlib_name(parent.func, module) in _DUMPERS:
        return len(parent.args) > 1 and parent.args[1] is place
    handed = _handed(place, parent, module)
    if handed:
        return any(_prints(function, name) for function, name in handed) and not any(
            _may_get_octets(function, name, module) for function, name in handed
        )
    function = parent.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "write"
        and made_by(function.value, module, PARSERS) is not None
    )


def _handed(place: ast.expr, call: ast.Call, module: Module) -> list[tuple[Function, str]]:
    """The functions of the repository that alone a call can mean, each with its parameter that gets `place`."""
    before = call.args[: call.args.index(place)]
    found = []
    for atom in module.held(call.func) if not any(isinstance(a, ast.Starred) for a in before) else ():
        function = atom.function if isinstance(atom, Bound) else atom
        position = len(before) + isinstance(atom, Bound)
        if not isinstance(function, Function) or position >= len(function.parameters):
            return []
        found.append((function, function.parameters[position]))
    return found


def _prints(function: Function, name: str) -> bool:
    """Whether a function prints to its parameter."""
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "print"
        and any(
            k.arg == "file" and isinstance(k.value, ast.Name) and k.value.id == name for k in call.keywords
        )
        for call in ast.walk(function.node)
    )


def _may_get_octets(function: Function, name: str, module: Module) -> bool:
    """Whether a function does more with its parameter than to print to it, and to write what is not known as octets."""
    flow = module.facts.flow() if module.facts.flow is not None else None
    there = flow.file(function.space.key) if flow is not None else None
    reads: set[ast.expr] = {n for n in ast.walk(function.node) if isinstance(n, ast.Name) and n.id == name}
    for node in ast.walk(function.node):
        if isinstance(node, ast.keyword) and node.arg == "file":
            reads.discard(node.value)
        if not isinstance(node, ast.Call):
            continue
        method = node.func
        if not isinstance(method, ast.Attribute) or method.value not in reads:
            continue
        if method.attr == "write" and there is not None:
            given = [there.held(place_of(a), a.__class__) for a in node.args]
            if any(not _OCTETS.isdisjoint(some(v)) for v in given):
                return True
        elif method.attr not in _ALIKE:
            return True
        reads.discard(method.value)
    return bool(reads)


def _takes_octets(place: ast.expr, module: Module) -> bool:
    """Whether octets are written to the file at `place`, or it is given to what may do so."""
    parent = module.parent(place)
    call = module.parent(parent)
    if isinstance(parent, ast.Attribute) and isinstance(call, ast.Call) and call.func is parent:
        return parent.attr == "write" and any(kind(a, module) == BYTES for a in call.args)
    if isinstance(parent, ast.Call) and place in parent.args:
        return not _takes_text(place, module)
    return not isinstance(parent, (ast.keyword, ast.Assign, ast.withitem, ast.Attribute)) and not isinstance(
        getattr(place, "ctx", None), ast.Store
    )
