"""What a value was made by: files and their modes, sockets, archives, buffers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any

from migration.analysis.arguments import argument
from migration.analysis.called import function_called
from migration.analysis.classes import class_of, holds_attribute, local_bases, methods
from migration.analysis.flow_kinds import is_made
from migration.analysis.follow import gives_back
from migration.analysis.names import (
    defined_in_repository,
    is_first_parameter,
    memory,
    names_by_id,
    other_texts,
    repository_texts,
    stdlib_name,
)
from migration.analysis.values import attributes_given, may_hold, returns_of
from migration.rule import last_names
from migration.source.edits import Edit
from migration.trees.constants import text_of
from migration.view.module import Module

OPENERS = frozenset(["builtins.open", "builtins.file", "io.open", "os.fdopen"])
UNPACKERS = frozenset(["struct.unpack", "zlib.decompress", "pickle.loads", "marshal.loads"])
_UNPACKING = last_names(*UNPACKERS)
_ARCHIVES = frozenset(["zipfile.ZipFile"])
_BYTEARRAYS = frozenset(["builtins.bytearray"])
#: Methods of a bytearray that give another, and those that give several.
_KEEPING = frozenset(
    ["capitalize", "center", "expandtabs", "ljust", "lower", "lstrip", "replace", "rjust", "rstrip", "strip",
     "swapcase", "title", "translate", "upper", "zfill"]
)  # fmt: skip
_CUTTING = frozenset(["partition", "rpartition", "rsplit", "split", "splitlines"])
_SOCKETS = frozenset(["socket.socket", "socket.create_connection", "socket.fromfd", "ssl.wrap_socket"])

OCTET_DEVICES = frozenset(["/dev/urandom", "/dev/random", "/dev/zero", "/dev/hwrng"])
#: Formats that hold octets that no encoding reads.
OCTET_SUFFIXES = frozenset(
    [
        "png",
        "gif",
        "jpg",
        "jpeg",
        "ico",
        "bmp",
        "tiff",
        "gz",
        "tgz",
        "bz2",
        "zip",
        "pyc",
        "exe",
        "wav",
        "mp3",
        "mo",
    ]
)

#: Headers of messages: what their `encode` gives is text.
HEADERS = frozenset(
    ["email.Header.Header", "email.header.Header", "email.Header.make_header", "email.header.make_header"]
)
#: Requests of HTTP, and the headers that such an answer has.
REQUESTS = frozenset(["urllib2.Request", "urllib.request.Request"])
MESSAGES = frozenset(["httplib.HTTPMessage", "http.client.HTTPMessage"])
COMPRESSORS = frozenset(
    ["zlib.compressobj", "zlib.decompressobj", "bz2.BZ2Compressor", "bz2.BZ2Decompressor"]
)


def made_by(node: ast.expr, module: Module, makers: frozenset[str]) -> ast.Call | None:
    """The call of one of `makers` whose result `node` certainly is (through one variable), or None."""
    calls = _all_made_by(node, module, makers)
    return calls[0] if len(calls) == 1 else None


def _items_of(node: ast.Subscript, module: Module) -> list[ast.expr | None]:
    """What the list is written of that `node` takes an item from, and what its places are given; None stands for what
    is not written out. What is appended to it is not asked for.
    """
    kept = node.value
    if isinstance(node.slice, ast.Slice) or not isinstance(kept, (ast.Attribute, ast.Name)):
        return []
    if isinstance(kept, ast.Attribute):
        given = [value for _, value in attributes_given(module).get(kept.attr, ())]
        named: Iterable[ast.AST] = module.nodes_named(ast.Attribute, frozenset([kept.attr]))
    else:
        given = [b.value for b in module.bindings(kept)]
        named = names_by_id(module).get(kept.id, ())
    items: list[ast.expr | None] = []
    for value in given:
        if isinstance(value, ast.ListComp):
            items.append(value.elt)
        else:
            items += value.elts if isinstance(value, ast.List) else [None]
    for place in map(module.parent, named):
        if isinstance(place, ast.Subscript) and isinstance(place.ctx, ast.Store):
            outer = module.parent(place)
            items.append(outer.value if isinstance(outer, ast.Assign) else None)
    return items


def _held_in_cell(node: ast.Subscript, module: Module) -> list[ast.expr]:
    """What a list of one item, made in place, is ever given for that: `c = [f()]`, `c[0] = f()`; [] for any other."""
    bindings = module.bindings(node.value) if isinstance(node.value, ast.Name) else []
    made = bindings[0].value if len(bindings) == 1 else None
    first = isinstance(node.slice, ast.Constant) and node.slice.value == 0
    if not first or not isinstance(made, ast.List) or len(made.elts) != 1:
        return []
    held = [made.elts[0]]
    for name in names_by_id(module)[node.value.id]:  # type: ignore[attr-defined]
        item = module.parent(name)
        if module.bindings(name) != bindings or not isinstance(item, ast.Subscript):
            continue
        if isinstance(item.ctx, ast.Store):
            outer = module.parent(item)
            if not isinstance(outer, ast.Assign):
                return []
            held.append(outer.value)
    return held


#: What else has methods of the names of an array's.
_OTHER_ARRAYS = re.compile(
    r"^[ \t]*(?:import|from)[ \t].*(?:\bnumpy|\bNumeric|etree\b|\bImage\b)|\bnumpy\.", re.M
)
_IMPORTS_ARRAY = re.compile(r"^[ \t]*(?:import|from)[ \t].*\barray\b", re.M)


def kept_by(node: ast.expr, module: Module, makers: frozenset[str]) -> ast.Call | None:
    """As `made_by`; of what a function of the file gives back, where all of it is made so; of an attribute, where all
    that the file gives that name, also in a class's body, is made so, or None, and an object of one of its classes is
    asked; of the one item of a list that a function keeps a value in for those inside of it, likewise; of an item of a
    list that is written of nothing else.
    """
    if isinstance(node, ast.Subscript):
        cell = [made_by(v, module, makers) for v in _held_in_cell(node, module)]
        if cell:
            return cell[0] if None not in cell else None
        items = _items_of(node, module)
        made = [i for i in items if isinstance(i, ast.Call) and _makes(i, module, makers)]
        return made[0] if made and len(made) == len(items) else None
    if not isinstance(node, ast.Attribute):
        return made_by(node, module, makers) or _given_back(node, module, makers)
    places = attributes_given(module).get(node.attr, ())
    asked = places or holds_attribute(node.attr, module)
    owner = (class_of(node.value, module) or _class_named(node.value, module)) if asked else None
    if owner is None:
        return None
    known: dict[Any, ast.Call | None] = memory(module).setdefault("kept by objects", {})
    key = (owner, node.attr, makers)
    if key not in known:
        known[key] = _kept_by_objects(owner, node.attr, module, makers)
    return known[key]


def _kept_by_objects(
    owner: ast.ClassDef, name: str, module: Module, makers: frozenset[str]
) -> ast.Call | None:
    """The same of an attribute of the objects of a class."""
    places = attributes_given(module).get(name, ())
    given = [value for place, value in places if not _is_of_others(place, owner, module)]
    bodies = _in_bodies(owner, name, module)
    if not all(isinstance(s, ast.Assign) for s in bodies):
        return None
    given += [s.value for s in bodies if isinstance(s, ast.Assign)]
    values = [_repeated(v) for v in given if not (isinstance(v, ast.Constant) and v.value is None)]
    calls = [v for v in values if isinstance(v, ast.Call) and _makes(v, module, makers)]
    return calls[0] if calls and len(calls) == len(values) else None


def _repeated(value: ast.expr | None) -> ast.expr | None:
    """What is made before it is multiplied: `array('B', [0]) * n`."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return value.left if isinstance(value.left, ast.Call) else value.right
    return value


def _class_named(node: ast.expr, module: Module) -> ast.ClassDef | None:
    """The class of the file that `node` names."""
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    owner = bindings[0].node if len(bindings) == 1 else None
    return owner if isinstance(owner, ast.ClassDef) else None


def _is_of_others(place: ast.Attribute, owner: ast.ClassDef, module: Module) -> bool:
    """Whether the object of an attribute is certainly of a class that has nothing to do with `owner`."""
    other = class_of(place.value, module)
    if other is None or other is owner:
        return False
    lines = (local_bases(owner, module), local_bases(other, module))
    return set(lines[0]).isdisjoint(lines[1])


def _in_bodies(owner: ast.ClassDef, name: str, module: Module) -> list[ast.stmt]:
    """What binds `name` in the bodies of a class and of its bases in this file."""
    return [s for c in local_bases(owner, module) if (s := methods(c).get(name)) is not None]


def made_by_class(node: ast.expr, module: Module, makers: frozenset[str]) -> bool:
    """Whether `node` calls what a class keeps in its body, one of `makers`: `algorithm = hashlib.md5`."""
    function = node.func if isinstance(node, ast.Call) else None
    if not isinstance(function, ast.Attribute) or not holds_attribute(function.attr, module):
        return False
    owner = class_of(function.value, module)
    kept = _in_bodies(owner, function.attr, module) if owner is not None else []
    return bool(kept) and all(
        isinstance(s, ast.Assign) and stdlib_name(s.value, module) in makers for s in kept
    )


def part_of(node: ast.expr) -> ast.expr:
    """What `node` is a part of, or a sum, of the same type: `a` of `a[1:]` and of `a[1:] + a[:1]`."""
    while True:
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            node = node.value
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            node = node.left
        else:
            return node


def looks_like_array(call: ast.Call, module: Module) -> bool:
    """Whether `call` asks what is kept under a name for its octets, or fills it with some and gives nothing, as arrays
    alone do of all that has such methods, in a file that imports those of the standard library, or of what objects
    keep where any file does; or asks what a method gives that a file with arrays defines.
    """
    function = call.func
    if not isinstance(function, ast.Attribute) or call.keywords or _OTHER_ARRAYS.search(module.text):
        return False
    whole = part_of(function.value)
    while isinstance(whole, ast.Subscript):
        whole = part_of(whole.value)  # an item of what a name holds
    if isinstance(whole, ast.Attribute):
        if module.qualified_name(whole) is not None or not _arrays_in_sight(module):
            return False
    elif isinstance(whole, ast.Call):
        if function.attr != "tostring" or not _is_given_with_arrays(whole.func, module):
            return False
    elif isinstance(whole, ast.Name) and _IMPORTS_ARRAY.search(module.text):
        bindings = module.bindings(whole)
        if not bindings or any(b.kind not in ("parameter", "assign", "loop") for b in bindings):
            return False
    else:
        return False
    if function.attr == "tostring":
        return not call.args
    return function.attr == "fromstring" and len(call.args) == 1 and isinstance(module.parent(call), ast.Expr)


def _is_given_with_arrays(method: ast.expr, module: Module) -> bool:
    """Whether `method` is an object's, and only files of the repository that import arrays of the standard library, and
    no others, define methods of that name.
    """
    if not isinstance(method, ast.Attribute) or module.qualified_name(method) is not None:
        return False
    known = memory(module).setdefault("given with arrays", {})
    if method.attr not in known:
        defined = re.compile(rf"^[ \t]+def {method.attr}\b", re.MULTILINE)
        texts = [text for text in repository_texts(module) if method.attr in text and defined.search(text)]
        known[method.attr] = bool(texts) and all(
            _IMPORTS_ARRAY.search(text) and not _OTHER_ARRAYS.search(text) for text in texts
        )
    return bool(known[method.attr])


def _arrays_in_sight(module: Module) -> bool:
    """Whether any file of the repository imports arrays of the standard library."""
    known = memory(module)
    if "arrays in sight" not in known:
        texts = repository_texts(module)
        known["arrays in sight"] = any("array" in text and _IMPORTS_ARRAY.search(text) for text in texts)
    return bool(known["arrays in sight"])


def _makes(call: ast.Call, module: Module, makers: frozenset[str]) -> bool:
    """Whether a call makes it: of a maker, or of a function, of another file too, that gives back nothing else."""
    if stdlib_name(call.func, module) in makers or _given_back(call, module, makers) is not None:
        return True
    if made_by_class(call, module, makers):
        return True
    return gives_back(call.func, module, makers)


def _given_back(node: ast.expr, module: Module, makers: frozenset[str]) -> ast.Call | None:
    values = may_hold(node, module) if isinstance(node, ast.Name) else [node]
    function = function_called(values[0], module) if len(values) == 1 and values[0] is not None else None
    if function is None or function.decorator_list:
        return None
    found = [made_by(r.value, module, makers) if r.value else None for r in returns_of(function)]
    return found[0] if found and None not in found else None


def _all_made_by(node: ast.expr, module: Module, makers: frozenset[str]) -> list[ast.Call]:
    """The calls of `makers` that gave `node` all it can be, None aside, until it is made; [] where it may be something
    else.
    """
    held = may_hold(node, module) if isinstance(node, ast.Name) else [node]
    values = [v for v in held if not (isinstance(v, ast.Constant) and v.value is None)]
    calls = [v for v in values if isinstance(v, ast.Call) and stdlib_name(v.func, module) in makers]
    return calls if len(calls) == len(values) else []


def is_archive(node: ast.expr, module: Module) -> bool:
    """Whether `node` is certainly a ZIP archive, each time it is given something."""
    return bool(_all_made_by(node, module, _ARCHIVES)) or kept_by(node, module, _ARCHIVES) is not None


def is_bytearray(node: ast.expr, module: Module, seen: frozenset[str] = frozenset()) -> bool:
    """Whether `node` is certainly a bytearray, or an object of a class that derives from it.

    `seen` are the variables being looked at already (`b = b[2:]`): what else they are given decides.
    """
    return _is_bytearray(node, module, seen) or module.held(node) == ("bytearray",)


def _is_bytearray(node: ast.expr, module: Module, seen: frozenset[str]) -> bool:
    if isinstance(node, ast.Name):
        again = f"{node.id} again"
        if again in seen:
            return True
        if node.id in seen:
            # What it was before decides (`b = b[2:]`): all that it is ever given.
            values, followed = [b.value for b in module.bindings(node) if b.kind != "augmented"], again
        else:
            values, followed = may_hold(node, module, steps=False), node.id
        made = [v for v in values if isinstance(v, (ast.BinOp, ast.Call, ast.Subscript))]
        certain = bool(values) and len(made) == len(values)
        certain = certain and all(is_bytearray(v, module, seen | {followed}) for v in made)
        return certain or _is_own_bytearray(node, module)
    if isinstance(node, ast.Attribute):
        return kept_by(node, module, _BYTEARRAYS) is not None
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return is_bytearray(node.value, module, seen)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)):
        return is_bytearray(node.left, module, seen) or module.sums_array(node)
    if isinstance(node, ast.Subscript):
        # A piece of one that is split.
        cut = node.value
        split = (
            isinstance(cut, ast.Call) and isinstance(cut.func, ast.Attribute) and cut.func.attr in _CUTTING
        )
        return split and is_bytearray(cut.func.value, module, seen)  # type: ignore[attr-defined]
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in _KEEPING:
        return is_bytearray(node.func.value, module, seen)
    if isinstance(node.func, ast.Attribute) and node.func.attr == "fromhex":
        return module.is_builtin(node.func.value, "bytearray")
    made_of = _class_named(node.func, module)
    return module.is_builtin(node.func, "bytearray") or (made_of is not None and _derives(made_of, module))


def is_encoded_array(name: str | None, node: ast.Call) -> bool:
    """Whether a call of the function `name` makes a bytearray of text, and is told by what encoding."""
    return name == "builtins.bytearray" and (len(node.args) > 1 or bool(node.keywords))


def _is_own_bytearray(node: ast.Name, module: Module) -> bool:
    """Whether `node` is the object that a method of such a class belongs to."""
    function, owner = module.function(node), module.class_of(node)
    if owner is None or not isinstance(function, ast.FunctionDef) or module.parent(function) is not owner:
        return False
    return is_first_parameter(node, function) and _derives(owner, module)


def _derives(owner: ast.ClassDef, module: Module) -> bool:
    return any(module.is_builtin(base, "bytearray") for base in owner.bases)


def of_characters(call: ast.Call) -> bool:
    """Whether `array.array` was asked for characters, which Python 3 has none of."""
    code = call.args[0] if call.args else None
    return isinstance(code, ast.Constant) and code.value in ("c", "u")


def mode_of(call: ast.Call) -> str | None:
    """The mode of a call of open; 'r' when none is given, None when it is no literal. What is read from a path that
    tells of octets is binary whatever it says: the rule binary_paths adds the `b`.
    """
    mode = told_mode(call)
    if mode and "b" not in mode and "+" not in mode and mode.strip("U")[:1] in ("", "r"):
        return f"{mode}b" if names_octets(call) else mode
    return mode


def told_mode(call: ast.Call) -> str | None:
    """The mode that a call of open is given, as it stands there; 'r' when none is, None when it is no literal."""
    given = argument(call, 1, "mode")
    if given is None:
        return None if any(k.arg is None for k in call.keywords) else "r"
    return text_of(given)


#: What open() is told of text alone.
_OF_TEXT = frozenset(["encoding", "errors", "newline"])


def names_octets(call: ast.Call) -> bool:
    """Whether the path given to a call of open ends as one of a file of octets does: a device that gives numbers
    at random, or a format that is never text; but for one that is told how to read text.
    """
    if any(k.arg in _OF_TEXT for k in call.keywords):
        return False
    path = call.args[0] if call.args else None
    while isinstance(path, (ast.BinOp, ast.Call)):
        if isinstance(path, ast.Call):
            path = path.args[-1] if path.args and not path.keywords and _joins(path) else None
        elif isinstance(path.op, ast.Add):
            path = path.right
        else:
            path = path.left if isinstance(path.op, ast.Mod) else None
    told = text_of(path) or ""
    return told in OCTET_DEVICES or ("." in told and told.rpartition(".")[2].lower() in OCTET_SUFFIXES)


def _joins(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr == "join" and len(call.args) > 1


def texts_in_memory(module: Module) -> set[ast.Call | None]:
    """The calls that make files of bytes in memory that become such of text, as far as a rule has found them."""
    return memory(module).setdefault("texts in memory", set())  # type: ignore[no-any-return]


def only_value(node: ast.expr, module: Module) -> ast.expr | None:
    """What a name certainly holds where it stands; None for what is no name, too."""
    values = may_hold(node, module) if isinstance(node, ast.Name) else []
    return values[0] if len(values) == 1 else None


def first_text(call: ast.Call) -> str | None:
    return text_of(call.args[0]) if call.args else None


def opened(node: ast.expr, module: Module) -> list[ast.Call]:
    """The calls of open() that gave `node` all it can be; [] where it may be something else."""
    return _all_made_by(node, module, OPENERS)


def is_socket(node: ast.expr, module: Module) -> bool:
    """Whether `node` is certainly a socket: made here, kept by a class, one of a pair; or nothing else flows to it."""
    if is_made(node, "socket", module):
        return True
    if kept_by(node, module, _SOCKETS):
        return not (isinstance(node, ast.Attribute) and _given_elsewhere(node.attr, module))
    if not isinstance(node, ast.Name):
        return False
    for binding in module.bindings(node):
        target = binding.node
        pair = module.parent(target)
        assign = module.parent(pair) if isinstance(pair, ast.Tuple) else None
        value = assign.value if isinstance(assign, ast.Assign) else None
        if not isinstance(value, ast.Call):
            return False
        accepted = isinstance(value.func, ast.Attribute) and value.func.attr == "accept"
        first = isinstance(pair, ast.Tuple) and pair.elts[0] is target
        if not (stdlib_name(value.func, module) == "socket.socketpair" or (accepted and first)):
            return False
    return bool(module.bindings(node))


def only_sockets(method: str, node: ast.Call, module: Module) -> bool:
    """Whether a call of `method` with one argument can only mean that of a socket."""
    return len(node.args) == 1 and not node.keywords and not defined_in_repository(method, module)


def _given_elsewhere(attribute: str, module: Module) -> bool:
    """Whether another file of the repository gives objects such an attribute: a test puts a stand-in there."""
    given = re.compile(rf"\.{attribute}[ \t]*=(?!=)")
    return any(map(given.search, other_texts(module)))


def sends_all(node: ast.Call, module: Module) -> bool:
    """Whether `node` calls the method sendall, which only sockets have."""
    function = node.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "sendall"
        and only_sockets("sendall", node, module)
    )


def opened_for_bytes(call: ast.Call, mode: str, module: Module) -> Edit:
    """The edit that opens a file for bytes instead of text."""
    given = argument(call, 1, "mode")
    if given is None:
        return module.edit(module.added(call, "mode='rb'" if call.keywords else "'rb'"))
    return module.replace(given, module.quoted(mode.replace("U", "") + "b", given))
