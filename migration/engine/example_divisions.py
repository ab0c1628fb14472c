"""Divisions in examples that doctest runs: what an example shows tells which of them were of whole numbers."""

from __future__ import annotations

import ast
import re

from migration.dialects.dialect import parse
from migration.engine.examples import SHOWN, lowered

#: A division that ends an example, the only one in it, and a whole number as all that is shown.
_DIVIDED = re.compile(r"[^/]+/ ?\d+")
_WHOLE = re.compile(r"\n[ \t]*-?\d+L?[ \t]*(?=\s*\Z|\n[ \t]*(?:>>>|\n))")
#: The same, held against a whole number: that it is that is shown.
_HELD, _TRUE = re.compile(r"[^/=<>!]+/ ?\d+ ?== ?\d+L?"), re.compile(r"\n[ \t]*True[ \t]*(?=\s*\Z|\n)")
_NUMBER = re.compile(r"-?\d+L?")
_LONG = re.compile(r"\b(\d+)L\b")
#: What makes an object of a class: it may be one that spells itself as a number.
_MADE = r"(?:\w+\.)*[A-Z]\w*\("


def floored(example: re.Match[str], code: str) -> str:
    """`code` of an example with its division as `//` where a whole number is shown for it: that was no division of
    floats.
    """
    if code.count("/") != 1:
        return code
    told = ((_DIVIDED, _WHOLE), (_HELD, _TRUE))
    whole = any(form.fullmatch(code) and shown.match(example.string, example.end()) for form, shown in told)
    return code.replace("/", "//") if whole or _is_shown_whole(example, code) else code


def _is_shown_whole(example: re.Match[str], code: str) -> bool:
    """Whether an example shows the one division in it, at a place of its own, and nothing but whole numbers there."""
    found = SHOWN.match(example.string, example.start())
    tree = parse(lowered(code) or code) if found is not None else None
    if found is None or tree is None or not tree.body:
        return False
    lines = [line.strip() for line in found["shown"].strip("\n").split("\n")]
    last = tree.body[-1]
    while isinstance(last, ast.For) and len(last.body) == 1 and not last.orelse:
        last = last.body[0]
    value = last.value if isinstance(last, ast.Expr) else None
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "print":
        return _is_printed_whole(value.args, lines, example.string)
    # Of what a loop shows each line is one value.
    shown = [lines] if last is tree.body[-1] else [[line] for line in lines]
    return value is not None and all(_is_whole_in(value, "\n".join(one)) for one in shown)


def _is_printed_whole(items: list[ast.expr], lines: list[str], text: str) -> bool:
    """Whether a division that is printed first, or last, shows as a whole number in all lines; objects may spell
    themselves as such, too.
    """
    places = [n for n, item in enumerate(items) if _is_division(item)]
    if not places:
        item = items[0] if len(items) == 1 else None
        if (
            isinstance(item, ast.BinOp)
            and isinstance(item.op, ast.Mod)
            and isinstance(item.left, ast.Constant)
        ):
            item = item.right if item.left.value == "%s" else None
        return isinstance(item, ast.ListComp) and all(_is_whole_in(item, line) for line in lines)
    if places[0] not in (0, len(items) - 1) or _may_be_object(items[places[0]], text):
        return False
    words = [line.split() for line in lines]
    if len(items) == 1:
        # In a line that is left open there is one beside the other.
        return all(_NUMBER.fullmatch(word) for line in words for word in line)
    return all(line and _NUMBER.fullmatch(line[0 if places[0] == 0 else -1]) for line in words)


def _is_whole_in(value: ast.expr, shown: str) -> bool:
    """Whether an expression is a division, or has one among its items, for which a whole number is shown."""
    try:
        given = ast.literal_eval(_LONG.sub(r"\1", shown))
    except (SyntaxError, ValueError):
        return False
    if _is_division(value):
        return type(given) is int
    if isinstance(value, ast.ListComp) and _is_division(value.elt):
        return isinstance(given, list) and bool(given) and all(type(one) is int for one in given)
    if not isinstance(value, (ast.Tuple, ast.List)) or not isinstance(given, (tuple, list)):
        return False
    pairs = zip(value.elts, given, strict=False)
    return len(value.elts) == len(given) and any(
        _is_division(item) and type(one) is int for item, one in pairs
    )


def _is_division(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)


def _may_be_object(node: ast.expr, text: str) -> bool:
    """Whether what is divided is made by a class there, or is a name that an example gives such."""
    left = node.left if isinstance(node, ast.BinOp) else node
    if isinstance(left, ast.Name):
        return re.search(rf"\b{left.id}[ \t]*=[ \t]*{_MADE}", text) is not None
    return isinstance(left, ast.Call) and re.match(_MADE, ast.unparse(left)) is not None
