"""What is done with the file that a call opens, and with what is read from it, as far as one file of code shows."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from migration.analysis.literals import literal
from migration.analysis.made import made_by, mode_of
from migration.analysis.names import stdlib_name, uses
from migration.analysis.strings.octet_edges import BINARY_FILES, HASH_MAKERS
from migration.analysis.strings.seen import NO_UTF8, seen_at, watched
from migration.analysis.values import value_there
from migration.trees.fields import walk
from migration.trees.scopes import Scope
from migration.view.module import Module

#: Methods of files and sockets that give something empty at the end.
READERS = frozenset(["read", "readline", "recv"])
OPENERS = frozenset(["builtins.open", "builtins.file"])
#: Functions of the standard library that take octets.
_TAKERS = (
    "struct.unpack", "hashlib.", "md5.", "sha.", "hmac.", "zlib.", "bz2.", "binascii.", "pickle.loads", "cPickle.loads",
    "marshal.loads", "base64.", "socket.", "os.write", "email.MIMEImage.", "email.mime.image.", "email.MIMEAudio.",
    "email.mime.audio.", "email.mime.application.",
)  # fmt: skip
#: Files in memory, which hold octets where something is given them that reads such.
_MEMORY_FILES = frozenset(["StringIO.StringIO", "cStringIO.StringIO"])
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
    opener = stdlib_name(call.func, module) or ""
    found.escapes = any(made_by(n, module, OPENERS | {opener}) is not call for n in nodes)
    return [*nodes]


def _use(node: ast.expr, module: Module, found: Stream) -> None:
    parent = module.parent(node)
    outer = module.parent(parent)
    if isinstance(parent, ast.Attribute) and isinstance(outer, ast.Call) and outer.func is parent:
        found.calls.append(outer)
        if parent.attr in _SINGLE and (loop := _calling_until(outer, module)) is not None:
            _lines(loop, module, found)
        elif parent.attr in _SINGLE:
            found.values.append(outer)
        elif parent.attr in _SEVERAL:
            _lines(outer, module, found)
    elif isinstance(parent, ast.Call) and node in parent.args:
        found.given.append(parent)
    elif isinstance(parent, ast.keyword) and isinstance(outer, ast.Call):
        found.given.append(outer)
    elif isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node:
        _lines(node, module, found)
    elif isinstance(parent, ast.Attribute) and parent.attr in _SINGLE | _SEVERAL:
        loop = _calling_until(parent, module)
        if loop is not None:
            _lines(loop, module, found)
        else:
            found.escapes = True
    elif not isinstance(parent, (ast.withitem, ast.Expr, ast.Attribute)):
        found.escapes = True


def _calling_until(reading: ast.expr, module: Module) -> ast.Call | None:
    """The `iter(lambda: f.read(9), '')`, or `iter(partial(f.read, 9), '')`, that reads again and again."""
    made = module.parent(reading)
    call = module.parent(made)
    if not isinstance(call, ast.Call) or call.args[:1] != [made] or len(call.args) != 2:
        return None
    if isinstance(made, ast.Call):
        if stdlib_name(made.func, module) != "functools.partial" or made.args[:1] != [reading]:
            return None
    elif not isinstance(made, ast.Lambda):
        return None
    return call if module.is_builtin(call.func, "iter") else None


def _lines(node: ast.expr, module: Module, found: Stream) -> None:
    """The reads of a loop's variable, where the loop goes through `node`; else `node` itself."""
    loop = module.parent(node)
    target = loop.target if isinstance(loop, (ast.For, ast.comprehension)) and loop.iter is node else None
    place = module.scope(target).lookup(target.id) if isinstance(target, ast.Name) else None
    if isinstance(target, ast.Name) and place is not None:
        for name in _octet_reads(target, place[0], module):
            if name is None:
                found.octets.add(False)
            else:
                found.values.append(name)
    else:
        found.values.append(node)


def taken_as_octets(node: ast.expr, module: Module, depth: int = 0) -> set[bool]:
    """For each use of a value that was read: whether what uses it takes octets. Where text and bytes serve alike, as
    where it is counted or asked whether there is any, it says nothing.
    """
    parent = module.parent(node)
    outer = module.parent(parent)
    if isinstance(parent, ast.Attribute) and isinstance(outer, ast.Call) and outer.func is parent:
        if parent.attr in _KEEPING and depth < _DEPTH:
            return taken_as_octets(outer, module, depth + 1)
        return {parent.attr == "decode"}
    if isinstance(parent, ast.Call) and node in parent.args:
        return set() if module.is_builtin(parent.func, "len") else {_takes_octets(parent, module)}
    if isinstance(parent, ast.Subscript) and parent.value is node and depth < _DEPTH:
        # An item of bytes is a number, of which an argument alone is made octets again.
        item = not isinstance(parent.slice, ast.Slice) and not isinstance(outer, ast.Call)
        return {False} if item else taken_as_octets(parent, module, depth + 1)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Add) and depth < _DEPTH:
        # A literal beside octets becomes octets.
        beside = literal(parent.right if parent.left is node else parent.left, module)
        return taken_as_octets(parent, module, depth + 1) if beside else {False}
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and depth < _DEPTH:
        target = parent.targets[0]
        place = module.scope(target).lookup(target.id) if isinstance(target, ast.Name) else None
        if isinstance(target, ast.Name) and place is not None and _is_one_file_s(target, module):
            reads = _octet_reads(target, place[0], module)
            return {f for n in reads for f in (taken_as_octets(n, module, depth + 1) if n else {False})}
    return set() if _is_only_asked(node, module) else {False}


def _octet_reads(target: ast.Name, scope: Scope, module: Module) -> list[ast.Name | None]:
    """The reads of a variable before it is given its own text (`x = x.decode(…)`); None where that can't be told."""
    texts = [b.value for b in module.bindings(target) if _is_decoding(b.value, target.id)]
    reads = [n for n in uses(target.id, scope, module) if isinstance(n.ctx, ast.Load)]
    found: list[ast.Name | None] = []
    for name in reads:
        given = value_there(name, module) if texts else None
        if given in texts or (texts and given is None and _is_behind(name, texts, module)):
            continue
        decoded = any(name in walk(t) for t in texts if t is not None)
        found.append(name if decoded or not texts or given is not None else None)
    return found


def _is_behind(name: ast.Name, texts: Sequence[ast.expr | None], module: Module) -> bool:
    """Whether `name` stands behind a `try` that leaves a text in that variable, by one codec or by another."""
    for outer in (name, *module.ancestors(name)):
        if isinstance(outer, ast.stmt):
            block = module.block(outer)
            before = block[: block.index(outer)]
            if any(isinstance(s, ast.Try) and _leaves_text(s, texts) for s in before):
                return True
    return False


def _leaves_text(tried: ast.Try, texts: Sequence[ast.expr | None]) -> bool:
    """Whether whatever goes on behind a `try` has decoded: its body does, and each handler that does not leave."""
    blocks = [tried.body, *(h.body for h in tried.handlers)]
    decode = [any(isinstance(s, ast.Assign) and s.value in texts for s in block) for block in blocks]
    leave = [isinstance(block[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break)) for block in blocks]
    return decode[0] and all(d or gone for d, gone in zip(decode, leave, strict=True))


def _is_decoding(value: ast.expr | None, name: str) -> bool:
    """Whether `value` decodes what a variable of that name holds."""
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)):
        return False
    held = value.func.value
    return value.func.attr == "decode" and isinstance(held, ast.Name) and held.id == name


def _is_one_file_s(target: ast.Name, module: Module) -> bool:
    """Whether a variable is given one value, or nothing but what is read from one file, and the text of that."""
    values = [b.value for b in module.bindings(target) if not _is_decoding(b.value, target.id)]
    if len(values) == 1:
        return True
    files = {read_from(v, module) if isinstance(v, ast.Call) else None for v in values}
    return len(files) == 1 and None not in files


def _is_only_asked(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a condition, or the denial of one: `while data`, `if not data`."""
    parent = module.parent(node)
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not):
        return True
    return isinstance(parent, (ast.If, ast.While, ast.IfExp)) and parent.test is node


def _takes_octets(call: ast.Call, module: Module) -> bool:
    """Whether a call takes octets: a function of the standard library, a hash, what is opened to be written octets."""
    function = call.func
    named = stdlib_name(function, module) or ""
    if named.startswith(_TAKERS) or named in ("array.array", "io.BytesIO"):
        return True
    if named in _MEMORY_FILES and len(call.args) == 1:
        return _is_read_for_octets(call, module)
    if not isinstance(function, ast.Attribute) or len(call.args) != 1:
        return False
    if function.attr == "update":
        return made_by(function.value, module, HASH_MAKERS) is not None
    opened = made_by(function.value, module, OPENERS) if function.attr == "write" else None
    binary = opened is not None and "b" in (mode_of(opened) or "")
    return binary and not _is_printed_to(function.value, module)


def _is_read_for_octets(call: ast.Call, module: Module) -> bool:
    """Whether a file in memory is given, in place or by the one name it has, to what reads octets from it."""
    parent = module.parent(call)
    target = parent.targets[0] if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None
    places: list[ast.expr] = [call]
    if isinstance(target, ast.Name):
        place = module.scope(target).lookup(target.id)
        places = [*uses(target.id, place[0], module)] if place is not None and len(place[1]) == 1 else []
    for node in places:
        outer = module.parent(node)
        function = outer.func if isinstance(outer, ast.Call) and node in outer.args else None
        if (
            function is not None
            and (stdlib_name(function, module) or module.qualified_name(function)) in BINARY_FILES
        ):
            return True
    return False


def _is_printed_to(file: ast.expr, module: Module) -> bool:
    """Whether what a variable holds is also printed to: then text is meant, whatever it was opened for."""
    place = module.scope(file).lookup(file.id) if isinstance(file, ast.Name) else None
    if place is None or not isinstance(file, ast.Name):
        return False
    for use in uses(file.id, place[0], module):
        given = module.parent(use)
        call = module.parent(given)
        if isinstance(given, ast.keyword) and given.arg == "file" and isinstance(call, ast.Call):
            return module.is_builtin(call.func, "print")
    return False


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
