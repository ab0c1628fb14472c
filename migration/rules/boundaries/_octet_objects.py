"""What an object is that gives or takes octets: a socket, a hash, a cipher, a file, an answer."""

from __future__ import annotations

import ast
import re

from migration.analysis.classes import class_of, defines, foreign_bases
from migration.analysis.flow_kinds import holds_only, is_made, is_own
from migration.analysis.made import kept_by, made_by, made_by_class, told_mode
from migration.analysis.names import defined_in_repository, in_repository, is_local, last_name, memory
from migration.analysis.strings.as_bytes import DIGESTS, hash_made
from migration.analysis.strings.memory_files import CLASSES, given_to_binary, makes_bytes
from migration.analysis.strings.octet_edges import (
    ARRAYS,
    CIPHER_MAKERS,
    HASH_MAKERS,
    HASH_NAME,
    OPENERS,
)
from migration.analysis.strings.octets import seeks_relatively
from migration.analysis.strings.standard_names import standard_name
from migration.analysis.values import attributes_given, reads_of, written_out
from migration.flow.atoms import Atom, Box
from migration.rule import last_names
from migration.view.module import Module

#: What has a method `send` for octets, and how it is called.
_CONNECTIONS = re.compile(
    r"sock|asyn|zmq|ssl|serial|transport|twisted|conn|channel|pipe|queue", re.IGNORECASE
)
_IMPORTS_SOCKETS = re.compile(r"^[ \t]*(?:import|from)[ \t]+(?:[\w, \t]+,[ \t]*)?socket\b", re.MULTILINE)
_ALL_OPENERS = OPENERS | {"io.open"}
IN_MEMORY = CLASSES | {"io.BytesIO"}
_MAKERS = last_names(*IN_MEMORY)
#: What connects processes that hand objects to each other, and what has methods of the same names for octets.
_CONNECTS_PROCESSES = re.compile(r"multiprocessing")
_OTHER_SOCKETS = re.compile(r"\b(?:socket|zmq|ssl|paramiko|asyncore|asynchat|serial)\b")
#: Classes whose recv() and send() are a socket's.
_CHANNELS = frozenset(["asyncore.dispatcher", "asyncore.dispatcher_with_send", "asynchat.async_chat"])
#: What dicts are asked that hashes have not.
_OF_DICTS = frozenset(
    ["get", "has_key", "items", "iteritems", "iterkeys", "itervalues", "keys", "setdefault", "values"]
)
_GENERATOR = re.compile(r"_?(?:gen|generator|coro|coroutine)\d*", re.IGNORECASE)
_OF_GENERATORS = frozenset(["gi_frame", "gi_running", "next", "throw"])
#: Methods by which a program reads or writes a file itself.
_OF_FILES = re.compile(r"(?:read|write)")


def may_have_stand_in(owner: ast.expr, method: str, module: Module) -> bool:
    """Whether a method is a socket's or a hash's, by what the file imports or how its object is called."""
    if method == "recv":
        return _IMPORTS_SOCKETS.search(module.text) is not None
    made = owner.func if isinstance(owner, ast.Call) else owner
    return method == "digest" and HASH_NAME.search(last_name(made)) is not None


def only_given(node: ast.expr, module: Module, makers: frozenset[str]) -> bool:
    """Whether an attribute of that name is given nothing in the file but what `makers` make, whatever the object."""
    places = attributes_given(module).get(node.attr, ()) if isinstance(node, ast.Attribute) else ()
    return bool(places) and all(
        isinstance(value, ast.Call) and standard_name(value.func, module) in makers for _, value in places
    )


def may_be_connected(module: Module) -> bool:
    """Whether any file of the repository has a word of connections: else a generator is what something is sent to."""
    return in_repository(_CONNECTIONS, module)


def carries_objects(call: ast.expr, owner: ast.expr, module: Module) -> bool:
    """Whether `call`, or a method that is handed on, sends or receives an object of any kind by a connection between
    processes, and no octets.
    """
    if is_made(owner, "connection", module):
        return True
    if _CONNECTS_PROCESSES.search(module.text) is None or is_made(owner, "socket", module):
        return False
    # A socket is told how much it is to receive.
    told = isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "recv" and bool(call.args)
    return not told and _OTHER_SOCKETS.search(module.text) is None


def is_channel(owner: ast.expr, method: str, module: Module) -> bool:
    """Whether an object has a method from the library's class for connections, whatever else is so called."""
    known = class_of(owner, module)
    return (
        known is not None
        and not defines(known, method, module)
        and not _CHANNELS.isdisjoint(foreign_bases(known, module))
    )


def is_given_by_server(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the file that a handler of requests reads or writes: not one that a socket made for its own."""
    return getattr(node, "attr", "") in ("rfile", "wfile") and not is_made(node, "file.m", module)


def is_body(node: ast.expr, module: Module) -> bool:
    """Whether `node` is the body of a request as a server of WSGI gives it, `environ['wsgi.input']`: octets, unless the
    program has put something else there.
    """
    spelled = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant)
    return (spelled and node.slice.value == "wsgi.input") or is_made(node, "body", module)  # type: ignore[attr-defined]


def is_given_answer(node: ast.expr, module: Module) -> bool:
    """Whether a function of the program gives what urlopen() gave it: what it is given itself is characters already."""
    made = written_out(node, module)
    return isinstance(made, ast.Call) and is_made(node, "answer", module)


def may_hold_text(node: ast.expr, module: Module) -> bool:
    """Whether a file is one that other places may read or write as text: handed in, or kept by an object."""
    if isinstance(node, ast.Attribute):
        return module.qualified_name(node) is None and node.attr != "buffer"
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    if bindings and all(b.kind == "parameter" for b in bindings):
        return True
    made = made_by(node, module, _ALL_OPENERS)
    if made is None or (
        standard_name(made.func, module) == "io.open" and not opens_binary_by_io(made, module)
    ):
        return False
    return not is_for_the_library(made, module)


def is_cipher(owner: ast.expr, call: ast.Call, module: Module) -> bool:
    """Whether a call is one of a cipher, or with its one argument can be nothing else in a file of ciphers."""
    if kept_by(owner, module, CIPHER_MAKERS) is not None:
        return True
    if len(call.args) != 1 or call.keywords or "Crypto.Cipher" not in module.text:
        return False
    return not defined_in_repository(getattr(call.func, "attr", ""), module)


def is_programs(function: ast.expr, module: Module) -> bool:
    """Whether a function or a class is the program's own: what it reads is text."""
    bindings = module.bindings(function) if isinstance(function, ast.Name) else []
    if bindings:
        return all(
            b.kind in ("class", "function") or (b.kind == "import" and is_local(b.target, module))
            for b in bindings
        )
    named = module.qualified_name(function)
    return is_local(named, module) if named else is_own(function, module)


def holds_characters(node: ast.expr, module: Module) -> bool:
    """Whether `node` is an array of characters, or a slice of one."""
    while isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        node = node.value
    made = kept_by(node, module, ARRAYS)
    return made is not None and is_of_characters(made)


def is_of_characters(made: ast.Call) -> bool:
    """Whether a call makes an array of characters."""
    return bool(made.args) and getattr(made.args[0], "value", None) == "c"


def is_binary_buffer(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a file in memory that the standard library reads or writes octets in, also where an object was
    given it.
    """
    made = kept_by(node, module, IN_MEMORY)
    if made is not None:
        return makes_bytes(made.func, module)
    if "IO" not in module.text or module.qualified_name(node) is not None:
        return False
    return holds_only(node, lambda atom: atom in _binary_buffers(module), module)


def _binary_buffers(module: Module) -> frozenset[Atom]:
    """The files in memory that are made here to hold octets, as the flow of values knows them."""
    known = memory(module)
    if "binary buffers" not in known:
        made = (call for call in module.nodes_named(ast.Call, _MAKERS) if isinstance(call, ast.Call))
        binary = (
            c for c in made if standard_name(c.func, module) in IN_MEMORY and makes_bytes(c.func, module)
        )
        known["binary buffers"] = frozenset(
            atom
            for call in binary
            for atom in module.held(call)
            if isinstance(atom, Box) and atom.kind == "memory"
        )
    return known["binary buffers"]  # type: ignore[no-any-return]


def is_for_the_library(node: ast.Call, module: Module) -> bool:
    """Whether what is opened is handed to a function of the standard library that reads or writes octets there, and is
    neither read nor written by the program itself.
    """
    reads = reads_of(node, module)
    asked = (getattr(module.parent(read), "attr", "") for read in reads)
    return any(given_to_binary(read, module) for read in reads) and not any(map(_OF_FILES.match, asked))


def opens_plainly(node: ast.Call, mode: str | None, module: Module) -> bool:
    """Whether a program of a few files opens one, and never asks where in it it is, or goes elsewhere from there."""
    if module.facts.index.packages or mode is None or "U" in mode or not takes_name_and_mode(node, module):
        return False
    return ".tell(" not in module.text and not seeks_relatively(module)


def takes_name_and_mode(node: ast.Call, module: Module) -> bool:
    """Whether a call of open() is given a name, and at most a mode, by their places."""
    plain = 1 <= len(node.args) <= 2 and not node.keywords and not isinstance(node.args[0], ast.Starred)
    return plain and (module.is_builtin(node.func, "open", "file") or opens_binary_by_io(node, module))


def opens_binary_by_io(node: ast.Call, module: Module) -> bool:
    """Whether a call of `io.open` says by its mode alone that it opens a file of octets: it gives, and takes, native
    strings in Python 2, as one of `open` does.
    """
    if any(isinstance(a, ast.Starred) for a in node.args) or len(node.args) > 3:
        return False
    if any(k.arg not in ("mode", "buffering") for k in node.keywords):
        return False
    return "b" in (told_mode(node) or "") and standard_name(node.func, module) == "io.open"


def is_named_socket(node: ast.expr, module: Module) -> bool:
    """Whether a program of a few files calls `node` a socket: what it defines itself under a name of a socket's methods
    is something else. The tests of a package put others in its place.
    """
    if module.facts.index.packages:
        return False
    last = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return "sock" in last.lower()


def holds_container(node: ast.expr, module: Module) -> bool:
    """Whether all that `node` is known to hold are lists, dicts and sets."""
    held = module.may_hold(node)
    return bool(held) and all(isinstance(atom, Box) and atom.kind != "memory" for atom in held)


def is_container(node: ast.expr, module: Module) -> bool:
    """As `holds_container`; or the file asks what has that name for its keys, or sets an item of it.

    That pieces are read of it says nothing: the text of a hash has its name elsewhere in a file, `sha[:7]`.
    """
    last = last_name(node)
    return holds_container(node, module) or (bool(last) and last in _names_of_containers(module))


def _names_of_containers(module: Module) -> set[str]:
    known = memory(module)
    if "names of containers" not in known:
        asked = [n for n in module.nodes_named(ast.Attribute, _OF_DICTS) if isinstance(n, ast.Attribute)]
        items = [n for n in module.nodes_of(ast.Subscript) if isinstance(n, ast.Subscript)]
        owners = [n.value for n in asked] + [n.value for n in items if not isinstance(n.ctx, ast.Load)]
        known["names of containers"] = {last_name(owner) for owner in owners} - {""}
    return known["names of containers"]  # type: ignore[no-any-return]


def is_generator(node: ast.expr, module: Module) -> bool:
    """Whether `node` is called a generator, or is asked elsewhere in the file for what generators alone have."""
    last = last_name(node)
    if _GENERATOR.fullmatch(last):
        return True
    return bool(last) and any(
        last_name(n.value) == last
        for n in module.nodes_named(ast.Attribute, _OF_GENERATORS)
        if isinstance(n, ast.Attribute)
    )


def makes_hash(node: ast.Call, module: Module) -> bool:
    """Whether a call of a variable makes a hash, whose digest is asked for at once or by the name it gets."""
    parent = module.parent(node)
    if not isinstance(parent, ast.Assign):
        return hash_made(parent, module) is node
    return any(hash_made(asked, module) is node for asked in module.nodes_named(ast.Attribute, DIGESTS))


def is_hash(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a hash object, by what makes it or by what else the file asks of it."""
    if made_by(node, module, HASH_MAKERS) is not None or is_made(node, "hash", module):
        return True
    if isinstance(node, ast.Call):
        known = standard_name(node.func, module) in HASH_MAKERS
        return known or made_by_class(node, module, HASH_MAKERS)
    last = last_name(node)
    if HASH_NAME.search(last) and not is_container(node, module):
        return True
    return bool(last) and any(
        isinstance(n, ast.Attribute)
        and n.attr in ("digest", "hexdigest")
        and last in (getattr(n.value, "attr", ""), getattr(n.value, "id", ""))
        for n in module.nodes_of(ast.Attribute)
    )
