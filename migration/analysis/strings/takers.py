"""Whether the place of a value may need octets: calls, methods and streams that take them, or bytes beside it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from migration.analysis.displays import sources
from migration.analysis.literals import literal, repeats_literal
from migration.analysis.made import OPENERS, kept_by, mode_of, opened
from migration.analysis.names import OUTPUTS, stdlib_name
from migration.analysis.strings.file_kinds import file_kind
from migration.analysis.strings.kinds import BYTES, is_octets, kind
from migration.analysis.strings.memory_files import CLASSES, makes_bytes
from migration.analysis.strings.seen import UNIVERSAL, codec_of
from migration.analysis.values import reads_alike
from migration.view.module import Module

#: Methods of sockets that send octets.
SENDERS = frozenset(["send", "sendall", "sendto"])

#: Modules whose functions take octets.
OCTETS = frozenset(
    [
        "hashlib", "md5", "sha", "hmac", "struct", "zlib", "bz2", "base64", "binascii", "socket", "crypt", "marshal",
        "ctypes", "array", "StringIO", "cStringIO", "io", "os", "pickle", "cPickle", "codecs", "mmap", "ssl",
    ]
)  # fmt: skip
#: Methods that may take octets.
_METHODS = frozenset(["write", "send", "sendall", "sendto", "update", "decode", "digest"])
#: Methods that keep what they are given, for whatever comes later.
_KEEPERS = frozenset(["append", "extend", "put"])
ENCODING = re.compile(r"encoding|charset|codec|\benc\b", re.IGNORECASE)
NAMED_OCTETS = re.compile(r"byte|octet|binary|digest|hash|crypt|sign|raw", re.IGNORECASE)


def gets_literals(stream: ast.expr, module: Module) -> bool:
    """Whether a function writes native literals, too, to a stream that nothing tells to be binary."""
    modes = [mode_of(call) or "" for call in opened(stream, module)]
    if file_kind(stream, module) == BYTES or any("b" in mode for mode in modes):
        return False
    written, around = ast.dump(stream), module.function(stream)
    return around is not None and any(
        isinstance(n, ast.Call)
        and isinstance(n.func, ast.Attribute)
        and n.func.attr == "write"
        and len(n.args) == 1
        and literal(n.args[0], module)
        and ast.dump(n.func.value) == written
        for n in ast.walk(around)
    )


def is_of_files(node: ast.Call) -> bool:
    """Whether what a call encodes is spelled as files of text spell it."""
    return codec_of(node) in UNIVERSAL | {"ascii", "us-ascii"}


def takes_octets(
    node: ast.expr,
    module: Module,
    taking: frozenset[str] = OCTETS,
    keepers: frozenset[str] = _KEEPERS,
    text_files: bool = False,
) -> bool:
    """Whether the place may need octets: a call of one of `taking`, a method that takes them, or bytes beside it.

    `keepers` are methods that may hand on what they are given to such a place; `text_files`: a file that is opened as
    one of text spells it in the same way.
    """
    asked = module.parent(node)
    if isinstance(asked, ast.Call) and module.is_builtin(asked.func, "isinstance") and asked.args[0] is node:
        return any(module.is_builtin(wanted, "bytes") for wanted in asked.args[1:])
    inner: ast.AST = node
    joined = False
    for outer in module.ancestors(node):
        if isinstance(outer, ast.stmt):
            return False
        sides: list[ast.expr] = []
        if isinstance(outer, ast.BinOp):
            sides = [outer.left, outer.right]
        elif isinstance(outer, ast.Compare):
            sides = [outer.left, *outer.comparators]
        if any(kind(side, module) == BYTES for side in sides if side is not inner):
            return True
        # To be joined to a native literal, it has to be text as that is.
        joined |= isinstance(outer, ast.BinOp) and any(
            literal(s, module) or repeats_literal(s, module) for s in sides if s is not inner
        )
        inner = outer
        if isinstance(outer, ast.Call) and module.is_builtin(outer.func, "str"):
            return False  # what takes that takes it of text
        if isinstance(outer, ast.Call) and outer.func is not node:
            if _is_text_buffer(outer, module):
                return False
            called = stdlib_name(outer.func, module) or ""
            if called.split(".")[0] in taking and not called.startswith("os.path."):
                return True
            method = outer.func.attr if isinstance(outer.func, ast.Attribute) else ""
            if isinstance(outer.func, ast.Attribute) and (
                _is_terminal(outer.func.value, module)
                or (method == "write" and _is_text_buffer_kept(outer.func.value, module))
                or (method == "write" and gets_literals(outer.func.value, module))
                or (text_files and method == "write" and is_text_file(outer.func.value, module))
            ):
                continue
            # Part of a row that is kept, a name and its value say, is text as the others are.
            kept = frozenset() if joined or isinstance(module.parent(node), ast.Tuple) else keepers
            if method in kept and _is_joined_by_literal(outer.func.value, module):  # type: ignore[attr-defined]
                continue
            if method in _METHODS | kept or NAMED_OCTETS.search(method or getattr(outer.func, "id", "")):
                return True
    return False


def _is_joined_by_literal(several: ast.expr, module: Module) -> bool:
    """Whether native text joins what a function keeps in a list of its own, and nothing else is done with that but to
    put more in: all of it is text.
    """
    if not isinstance(several, ast.Name) or module.function(several) is None:
        return False
    reads, joined = reads_alike(several, module), False
    for read in reads:
        outer = module.parent(read)
        call = module.parent(outer)
        if isinstance(outer, ast.BinOp) and isinstance(outer.op, ast.Add):
            outer = call
        if (
            isinstance(outer, ast.Call)
            and isinstance(outer.func, ast.Attribute)
            and outer.func.attr == "join"
        ):
            joined = literal(outer.func.value, module)
            if joined:
                continue
        if not (isinstance(outer, ast.Attribute) and outer.attr in _KEEPERS and isinstance(call, ast.Call)):
            return False
        if any(is_octets(kept, module) for kept in call.args):
            return False
    return joined


def _is_text_buffer(call: ast.Call, module: Module) -> bool:
    """Whether a file in memory is made of it that is one of text."""
    return stdlib_name(call.func, module) in CLASSES and not makes_bytes(call.func, module)


def _is_text_buffer_kept(node: ast.expr, module: Module) -> bool:
    made = kept_by(node, module, CLASSES)
    return made is not None and _is_text_buffer(made, module)


def is_text_file(stream: ast.expr, module: Module) -> bool:
    """Whether open() gave the stream whatever it is, to write text to it, and nothing else in the file gets it: what
    pickles to it makes it one of octets.
    """
    if _is_handed_on(stream, module):
        return False
    kept = None if isinstance(stream, ast.Name) else kept_by(stream, module, OPENERS)
    calls = [kept] if kept is not None else opened(stream, module)
    named = (stdlib_name(call.func, module) for call in calls)
    modes = [mode_of(call) for call, name in zip(calls, named, strict=True) if name != "io.open"]
    return (
        bool(calls) and len(modes) == len(calls) and all(m and m[0] in "wa" and "b" not in m for m in modes)
    )


def _is_handed_on(stream: ast.expr, module: Module) -> bool:
    """Whether more is done with a stream somewhere than to call its methods, to print to it, or to ask whether there
    is one.
    """
    reads: Iterable[ast.AST] = reads_alike(stream, module) if isinstance(stream, ast.Name) else ()
    if isinstance(stream, ast.Attribute):
        reads = module.nodes_named(ast.Attribute, frozenset([stream.attr]))
    return any(
        isinstance(getattr(read, "ctx", None), ast.Load) and not _is_used_there(read, module)
        for read in reads
    )


def _is_used_there(read: ast.AST, module: Module) -> bool:
    """Whether a stream goes nowhere else where it is read."""
    outer = module.parent(read)
    call = module.parent(outer)
    if isinstance(outer, ast.Attribute):
        return isinstance(call, ast.Call) and call.func is outer
    if isinstance(outer, ast.keyword):
        return isinstance(call, ast.Call) and module.is_builtin(call.func, "print")
    if isinstance(outer, ast.BinOp):
        return isinstance(outer.op, ast.RShift) and module.is_builtin(outer.left, "print")
    while isinstance(outer, (ast.BoolOp, ast.UnaryOp)):
        read, outer = outer, module.parent(outer)
    asked = isinstance(outer, (ast.If, ast.IfExp, ast.While, ast.Assert)) and outer.test is read
    return asked or isinstance(outer, (ast.withitem, ast.Expr, ast.Compare))


def _is_terminal(node: ast.expr, module: Module, depth: int = 4) -> bool:
    """Whether `node` is one of the program's own streams, by all that is given to a name or an attribute, too."""
    if stdlib_name(node, module) in OUTPUTS:
        return True
    given = sources(node, module) if depth and isinstance(node, ast.Name | ast.Attribute) else []
    return bool(given) and all(_is_terminal(one, module, depth - 1) for one in given)
