"""try: base64.b64decode(x), except TypeError → except (TypeError, binascii.Error): no Base64 was a TypeError."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.names import stdlib_name
from migration.flow.atoms import Library
from migration.rule import Findings, Rule
from migration.view.module import Module

_DECODERS = frozenset(
    [
        *(f"base64.{n}b64decode" for n in ("", "standard_", "urlsafe_")), "base64.b16decode", "base64.b32decode",
        "binascii.a2b_hex", "binascii.unhexlify",
    ]
)  # fmt: skip
_HANDLED = frozenset(
    ["builtins.BaseException", "builtins.Exception", "builtins.ValueError", "binascii.Error"]
)
_ERROR = "binascii.Error"


def visit(node: ast.Try, module: Module) -> Findings:
    """Handle what Python 3 raises as what Python 2 raised, where no clause before does."""
    for handler in node.handlers:
        caught = [stdlib_name(kind, module) for kind in _types(handler)]
        if handler.type is None or not _HANDLED.isdisjoint(caught):
            return
        if "builtins.TypeError" in caught:
            if not any(_decodes(n, module) for s in node.body for n in ast.walk(s)):
                return
            error = module.use(_ERROR, at=handler)
            if isinstance(handler.type, ast.Tuple):
                yield module.insert(module.span(handler.type.elts[-1]).end, ", ", error)
            else:
                yield module.replace(handler.type, "(", module.span(handler.type), ", ", error, ")")
            return


def _types(handler: ast.ExceptHandler) -> list[ast.expr]:
    if handler.type is None:
        return []
    return handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]


def _decodes(node: ast.AST, module: Module) -> bool:
    if not isinstance(node, ast.Call):
        return False
    codec = node.args[0] if len(node.args) == 1 else None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "decode":
        return isinstance(codec, ast.Constant) and codec.value in ("hex", "hex_codec")
    name = stdlib_name(node.func, module)
    if name is None and isinstance(node.func, (ast.Name, ast.Attribute)):
        held = module.may_hold(node.func)
        return any(isinstance(atom, Library) and atom.name in _DECODERS for atom in held)
    return name in _DECODERS


RULE = Rule(
    id="decoding_errors",
    family="P17",
    summary="what can't be decoded as Base64 or hexadecimal is no TypeError any more",
    before="import base64\ntry:\n    a = base64.b64decode(b)\nexcept TypeError:\n    a = 1L\n",
    after=(
        "import binascii\nimport base64\ntry:\n    a = base64.b64decode(b)\n"
        "except (TypeError, binascii.Error):\n    a = 1\n"
    ),
    caveats="Only around calls that stand in the try itself, of a decoder, or of what may be one.",
    triggers=(
        "b64decode",
        "urlsafe_b64decode",
        "standard_b64decode",
        "b16decode",
        "b32decode",
        "a2b_hex",
        "unhexlify",
        "hex",
    ),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.Try,),
    visit=visit,
)
