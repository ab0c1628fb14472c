"""Functions of the repository that decode what they are given, unless it is text already."""

from __future__ import annotations

import ast

from migration.analysis.strings.seen import ENCODING, codec_named
from migration.analysis.values import called_here
from migration.flow.atoms import Bound, Function
from migration.stdlib.codecs import is_ascii_based
from migration.view.module import Module


def decodes_argument(call: ast.Call, place: int, module: Module) -> bool:
    """Whether a call can only mean a function that decodes what it is given there by position, and does nothing else
    with it but to ask whether that is text, and to give it back.
    """
    held = module.may_hold(call.func)
    functions = [a.function if isinstance(a, Bound) else a for a in held]
    own = [f.node for f in functions if isinstance(f, Function)]
    if len(own) != len(held) or len(own) != 1:
        here = None if held else called_here(call, module)
        own = [] if here is None else [here]
    function = own[0] if own else None
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return False
    given = [*function.args.posonlyargs, *function.args.args][
        1 if held and isinstance(held[0], Bound) else 0 :
    ]
    return place < len(given) and _decodes(function, given[place].arg)


def _decodes(function: ast.FunctionDef, name: str) -> bool:
    """Whether all that a function does with a parameter is to decode it, or to see whether it is text."""
    outer = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    decoded = False
    for node in ast.walk(function):
        if isinstance(node, (ast.If, ast.IfExp)) and _asks_for_else(node, name):
            return False  # for the version, say: where nothing is decoded, what is given back stays as it is
        if not isinstance(node, ast.Name) or node.id != name:
            continue
        around = outer[node]
        if isinstance(node.ctx, ast.Store):
            value = around.value if isinstance(around, ast.Assign) else None
            if not (isinstance(value, ast.Call) and _is_decoding(value, name)):
                return False
        elif isinstance(around, ast.Call) and _is_decoding(around, name):
            decoded = True
        elif isinstance(around, ast.Attribute):
            call = outer[around]
            if not (isinstance(call, ast.Call) and _is_decoding(call, name)):
                return False
            decoded = True
        elif not (isinstance(around, ast.Return) or _asks_for_text(around) or _is_returned(around, outer)):
            return False
    return decoded


def _asks_for_else(node: ast.If | ast.IfExp, name: str) -> bool:
    """Whether what becomes of a parameter is told by something else than the parameter."""
    return _reads(node, name) and not _reads(node.test, name)


def _reads(node: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))


def _is_decoding(call: ast.Call, name: str) -> bool:
    """Whether a call decodes what a name holds, by a codec of text."""
    function = call.func
    if isinstance(function, ast.Attribute) and function.attr == "decode":
        value, codecs = function.value, call.args
    elif isinstance(function, ast.Name) and function.id == "unicode" and call.args:
        value, codecs = call.args[0], call.args[1:]
    else:
        return False
    return isinstance(value, ast.Name) and value.id == name and bool(codecs) and is_text_codec(codecs[0])


def is_text_codec(codec: ast.expr) -> bool:
    """Whether a codec is one of text, by its name or by that of its variable."""
    if isinstance(codec, ast.Constant):
        return is_ascii_based(codec_named(codec) or "")
    name = codec.attr if isinstance(codec, ast.Attribute) else codec.id if isinstance(codec, ast.Name) else ""
    return ENCODING.search(name) is not None


def _asks_for_text(node: ast.AST) -> bool:
    """Whether it is asked whether a value is unicode, or None."""
    if isinstance(node, ast.Compare):
        sides = [*node.comparators, node.left]
        return isinstance(node.ops[0], (ast.Is, ast.IsNot)) and any(
            isinstance(s, ast.Constant) and s.value is None for s in sides
        )
    if not isinstance(node, ast.Call) or len(node.args) != 2:
        return False
    asked = node.args[1]
    return getattr(node.func, "id", "") == "isinstance" and getattr(asked, "id", "") == "unicode"


def _is_returned(node: ast.AST, outer: dict[ast.AST, ast.AST]) -> bool:
    """Whether one of two is returned."""
    return isinstance(node, ast.IfExp) and isinstance(outer[node], ast.Return)


__all__ = ["decodes_argument", "is_text_codec"]
