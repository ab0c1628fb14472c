"""Where the bytes of a file can come from: told before its expressions are followed one by one."""

from __future__ import annotations

import ast

from migration.analysis.callers import given_beside_bytes, named_with_bytes
from migration.analysis.made import COMPRESSORS
from migration.analysis.names import memory
from migration.analysis.strings.file_kinds import OPENERS_OF_BYTES, file_kind
from migration.analysis.strings.kinds import BYTES, MAKERS_OF_BYTES, held_kind, makers
from migration.rule import last_names
from migration.source.words import words_of
from migration.stdlib.tables import PICKLE_CODES
from migration.view.module import Module

#: Methods that may return bytes, and functions that do.
_RETURNING = MAKERS_OF_BYTES | frozenset(
    ["digest", "encode", "get_data", "get_payload", "getbuffer", "getvalue", "read", "readline", "recv", "recvfrom",
     "tobytes", "tostring", "toprettyxml", "toxml"]
)  # fmt: skip
#: What may open a file of bytes, of which the lines are bytes too.
_OPENING = OPENERS_OF_BYTES | {"makefile"}
#: Words of what holds bytes in other ways than by a call's result.
_HOLDING = last_names(*COMPRESSORS) | frozenset(
    [
        "BOM",
        "BOM_BE",
        "BOM_LE",
        "BOM_UTF16",
        "BOM_UTF16_BE",
        "BOM_UTF16_LE",
        "BOM_UTF32",
        "BOM_UTF32_BE",
        "BOM_UTF32_LE",
        "BOM_UTF8",
        "Binary",
        "Request",
        "ZipFile",
        "ZipInfo",
        "as_bytes",
        "bytearray",
        "co_code",
        "co_lnotab",
        "decode_header",
        "memoryview",
        "mmap",
        "rfile",
        "unpack",
        "unpack_from",
    ]
)
#: Words of what reads the octets of a structure of C.
_STRUCTURE = frozenset(["buffer", "ctypes"])
#: Prefixes of literals of bytes.
_PREFIXES = frozenset(
    ["b'", 'b"', "B'", 'B"', "br'", 'br"', "bR'", 'bR"', "Br'", 'Br"', "BR'", 'BR"',
     "rb'", 'rb"', "rB'", 'rB"', "Rb'", 'Rb"', "RB'", 'RB"']
)  # fmt: skip
_SIGNS = _RETURNING | _HOLDING | _PREFIXES | {"gzip", "makefile"}


def mentions_bytes(module: Module) -> bool:
    """Whether a word of the file, or of what names it, has to do with bytes: without one, nothing in it is bytes."""
    words = words_of(module.text)
    if words & _SIGNS or words.issuperset(_STRUCTURE) or makers(module) or named_with_bytes(module):
        return True
    if _names_codes(words):
        return True
    return not module.facts.index.octets and module.is_given_octets


def _names_codes(words: frozenset[str]) -> bool:
    """Whether a file may read the codes that pickle writes."""
    return "pickle" in words and not words.isdisjoint(PICKLE_CODES)


def may_hold_bytes(module: Module) -> bool:
    """Whether `kind` can find BYTES anywhere in the file: told from the few expressions that bytes begin with."""
    known = memory(module)
    if "may hold bytes" not in known:
        known["may hold bytes"] = _may_hold_bytes(module)
    return bool(known["may hold bytes"])


def keeps_bytes(module: Module) -> bool:
    """Whether octets stay bytes in a file that may hold some: octet_text decodes them at once where a repository has
    no others.
    """
    return not module.facts.index.octets and may_hold_bytes(module)


def _may_hold_bytes(module: Module) -> bool:
    words = words_of(module.text)
    if (
        not words.isdisjoint(_HOLDING)
        or words.issuperset(_STRUCTURE)
        or _names_codes(words)
        or makers(module)
        or given_beside_bytes(module)
    ):
        return True
    if not words.isdisjoint(_PREFIXES) and any(
        isinstance(node, ast.Constant) and isinstance(node.value, bytes)
        for node in module.nodes_of(ast.Constant)
    ):
        return True
    calls = module.nodes_named(ast.Call, _RETURNING) if not words.isdisjoint(_RETURNING) else []
    if any(isinstance(call, ast.Call) and held_kind(call, module) == BYTES for call in calls):
        return True
    calls = module.nodes_named(ast.Call, _OPENING) if not words.isdisjoint(_OPENING) else []
    if any(isinstance(call, ast.Call) and file_kind(call, module) == BYTES for call in calls):
        return True
    return not module.facts.index.octets and module.is_given_octets
