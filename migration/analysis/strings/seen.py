"""Which text or octets Python 2.7 was seen to have at a place, for the rules that decide by it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from migration.analysis.names import last_name
from migration.view.module import Module

#: Kinds of text that are `unicode` in Python 2, so certainly `str` in Python 3.
UNICODE = frozenset(["unicode", "unicode ascii"])
#: Kinds of native strings: what becomes of those depends on where they come from.
NATIVE = frozenset(["str ascii", "str utf-8", "str binary"])
STRINGS = UNICODE | NATIVE
#: Text alone, or octets that are the same in every encoding.
PLAIN = frozenset(["unicode ascii", "str ascii"])
#: A regular file that was opened for reading text and holds bytes that are no UTF-8, or carriage returns.
NO_UTF8, RETURNS = "high", "cr"

#: Codecs that can spell any text, and those that spell it as ASCII with escapes in it.
UNIVERSAL = frozenset(["utf", "utf-8", "utf8"])
ESCAPING = frozenset(["unicode-escape", "raw-unicode-escape"])
#: Codecs that spell any text in few characters, so that it is not to be undone where it is shown → what those are in.
_SPELLING = {"idna": "ascii", "punycode": "ascii", "unicode_escape": "ascii", "raw_unicode_escape": "latin-1"}
#: How a variable is called that holds the name of a codec of text.
ENCODING = re.compile(r"(?i)encoding|charset")
#: The same of what text is encoded by, where it is seen to be text.
_ENCODING = re.compile(r"(?i)encoding|charset|(?:\b|_)enc(?:\b|_)")
#: Functions of locale whose second result is a codec.
_OF_LOCALE = frozenset(["getdefaultlocale", "getlocale"])


def watched(module: Module) -> bool:
    """Whether there is anything to decide by, in a repository whose places are decided one by one."""
    return bool(module.facts.observations) and not module.facts.index.octets


def seen_at(site: str, node: ast.expr, module: Module) -> frozenset[str]:
    """What was seen at `node` itself: what stands beside it on a line may not have been run."""
    found = [o for o in module.observed(node) if o.site == site]
    if not found:
        return frozenset()
    # Python 2.7 knows no place of parentheses: a call has that of the first thing in it.
    first = node
    while isinstance(first, (ast.Call, ast.Attribute, ast.Subscript)):
        first = first.func if isinstance(first, ast.Call) else first.value
    places = [module.origin(node), module.origin(first)]
    return frozenset(kind for o in found if (o.line, o.column) in places for kind in o.seen)


def receivers_and_kinds(seen: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
    """What was seen of a method with one argument ("file b/str ascii"), as kinds of receivers and of arguments."""
    pairs = [kind.partition("/") for kind in seen]
    return frozenset(p[0] for p in pairs), frozenset(p[2] for p in pairs)


def encoding_of(kinds: frozenset[str]) -> str:
    """How text becomes the octets that were seen, where those are no UTF-8: one to one; "" where UTF-8 does."""
    return "latin-1" if "str binary" in kinds and not kinds & {"str utf-8", "unicode"} else ""


def evidence(what: str, kinds: Iterable[str]) -> str:
    """The note of an edit: what Python 2.7 was seen to have."""
    return f"under Python 2.7 {what} was {', '.join(sorted(kinds))}"


def characters_of(spelling: str) -> str | None:
    """What a codec that spells any text in few characters spells it in; None for any other."""
    return _SPELLING.get(spelling.replace("-", "_"))


def codec_of(node: ast.Call) -> str | None:
    """The codec in small letters, ASCII where none is given; None when it is no literal."""
    return codec_named(node.args[0]) if node.args else "ascii"


def codec_named(node: ast.expr | None) -> str | None:
    """The name of a codec in small letters; None when it is no literal."""
    return str(node.value).lower().replace("_", "-") if isinstance(node, ast.Constant) else None


def named_encoding(node: ast.expr) -> bool:
    """Whether `node` is a variable, or an attribute of one, that is called an encoding or a charset, what a function
    called so gives, or the first of several: `sys.stdout.encoding or locale.getpreferredencoding()`.
    """
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        return named_encoding(node.values[0])
    if isinstance(node, ast.Call):
        told = all(
            isinstance(a, (ast.Constant, ast.Name, ast.Attribute))
            for a in (*node.args, *(k.value for k in node.keywords))
        )
        return told and _ENCODING.search(last_name(node.func)) is not None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call):
        return getattr(node.value.func, "attr", "") in _OF_LOCALE and getattr(node.slice, "value", None) == 1
    if isinstance(node, ast.Attribute):
        owner = node.value
        while isinstance(owner, ast.Attribute):
            owner = owner.value
        return isinstance(owner, ast.Name) and _ENCODING.search(node.attr) is not None
    return isinstance(node, ast.Name) and _ENCODING.search(node.id) is not None


def is_tried(node: ast.Call, module: Module) -> bool:
    """Whether the file expects that the call may fail: then other values come as well."""
    child: ast.AST = node
    for outer in module.ancestors(node):
        if isinstance(outer, ast.Try) and child in outer.body and outer.handlers:
            return True
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            return False
        child = outer
    return False
