"""try: base64.b64decode(x), except TypeError → except (TypeError, binascii.Error): no Base64 was a TypeError."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.module import Module
from migration.rule import Findings, Rule
from migration.rules._names import stdlib_name

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
    """Handle what Python 3 raises as what Python 2 raised, where no clause does."""
    caught = [(h, [*_types(h)]) for h in node.handlers]
    if any(h.type is None or any(stdlib_name(t, module) in _HANDLED for t in types) for h, types in caught):
        return
    if not any(_decodes(n, module) for s in node.body for n in ast.walk(s)):
        return
    for handler, types in caught:
        if any(stdlib_name(t, module) == "builtins.TypeError" for t in types) and handler.type is not None:
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
    return stdlib_name(node.func, module) in _DECODERS


RULE = Rule(
    id="decoding_errors",
    family="P17",
    summary="what can't be decoded as Base64 or hexadecimal is no TypeError any more",
    before="import base64\ntry:\n    a = base64.b64decode(b)\nexcept TypeError:\n    a = 1L\n",
    after=(
        "import binascii\nimport base64\ntry:\n    a = base64.b64decode(b)\n"
        "except (TypeError, binascii.Error):\n    a = 1\n"
    ),
    caveats="Only around calls that stand in the try itself.",
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
