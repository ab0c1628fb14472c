"""What is done with the file that a call opens, and with what is read from it, as far as one file of code shows."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from migration.module import Module
from migration.rules._made import made_by
from migration.rules._names import stdlib_name, uses
from migration.rules._seen import NO_UTF8, seen_at, watched
from migration.rules._values import value_there

OPENERS = frozenset(["builtins.open", "builtins.file"])
#: Functions of the standard library that take octets.
_TAKERS = (
    "struct.unpack", "hashlib.", "md5.", "sha.", "hmac.", "zlib.", "bz2.", "binascii.", "pickle.loads", "cPickle.loads",
    "marshal.loads", "base64.", "socket.", "os.write",
)  # fmt: skip
_SINGLE, _SEVERAL = frozenset(["read", "readline", "next"]), frozenset(["readlines", "xreadlines"])
#: Methods that give the same kind as they are called on.
_KEEPING = frozenset(["strip", "rstrip", "lstrip", "replace", "lower", "upper"])
_DEPTH = 6


@dataclass(slots=True)
class Stream:
    """How the file of one call is used.

    `calls` are calls of its methods; `values` expressions that hold what is read from it; `given` the calls that it
    is an argument of; `escapes`: it is kept, returned or rebound, so that more may happen to it elsewhere; `octets`:
    whether uses of those values take octets, and whether there are others.
    """

    calls: list[ast.Call] = field(default_factory=list)
    values: list[ast.expr] = field(default_factory=list)
    given: list[ast.Call] = field(default_factory=list)
    escapes: bool = False
    octets: set[bool] = field(default_factory=set)

    @property
    def only_octets(self) -> bool:
        """Whether all that is done with the file is to read octets."""
        return self.octets == {True} and not self.escapes and not self.given


def stream_of(call: ast.Call, module: Module) -> Stream:
    """How the file that `call` opens is used."""
    found = Stream()
    for node in _holders(call, module, found):
        _use(node, module, found)
    for value in found.values:
        found.octets |= taken_as_octets(value, module)
    return found


def _holders(call: ast.Call, module: Module, found: Stream) -> list[ast.expr]:
    parent = module.parent(call)
    target: ast.expr | None = None
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
        target = parent.targets[0]
    elif isinstance(parent, ast.withitem):
        target = parent.optional_vars
        if target is None:
            return []
    if target is None:
        return [call]
    place = module.scope(target).lookup(target.id) if isinstance(target, ast.Name) else None
    if place is None or not isinstance(target, ast.Name):
        found.escapes = True
        return []
    nodes = [
        n for n in uses(target.id, place[0], module)
        if isinstance(n.ctx, ast.Load) and value_there(n, module) in (None, call)
    ]  # fmt: skip
    found.escapes = any(made_by(n, module, OPENERS) is not call for n in nodes)
    return [*nodes]


def _use(node: ast.expr, module: Module, found: Stream) -> None:
    parent = module.parent(node)
    outer = module.parent(parent)
    if isinstance(parent, ast.Attribute) and isinstance(outer, ast.Call) and outer.func is parent:
        found.calls.append(outer)
        if parent.attr in _SINGLE:
            found.values.append(outer)
        elif parent.attr in _SEVERAL:
            _lines(outer, module, found)
    elif isinstance(parent, ast.Call) and node in parent.args:
        found.given.append(parent)
    elif isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
        _lines(node, module, found)
    elif not isinstance(parent, (ast.withitem, ast.Expr, ast.Attribute)):
        found.escapes = True


def _lines(node: ast.expr, module: Module, found: Stream) -> None:
    """The reads of a loop's variable, where the loop goes through `node`; else `node` itself."""
    loop = module.parent(node)
    target = loop.target if isinstance(loop, (ast.For, ast.comprehension)) and loop.iter is node else None
    place = module.scope(target).lookup(target.id) if isinstance(target, ast.Name) else None
    if isinstance(target, ast.Name) and place is not None:
        found.values += [n for n in uses(target.id, place[0], module) if n is not target]
    else:
        found.values.append(node)


def taken_as_octets(node: ast.expr, module: Module, depth: int = 0) -> set[bool]:
    """For each use of a value that was read: whether what uses it takes octets."""
    parent = module.parent(node)
    outer = module.parent(parent)
    if isinstance(parent, ast.Attribute) and isinstance(outer, ast.Call) and outer.func is parent:
        if parent.attr in _KEEPING and depth < _DEPTH:
            return taken_as_octets(outer, module, depth + 1)
        return {parent.attr == "decode"}
    if isinstance(parent, ast.Call) and node in parent.args:
        return {(stdlib_name(parent.func, module) or "").startswith(_TAKERS)}
    if isinstance(parent, ast.Subscript) and parent.value is node and depth < _DEPTH:
        return taken_as_octets(parent, module, depth + 1)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and depth < _DEPTH:
        target = parent.targets[0]
        place = module.scope(target).lookup(target.id) if isinstance(target, ast.Name) else None
        if isinstance(target, ast.Name) and place is not None and len(module.bindings(target)) == 1:
            reads = [n for n in uses(target.id, place[0], module) if n is not target]
            return {found for n in reads for found in taken_as_octets(n, module, depth + 1)}
    return {False}


def read_as_octets(node: ast.expr, module: Module) -> bool:
    """Whether `node` is read from a file that was seen to hold no UTF-8 and is opened for bytes therefore."""
    opened = read_from(node, module) if watched(module) else None
    seen = [kind.split() for kind in seen_at("open", opened, module)] if opened is not None else []
    if opened is None or not any(NO_UTF8 in kind for kind in seen) or any("U" in kind[0] for kind in seen):
        return False
    return stream_of(opened, module).only_octets


def read_from(node: ast.expr, module: Module) -> ast.Call | None:
    """The call that opened the file which `node` was read from, in place or by the one name it is kept in."""
    if isinstance(node, ast.Name):
        values = [b.value for b in module.bindings(node)]
        if len(values) != 1 or not isinstance(values[0], ast.Call):
            return None
        node = values[0]
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _SINGLE | _KEEPING
    ):
        owner = node.func.value
        return made_by(owner, module, OPENERS) if node.func.attr in _SINGLE else read_from(owner, module)
    return None
