"""What the `__repr__` of a program's own classes gives: ASCII alone, or perhaps octets."""

from __future__ import annotations

import ast
import re
from textwrap import dedent

from migration.trees.bodies import own_nodes

#: A method that spells an object, with its body.
_METHOD = re.compile(r"^([ \t]*)def __repr__\(.*(?:\n(?:\1[ \t].*|[ \t]*(?=\n)))*", re.MULTILINE)
#: A conversion of %-formatting; the last letter says which.
CONVERSION = re.compile(r"%(?:\(\w*\))?[-+ #0]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[a-zA-Z%]")
#: Letters of conversions that give ASCII whatever they are given.
_ASCII_CONVERSIONS = frozenset("raduioxXeEfFgG")
_ASCII_FUNCTIONS = frozenset(["ascii", "hash", "hex", "id", "int", "len", "long", "oct", "repr"])
_ASCII_ATTRIBUTES = frozenset(["__name__", "__module__"])


def spells_in_ascii(text: str) -> bool:
    """Whether every `__repr__` that a file defines is seen to give ASCII; so it is where there is none."""
    return "__repr__" not in text or (
        "__repr__ =" not in text and all(_gives_ascii(found[0]) for found in _METHOD.finditer(text))
    )


def _gives_ascii(method: str) -> bool:
    try:
        function = ast.parse(dedent(method)).body[0]
    except (SyntaxError, ValueError):
        return False  # nothing that Python 3 can read
    assert isinstance(function, ast.FunctionDef)
    nodes = list(own_nodes(function.body))
    given: dict[str, list[ast.expr]] = {}
    for node in nodes:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(node, (ast.Assign, ast.AugAssign)) and isinstance(target, ast.Name):
            given.setdefault(target.id, []).append(node.value)
    returned = [n.value for n in nodes if isinstance(n, ast.Return)]
    return all(value is not None and _is_ascii(value, given) for value in returned)


def _is_ascii(node: ast.expr, given: dict[str, list[ast.expr]]) -> bool:
    """Whether an expression is text of ASCII, or spelled by characters of ASCII, as numbers are; `given` are the values
    of local names.
    """
    match node:
        case ast.Constant(value=value):
            return not isinstance(value, str) or value.isascii()
        case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str(template)), right=right):
            wanted = [c[-1] not in _ASCII_CONVERSIONS for c in CONVERSION.findall(template) if c != "%%"]
            values = right.elts if isinstance(right, ast.Tuple) else [right] * len(wanted)
            shown = [v for v, free in zip(values, wanted, strict=False) if free]
            return (
                template.isascii() and len(values) == len(wanted) and all(_is_ascii(v, given) for v in shown)
            )
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return _is_ascii(left, given) and _is_ascii(right, given)
        case ast.IfExp(body=one, orelse=other):
            return _is_ascii(one, given) and _is_ascii(other, given)
        case ast.BoolOp(op=ast.Or(), values=[ast.BoolOp(op=ast.And(), values=chosen), other]):
            return _is_ascii(chosen[-1], given) and _is_ascii(other, given)
        case ast.BoolOp(values=values):
            return all(_is_ascii(v, given) for v in values)
        case ast.Attribute(attr=name):
            return name in _ASCII_ATTRIBUTES
        case ast.Name(id=name):
            # A name that is looked at is taken out: `r = r + "x"` asks for itself.
            return name in given and all(_is_ascii(v, given | {name: []}) for v in given[name])
        case ast.ListComp(elt=item) | ast.GeneratorExp(elt=item):
            return _is_ascii(item, given)
        case ast.Call(func=ast.Name(id="map" | "list"), args=[first, *_]):
            if isinstance(first, ast.Lambda):
                return _is_ascii(first.body, given)
            return getattr(first, "id", "") in _ASCII_FUNCTIONS or _is_ascii(first, given)
        case ast.Call(func=ast.Name(id=name)):
            return name in _ASCII_FUNCTIONS
        case ast.Call(func=ast.Attribute(attr="join", value=ast.Constant(value=str(between))), args=[items]):
            return between.isascii() and _is_ascii(items, given)
    return False
