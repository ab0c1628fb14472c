"""Compressed files that hold text: opened where a plain file may be as well, or read as text alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.made import told_mode
from migration.analysis.names import memory, stdlib_name
from migration.analysis.strings.streams import OPENERS, stream_of
from migration.analysis.values import returns_of
from migration.rule import last_names
from migration.view.module import Module

#: What opened a compressed file in Python 2 → what opens it as text.
MAKERS = {"bz2.BZ2File": "bz2.open", "gzip.GzipFile": "gzip.open", "gzip.open": "gzip.open"}
NAMES = last_names(*MAKERS)
#: Words of files that read or write octets: what compressed files hold there is not known to be text.
_OCTETS = re.compile(
    r"[pP]ickle\b|\b(?:struct|marshal|numpy|hashlib|md5|sha|zlib|array|mmap|tarfile|etree|minidom|expat|sax)\b"
    r"|\bparse\(|\.decode\(|['\"][rwa]\+?b['\"]"
)
#: Methods of files that are alike for text and octets.
_READING = frozenset(["close", "next", "read", "readline", "readlines", "xreadlines"])


def holds_text(call: ast.Call, module: Module) -> bool:
    """Whether a call opens a compressed file for text, as Python 2's programs did without saying so."""
    if stdlib_name(call.func, module) not in MAKERS or module.facts.index.octets or not module.is_python2:
        return False
    if _OCTETS.search(module.text):
        return False  # what a file is opened for may be far from where it is opened
    known = memory(module).setdefault("compressed text", {})
    if call not in known:
        known[call] = False
        known[call] = _beside_open(call, module) or _read_as_text(call, module)
    return bool(known[call])


def _beside_open(call: ast.Call, module: Module) -> bool:
    """Whether a plain file of text may stand where this one does: by another return, assignment or branch."""
    return any(
        isinstance(other, ast.Call)
        and stdlib_name(other.func, module) in OPENERS
        and "b" not in (told_mode(other) or "")
        for other in alternatives(call, module)
    )


def _read_as_text(call: ast.Call, module: Module) -> bool:
    """Whether a file that is opened without a word about octets is read, and nothing takes octets of that."""
    mode = told_mode(call)
    if mode is None or mode.strip("U") not in ("", "r") or len(call.args) > 2 or call.keywords:
        return False
    stream = stream_of(call, module)
    if stream.octets != {False} or stream.escapes or stream.given:
        return False
    return all(isinstance(c.func, ast.Attribute) and c.func.attr in _READING for c in stream.calls)


def alternatives(node: ast.expr, module: Module) -> Iterator[ast.expr]:
    """What else may stand where `node` does."""
    parent = module.parent(node)
    while isinstance(parent, (ast.IfExp, ast.BoolOp)):
        yield from [parent.body, parent.orelse] if isinstance(parent, ast.IfExp) else parent.values
        node, parent = parent, module.parent(parent)
    function = module.function(node)
    if isinstance(parent, ast.Return) and isinstance(function, ast.FunctionDef):
        yield from (r.value for r in returns_of(function) if r.value is not None and r.value is not node)
    target = parent.targets[0] if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None
    if isinstance(target, ast.Name):
        yield from (b.value for b in module.bindings(target) if b.value not in (None, node))
