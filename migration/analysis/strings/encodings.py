"""Calls of `encode` where text is kept beside native text: which are left to others, and how it is kept."""

from __future__ import annotations

import ast
from typing import Any

from migration.analysis.builtins import arguments
from migration.analysis.classes import class_of, classes, defines, methods
from migration.analysis.literals import has_high_escapes, literal
from migration.analysis.names import memory
from migration.analysis.strings.kinds import TEXT, kind
from migration.analysis.strings.meets import meets_text
from migration.analysis.strings.seen import PLAIN, UNICODE, UNIVERSAL, codec_of, is_tried, seen_at
from migration.analysis.values import reads_of
from migration.flow.atoms import Instance
from migration.flow.world import has_method
from migration.source.edits import Edit
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module

#: What was encoded, where text or ASCII came: all of it is text that native text can stand beside.
_TEXT = UNICODE | PLAIN


def is_anothers(node: ast.Call, text: ast.expr, module: Module, stays: bool = False) -> bool:
    """Whether `text.encode(…)` is another rule's, no codec's, or there to fail (but where it `stays` anyhow)."""
    if isinstance(text, ast.Name) and any(b.kind == "import" for b in module.bindings(text)):
        return True
    if literal(text, module) or node in memory(module).get("unencoded", ()):
        return True  # another rule's
    if _may_encode_itself(text, module):
        return True  # no codec's
    # Where it may fail, it may be there to fail; else what was seen decides.
    if is_tried(node, module) and not stays:
        return True
    return decides(node, module) or bool(seen_at("encode", node, module) - _TEXT)


def text_again(node: ast.Call, module: Module, codec: str = "", **flags: Any) -> Edit:
    """The edit by which `text.encode(…)` gives text: without the encoding where any text can be had by it and nobody
    waits for it to fail, else decoded behind it, by what it was encoded by or by `codec`. `flags` are of an edit that
    leaves the encoding out.
    """
    assert isinstance(node.func, ast.Attribute)
    text = node.func.value
    encodes_all = len(node.args) == 1 and codec_of(node) in UNIVERSAL and kind(text, module) == TEXT
    if encodes_all and not is_tried(node, module):
        return module.replace(node, *module.atom(text), **flags)
    return module.wrap(node, "", f".decode({codec or module.source(module.span(node.args[0]))})")


def encodes_itself(value: ast.expr, module: Module) -> bool:
    """Whether `value` is seen to be an object of a class of the program that has a method `encode` of its own, or a
    module, whose function that is.
    """
    if _is_module(value, module):
        return True
    owner = class_of(value, module)
    if owner is not None:
        return defines(owner, "encode", module)
    return any(isinstance(a, Instance) and has_method(a.kind, "encode") for a in module.may_hold(value))


def _is_module(value: ast.expr, module: Module) -> bool:
    """Whether a name is only bound to modules: by `import m`, or from a package of the program."""
    bindings = module.bindings(value) if isinstance(value, ast.Name) else []
    index, key = module.facts.index, module.facts.key
    return bool(bindings) and all(
        isinstance(b.node, ast.Import)
        or (isinstance(b.node, ast.ImportFrom) and index.imported_file(key, b.target) is not None)
        for b in bindings
    )


def _may_encode_itself(value: ast.expr, module: Module) -> bool:
    """The same, also where the file has such a class and nothing is known of `value`."""
    own = any("encode" in methods(one) for several in classes(module).values() for one in several)
    return encodes_itself(value, module) or (
        own and class_of(value, module) is None and kind(value, module) != TEXT
    )


def decides(node: ast.Call, module: Module) -> bool:
    """Whether what was seen to be encoded here was plain text each time, and meets text."""
    if not isinstance(node.func, ast.Attribute) or not arguments(node, 2) or is_tried(node, module):
        return False
    codec = codec_of(node)
    if codec is None or not is_ascii_based(codec):
        return False
    kinds = seen_at("encode", node, module)
    return (
        bool(kinds) and kinds <= PLAIN and any(_meets_text(read, module) for read in reads_of(node, module))
    )


def _meets_text(node: ast.expr, module: Module) -> bool:
    """Whether a value stands beside text, or is given to one of its methods. Octets that are spelled out are none."""
    parent = module.parent(node)
    if isinstance(parent, ast.BinOp) and any(
        has_high_escapes(s, module) for s in (parent.left, parent.right)
    ):
        return False
    given = isinstance(parent, ast.Call) and node in parent.args
    method = parent.func if given and isinstance(parent, ast.Call) else None
    to_text = isinstance(method, ast.Attribute) and kind(method.value, module) == TEXT
    return to_text or meets_text(node, module)
