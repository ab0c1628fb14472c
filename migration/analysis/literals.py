"""Literals, and what is spelled out: native text that may be bytes, single bytes above 127."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from migration.analysis.called import function_called
from migration.analysis.names import memory
from migration.analysis.values import returns_of
from migration.dialects.octets import uses_octets_besides_utf8
from migration.source.tokens import cut
from migration.trees.scopes import Binding
from migration.view.module import Module

_HIGH_ESCAPE = re.compile(r"\\x[89a-fA-F][0-9a-fA-F]|\\[23][0-7][0-7]")
#: The beginning of a character in UTF-8 as escapes: two octets, as they can only follow one another.
_UTF8_ESCAPES = re.compile(r"\\x[c-fC-F][0-9a-fA-F]\\x[89abAB][0-9a-fA-F]")
#: What a file shows to people, or hands to what took native strings for UTF-8.
_SHOWS = tuple(
    map(
        re.compile,
        (
            r"\n[ \t]*print\b", r"stdout\.write\((?<!\wstdout\.write\()", r"json\.dump(?<!\wjson\.dump)",
            r"\A[ \t]*print\b",
        ),
    )
)  # fmt: skip
#: An escape of text, behind a backslash that is not itself escaped.
_WIDE_ESCAPE = re.compile(r"\\(?<!\\\\)(?:\\\\)*[uUN]")


def literal(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native literal that means the same with a `b` in front."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return False
    if node.kind == "u":
        return False
    source = module.source(module.span(node))
    return source.isascii() and not _WIDE_ESCAPE.search(source) and ord(max(node.value or "a")) < 256


def repeats_literal(node: ast.expr, module: Module) -> bool:
    """Whether `node` is a native literal, several times: `' ' * n`."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return False
    return literal(node.left, module) or literal(node.right, module)


def has_high_escapes(node: ast.expr, module: Module, depth: int = 3) -> bool:
    """Whether an expression, or what the variable it names was given, spells single bytes above 127 or makes them
    by `chr`; what functions of the file return is followed.
    """
    values = (
        [v for b in module.bindings(node) for v in _given(b, module)]
        if isinstance(node, ast.Name)
        else [node]
    )
    parts = [part for value in values if value is not None for part in summands(value)]
    return any(
        _spells_octets(part, module)
        or (
            depth > 0
            and part is not node
            and isinstance(part, ast.Name)
            and has_high_escapes(part, module, depth - 1)
        )
        or (depth > 0 and _returns_octets(part, module, depth))
        for part in parts
    )


def _given(binding: Binding, module: Module) -> list[ast.expr | None]:
    """What a name is given, or by the calls of its function in this file."""
    if binding.kind == "parameter" and isinstance(binding.node, ast.arg):
        return [*module.arguments_for(binding.node)]
    return [binding.value]


def _returns_octets(node: ast.expr, module: Module, depth: int) -> bool:
    """Whether `node` calls a function of the file that returns what it makes of single bytes."""
    function = function_called(node, module)
    return function is not None and any(
        r.value is not None and has_high_escapes(r.value, module, depth - 1) for r in returns_of(function)
    )


def has_escapes(module: Module) -> bool:
    """Whether the text of the file spells a single byte above 127 anywhere."""
    return _HIGH_ESCAPE.search(module.text) is not None


def spells_texts(module: Module) -> bool:
    """Whether any native literal of the file, or of one that imports it, spells text as octets."""
    known = memory(module)
    if "spells texts" not in known:
        constants = module.nodes_of(ast.Constant) if has_escapes(module) else ()
        known["spells texts"] = any(spells_utf8(c, module) for c in constants) or any(
            _spells_utf8_somewhere(module.facts.index.text(key) or "") for key in _using(module)
        )
    return bool(known["spells texts"])


def _using(module: Module) -> set[str]:
    """In a program of a few files, those that import this one, and those that import these: a package hands on what its
    files hold. Tests of larger ones spell octets that are nobody's text but theirs.
    """
    index = module.facts.index
    if not index.is_one_program:
        return set()
    first = set(index.importers(module.facts.key))
    return first.union(*map(index.importers, first)) - {module.facts.key}


def _spells_utf8_somewhere(text: str) -> bool:
    """Whether a native literal of another file has two octets of UTF-8 as escapes."""
    if _UTF8_ESCAPES.search(text) is None or "unicode_literals" in text:
        return False
    strings = (piece for piece in cut(text) if piece[-1] in "'\"" and piece[0] not in "uUbBrR#")
    return any(_UTF8_ESCAPES.search(piece) for piece in strings)


def spells_utf8(node: ast.AST, module: Module) -> bool:
    """Whether a native literal has escapes above 127 that are, as octets, the UTF-8 of a text."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or node.kind == "u":
        return False
    if node.value.isascii() or module.has_future("unicode_literals"):
        return False
    try:
        node.value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return False
    return _HIGH_ESCAPE.search(module.source(module.span(node))) is not None


def becomes_text(node: ast.AST, module: Module) -> bool:
    """Whether a native literal that spells UTF-8 by escapes is written as that text: its file shows something, and is
    about octets nowhere.
    """
    known = memory(module)
    if "without octets" not in known:
        known["without octets"] = (
            has_escapes(module)
            and not module.facts.index.octets
            and any(shown.search(module.text) for shown in _SHOWS)
            and not uses_octets_besides_utf8(module.text)
        )
    return (
        bool(known["without octets"]) and spells_utf8(node, module) and not _is_beside_encoded(node, module)
    )


def _is_beside_encoded(node: ast.AST, module: Module) -> bool:
    """Whether a literal is held against what is encoded right there, or against a byte order mark."""
    outer = module.parent(node)
    others: list[ast.expr] = []
    if isinstance(outer, ast.Compare):
        others = [outer.left, *outer.comparators]
    elif isinstance(outer, ast.BinOp):
        others = [outer.left, outer.right]
    elif isinstance(outer, ast.Call):
        others = outer.args
    if isinstance(outer, ast.Compare) and any(
        (o.attr if isinstance(o, ast.Attribute) else getattr(o, "id", "")).startswith("BOM_") for o in others
    ):
        return True
    return any(
        isinstance(o, ast.Call) and isinstance(o.func, ast.Attribute) and o.func.attr == "encode"
        for o in others
    )


def summands(node: ast.expr) -> Iterator[ast.expr]:
    """The parts of a sum."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from summands(node.left)
        yield from summands(node.right)
    else:
        yield node


def _spells_octets(node: ast.expr, module: Module) -> bool:
    if isinstance(node, ast.Constant):
        high = _HIGH_ESCAPE.search(module.source(module.span(node))) is not None
        return high and not becomes_text(node, module)
    if isinstance(node, ast.Call) and module.is_builtin(node.func, "chr"):
        number = node.args[0] if node.args else None
        return not (isinstance(number, ast.Constant) and isinstance(number.value, int) and number.value < 128)
    parts: list[ast.expr] = []
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join":
        parts = [node.func.value, *node.args]
    elif isinstance(node, (ast.List, ast.Tuple)):
        parts = node.elts
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        parts = [node.elt]
    elif isinstance(node, ast.Call) and module.is_builtin(node.func, "map") and node.args:
        return module.is_builtin(node.args[0], "chr")
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Mult)):
        parts = [node.left, node.right]
    return any(_spells_octets(part, module) for part in parts)


def has_letters_beyond(node: ast.Constant, module: Module) -> bool:
    """Whether `node` is a native string in whose source stand letters that are no ASCII, of several octets each."""
    native = isinstance(node.value, str) and node.kind != "u" and not module.has_future("unicode_literals")
    return native and (not module.source(module.span(node)).isascii() or becomes_text(node, module))
