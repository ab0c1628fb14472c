"""Files that are opened as binary and get text from what writes nothing else: json, ConfigParser, print."""

from __future__ import annotations

import ast

from migration.analysis.made import made_by, mode_of
from migration.analysis.names import memory, stdlib_name, uses
from migration.analysis.strings.kinds import BYTES, kind
from migration.view.module import Module

_DUMPERS = frozenset(["json.dump", "simplejson.dump"])
PARSERS = frozenset(
    f"{m}.{n}"
    for m in ("ConfigParser", "configparser")
    for n in ("ConfigParser", "RawConfigParser", "SafeConfigParser")
)


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
    function = parent.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "write"
        and made_by(function.value, module, PARSERS) is not None
    )


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
