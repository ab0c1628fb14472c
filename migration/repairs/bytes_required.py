"""TypeError: a bytes-like object is required, not 'str' → encode where text reaches a binary interface."""

from __future__ import annotations

import ast
import re

from migration.repairing.repair import Candidate, Candidates, Failure, Repair
from migration.repairing.scene import Scene
from migration.repairs._values import (
    argument_calls,
    bound_to_parameter,
    called_name,
    decoded,
    encoded,
    method_of,
    open_calls,
    with_mode,
)
from migration.trees.constants import is_text

_OF_BYTES = frozenset(
    ["split", "rsplit", "replace", "find", "rfind", "index", "rindex", "count", "startswith", "endswith", "strip",
     "lstrip", "rstrip", "partition", "rpartition", "join", "translate", "splitlines", "ljust", "rjust", "center"]
)  # fmt: skip
#: Types that are no text, also with the module before the name: nothing of theirs is to be encoded.
_NO_TEXT = (
    r"(?:(?:\w+\.)+\w+|dict|list|tuple|set|frozenset|int|float|bool|NoneType|object|type|function|method|module|generator"
    r"|range|map|filter|zip|Element|datetime|Decimal|TextIOWrapper|StringIO|Mock|MagicMock)"
)
_HASH = re.compile(r"md5|sha\d*|hash|hmac|^new$|^update$", re.IGNORECASE)


def offer(scene: Scene, match: re.Match[str]) -> Candidates:
    """Encode the text; else decode what it met; else open the file as text."""
    if "hashing" in match[0]:
        hashed = [
            a for c in argument_calls(scene) if _HASH.search(called_name(c)) for a in c.args[: _taken(c)]
        ]
        yield Candidate(tuple(e for a in hashed if (e := encoded(scene, a)) is not None), 10, "hashes")
        safe = [encoded(scene, a, True) for a in hashed]
        yield Candidate(tuple(e for e in safe if e is not None), 12, "hashes, either")
    chained = [c for c in argument_calls(scene) if _of_literals(c)]
    if len(chained) > 1:
        # Each of them would fail in the same words once the one before it is repaired.
        edits = [encoded(scene, a) for c in chained for a in c.args if is_text(a)]
        yield Candidate(tuple(e for e in edits if e), 15, "all of the line")
    for call in argument_calls(scene):
        if scene.module.is_builtin(call.func, "open"):
            continue  # it takes either
        if called_name(call) == "copyfileobj":
            # Files are copied: neither is text itself, and what is read of the first has to be octets.
            named = scene.module.qualified_name
            sources = [
                o for o in open_calls(scene, call.args[0]) if named(o.func) in ("builtins.open", "io.open")
            ]
            binary = tuple(e for o in sources if (e := with_mode(scene, o, binary=True)) is not None)
            yield Candidate(binary, 10, "source, binary mode")
            continue
        method = method_of(call)
        arguments = [a for a in call.args if not isinstance(a, ast.Starred)]
        if method in _OF_BYTES and not isinstance(call.func.value, ast.Constant):  # type: ignore[attr-defined]
            yield from _of_bytes(scene, call, arguments)
        elif method in ("sub", "subn") and not arguments:
            continue
        else:
            # The format of struct may be either; the type of an array and the number of a file are what they are.
            skip = "argument for" in match[0] or "initialize an array" in match[0]
            skip = skip or scene.module.qualified_name(call.func) == "os.write"
            yield from _arguments(scene, arguments, 20, skip)
            if method in ("write", "writelines"):
                for opened in open_calls(scene, call.func.value):  # type: ignore[attr-defined]
                    edit = with_mode(scene, opened, binary=False)
                    if edit:
                        yield Candidate((edit,), 30, "text mode")
    for compare in scene.crashed(ast.Compare):
        if isinstance(compare.ops[0], ast.In | ast.NotIn):
            edit = encoded(scene, compare.left)
            if edit:
                yield Candidate((edit,), 15, "left of in")
            edit = decoded(scene, compare.comparators[0])
            if edit:
                yield Candidate((edit,), 25, "right of in")
    for operation in scene.crashed(ast.BinOp):
        if isinstance(operation.op, ast.Mod) and is_text(operation.right):
            edit = encoded(scene, operation.right)
            if edit:
                yield Candidate((edit,), 30, "formatted")


def _of_literals(call: ast.Call) -> bool:
    """Whether a method that bytes have, too, is handed a literal of text."""
    of_value = method_of(call) in _OF_BYTES and not isinstance(call.func.value, ast.Constant)  # type: ignore[attr-defined]
    return of_value and any(is_text(a) for a in call.args)


def _taken(call: ast.Call) -> int:
    """How many of a hash's arguments are bytes: hmac.new takes a key and a message."""
    return 2 if "hmac" in ast.unparse(call.func).lower() else 1


def _of_bytes(scene: Scene, call: ast.Call, arguments: list[ast.expr]) -> Candidates:
    """A method of bytes was handed text: encode that, or decode the bytes before they are used."""
    edits = tuple(e for e in (encoded(scene, a) for a in arguments if not _is_number(a)) if e)
    yield Candidate(edits, 16, "arguments")
    owner = call.func.value  # type: ignore[attr-defined]
    edit = decoded(scene, owner)
    if edit:
        # A literal of text tells what the owner is, and calls inside it are not what failed.
        yield Candidate((edit,), 19 if any(is_text(a) for a in arguments) else 24, "owner")
    several = isinstance(owner, ast.Name) and len(scene.module.bindings(owner)) > 1
    for made in list(scene.producers(owner))[1:]:
        edit = decoded(scene, made)
        if edit:
            # Text that one way of several encodes in place was a native string, as what the other ways give.
            rank = 15 if several and isinstance(made, ast.Call) and method_of(made) == "encode" else 28
            yield Candidate((edit,), rank, "producer")


def _arguments(scene: Scene, arguments: list[ast.expr], rank: int, skip_first: bool) -> Candidates:
    for position, argument in enumerate(arguments):
        if _is_number(argument) or (position == 0 and skip_first):
            continue
        for opened in (m for m in scene.producers(argument) if isinstance(m, ast.Call)):
            if scene.module.qualified_name(opened.func) in ("builtins.open", "io.open"):
                edit = with_mode(scene, opened, binary=True)
                yield Candidate((edit,) if edit else (), rank - 2, f"argument {position}, binary mode")
        if isinstance(argument, ast.Call) and scene.module.is_builtin(argument.func, "open"):
            continue
        safely = bound_to_parameter(scene, argument)
        edit = encoded(scene, argument, safely)
        if edit:
            yield Candidate((edit,), rank + 2 * position + (not is_text(argument)), f"argument {position}")
            if not safely and not is_text(argument):
                other = encoded(scene, argument, True)
                if other:
                    yield Candidate((other,), rank + 15 + position, f"argument {position}, either")


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in ("len", "int", "ord", "id")
    return isinstance(node, ast.Constant) and not isinstance(node.value, str | bytes)


REPAIR = Repair(
    id="bytes_required",
    summary="text where bytes are wanted is encoded",
    failure=Failure("TypeError", "a bytes-like object is required, not 'str'", line=2),
    before="def send(sock):\n    sock.send('hello %d' % 3)\n",
    after="def send(sock):\n    sock.send(('hello %d' % 3).encode(\"utf-8\"))\n",
    caveats="UTF-8, or Latin-1 in a file that handles octets one by one.",
    pattern=re.compile(
        r"bytes-like object is required, not '?str|"
        rf"a bytes-like object is required, not '(?!{_NO_TEXT}')"
        r"|must be encoded before hashing"
        r"|first arg must be bytes or a tuple of bytes, not str|argument should be (a )?(integer or )?bytes-like"
        r"|argument should be a bytes-like object or ASCII|must be bytes(-like)?( object)?, not str|expected bytes, "
        r"|expected bytes or bytearray, but got 'str'|argument for '[sp]' must be a bytes object"
        r"|cannot use a str to initialize an array|expected bytes, str found|argument must be bytes or unicode"
        r"|<class 'str'> cannot be passed to C code|cannot return the address of a unicode object"
        r"|%b requires a bytes-like object"
        r"|Data must (be bytes|not be unicode)|must be bytes, but '.*' is <class 'str'>"
    ),
    offer=offer,
)
