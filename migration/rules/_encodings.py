"""Which calls of `encode` are left to others by the rules that keep text beside native text."""

from __future__ import annotations

import ast

from migration.module import Module
from migration.rules._classes import class_of, classes, defines, methods
from migration.rules._kinds import TEXT, kind
from migration.rules._literals import literal
from migration.rules._names import memory
from migration.rules._seen import PLAIN, UNICODE, is_tried, seen_at
from migration.rules.seen_encode import decides

#: What was encoded, where text or ASCII came: all of it is text that native text can stand beside.
_TEXT = UNICODE | PLAIN


def is_anothers(node: ast.Call, text: ast.expr, module: Module) -> bool:
    """Whether `text.encode(…)` is another rule's, no codec's, or there to fail."""
    if isinstance(text, ast.Name) and any(b.kind == "import" for b in module.bindings(text)):
        return True
    if literal(text, module) or node in memory(module).get("unencoded", ()):
        return True  # another rule's
    if _encodes_itself(text, module):
        return True  # no codec's
    # Where it may fail, it may be there to fail; else what was seen decides.
    return is_tried(node, module) or decides(node, module) or bool(seen_at("encode", node, module) - _TEXT)


def _encodes_itself(value: ast.expr, module: Module) -> bool:
    """Whether `value` is, or may be, an object of a class of the file that has a method `encode` of its own."""
    owner = class_of(value, module)
    if owner is not None:
        return defines(owner, "encode", module)
    own = any("encode" in methods(one) for several in classes(module).values() for one in several)
    return own and kind(value, module) != TEXT
