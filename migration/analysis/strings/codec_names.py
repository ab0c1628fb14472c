"""Codecs that are variables, where one of octets is named somewhere."""

from __future__ import annotations

import ast
import re
from weakref import WeakKeyDictionary

from migration.analysis.names import defined_in_repository, last_name, memory
from migration.analysis.values import constants_held
from migration.repository.imports import IMPORTS, imported_files
from migration.repository.index import RepositoryIndex
from migration.view.module import Module

#: Named somewhere by itself, so that it may be handed to where a codec is a variable.
_NAMED = re.compile(
    r"['\"](?:hex|base64|zlib|zip|bz2|quopri|uu|rot_?13|string[-_]escape)(?:[-_]codec)?['\"](?!\))",
    re.IGNORECASE,
)
#: How a variable for a codec is called: other objects encode and decode what is no text.
_CODEC = re.compile(r"codec|charset|encoding|^enc\b|^enc_|_enc$", re.IGNORECASE)
_named: WeakKeyDictionary[RepositoryIndex, frozenset[str]] = WeakKeyDictionary()


def is_by_name(node: ast.Call, module: Module) -> bool:
    """Whether `node` encodes or decodes by a codec that is a variable, and a codec of octets is named somewhere."""
    function = node.func
    if not isinstance(function, ast.Attribute) or function.attr not in ("encode", "decode"):
        return False
    if not 1 <= len(node.args) <= 2 or node.keywords or isinstance(node.args[0], (ast.Constant, ast.Starred)):
        return False
    if not _may_be_codec(node.args[0], module) or _is_settled(node.args[0], module):
        return False
    if module.qualified_name(function) is not None or defined_in_repository(function.attr, module):
        return False
    return _is_handed_one(module)


def _may_be_codec(node: ast.expr, module: Module) -> bool:
    """Whether `node` is called as codecs are, a choice of such, or goes through constants that name one of octets."""
    if isinstance(node, (ast.BoolOp, ast.IfExp)):
        parts = node.values if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
        return any(_CODEC.search(last_name(part)) for part in parts)
    if _CODEC.search(last_name(node)):
        return True
    return any(_NAMED.fullmatch(repr(c.value)) for c in constants_held(node, module))


def _is_handed_one(module: Module) -> bool:
    """Whether a codec of octets is named in this file, in one that imports it, or in one that it imports."""
    index, key = module.facts.index, module.facts.key
    if index not in _named:
        _named[index] = frozenset(k for k in index.keys if _NAMED.search(index.text(k) or ""))
    naming = _named[index]
    if not naming:
        return _NAMED.search(module.text) is not None
    known = memory(module)
    if "names of codecs" not in known:
        near = {key, *index.importers(key)}
        known["names of codecs"] = not naming.isdisjoint(near) or not naming.isdisjoint(
            imported_files(module.nodes_of(*IMPORTS), key, index)
        )
    return bool(known["names of codecs"])


def _is_settled(node: ast.expr, module: Module) -> bool:
    """Whether a codec has one name for all: a constant, of this file or imported."""
    if isinstance(node, ast.Attribute):
        return module.qualified_name(node) is not None
    bindings = module.bindings(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(b.kind == "import" or isinstance(b.value, ast.Constant) for b in bindings)
