"""Whether what is read from a file is text or bytes: by how it was opened, and by what is done with what is read."""

from __future__ import annotations

import ast
import re

from migration.analysis.callers import BYTES, TEXT
from migration.analysis.flow_kinds import is_made
from migration.analysis.made import (
    OPENERS,
    UNPACKERS,
    first_text,
    made_by,
    mode_of,
    only_value,
    opened,
    texts_in_memory,
)
from migration.analysis.names import is_of_self, memory, stdlib_name
from migration.analysis.strings import compressed as compressed
from migration.analysis.strings.csv_texts import ALL, texts_for_csv
from migration.analysis.strings.decodings import decoded_by_files
from migration.analysis.strings.streams import stream_of
from migration.analysis.values import attributes_given
from migration.rule import last_names
from migration.view.module import Module

_BINARY_OPENERS = frozenset(["gzip.open", "gzip.GzipFile", "bz2.BZ2File", "io.BytesIO"])
_STREAM_OPENERS = frozenset(
    ["urllib.urlopen", "urllib2.urlopen", "urllib.request.urlopen", "pkg_resources.resource_stream"]
)
#: Their last names.
OPENERS_OF_BYTES = last_names(*OPENERS, *_BINARY_OPENERS, *_STREAM_OPENERS)
_UNPACKING = last_names(*UNPACKERS)
#: What takes octets, as far as a text tells.
_TAKERS = re.compile(
    r"decode|StringIO|BytesIO|MIME|hash|md5|sha|hmac|struct|zlib|bz2|binascii|base64|loads|socket|os\.write|[\"']\w*b"
)
_FILES = frozenset(["builtins.open", "builtins.file"])
_OPENING = last_names(*_FILES)


def file_kind(node: ast.expr, module: Module) -> str | None:
    """What reading from the file `node` gives."""
    made = node if isinstance(node, ast.Call) else only_value(node, module)
    if isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr == "makefile":
        return BYTES if "b" in (first_text(made) or "") else None
    if isinstance(node, ast.Attribute) and node.attr == "rfile":
        # One that a socket made is wrapped where octets are text.
        return None if module.facts.index.octets and is_made(node, "file.m", module) else BYTES
    if is_body_of_request(node if isinstance(node, ast.Subscript) else made):
        return BYTES
    calls = opened(node, module)
    texts = texts_for_csv(module)
    if texts and (made_by(node, module, ALL) in texts or (calls and texts.issuperset(calls))):
        return TEXT
    if calls:
        modes = [mode_of(call) for call in calls]
        binary = {"b" in mode for mode in modes if mode is not None and re.search("[rU+]", mode)}
        if None in modes or len(binary) != 1:
            return None
        octets = binary.pop() or read_for_struct(node, module) or read_as_bytes(module).issuperset(calls)
        return BYTES if octets else TEXT
    call = made_by(node, module, _BINARY_OPENERS)
    if call is not None and (call in texts_in_memory(module) or compressed.holds_text(call, module)):
        return TEXT
    if call is not None:
        return None if "t" in (mode_of(call) or "t") else BYTES
    return BYTES if made_by(node, module, _STREAM_OPENERS) or read_for_struct(node, module) else None


def is_body_of_request(node: ast.expr | None) -> bool:
    """Whether `node` is `environ['wsgi.input']`, or asks for it by `get`."""
    key = node.slice if isinstance(node, ast.Subscript) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        key = node.args[0] if node.args else None
    return isinstance(key, ast.Constant) and key.value == "wsgi.input"


def read_as_bytes(module: Module) -> frozenset[ast.Call]:
    """The calls that open a file of text for reading of which only octets are taken, in more ways than by decoding."""
    known = memory(module)
    if "read as bytes" not in known:
        seeks = not module.facts.index.octets and _TAKERS.search(module.text)
        calls = module.nodes_named(ast.Call, _OPENING) if seeks else []
        known["read as bytes"] = frozenset(
            c for c in calls if isinstance(c, ast.Call) and _is_taken_as_octets(c, module)
        )
    return known["read as bytes"]  # type: ignore[no-any-return]


def _is_taken_as_octets(call: ast.Call, module: Module) -> bool:
    if mode_of(call) not in ("r", "rt") or stdlib_name(call.func, module) not in _FILES or len(call.args) > 2:
        return False
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg != "mode" for k in call.keywords):
        return False
    return stream_of(call, module).only_octets and call not in decoded_by_files(module).values()


def read_for_struct(node: ast.expr, module: Module) -> bool:
    """Whether the same function, or for an attribute of its object the class, unpacks what it reads from `node`: then
    that is a file of bytes.
    """
    known = memory(module)
    if "unpacked" not in known:
        found: set[tuple[ast.AST | None, str]] = set()
        own: set[tuple[ast.AST | None, str]] = set()
        for call in module.nodes_named(ast.Call, _UNPACKING):
            if not (isinstance(call, ast.Call) and stdlib_name(call.func, module) in UNPACKERS):
                continue
            for argument in call.args:
                read = argument.func if isinstance(argument, ast.Call) else None
                if isinstance(read, ast.Attribute) and read.attr == "read":
                    found.add((module.function(call), ast.unparse(read.value)))
                    if is_of_self(read.value):
                        own.add((module.class_of(call), read.value.attr))
        for name, places in attributes_given(module).items() if found else ():
            for place, value in places:
                if isinstance(value, ast.Name) and (module.function(value), value.id) in found:
                    own.add((module.class_of(place), name))
        known["unpacked"] = found, own
    found, own = known["unpacked"]
    if is_of_self(node) and own and (module.class_of(node), node.attr) in own:
        return True
    return bool(found) and (module.function(node), ast.unparse(node)) in found
