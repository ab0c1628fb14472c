"""type(data) is str → type(data) is bytes, and isinstance(data, str), where the value is certainly octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import spell_builtin, type_asked
from migration.analysis.strings.byte_sources import keeps_bytes
from migration.analysis.strings.encoded_if_text import is_encoded_by_now
from migration.analysis.strings.kinds import BYTES, kind
from migration.rule import Findings, Rule
from migration.rules.text._string_tests import asks_octets
from migration.view.module import Module


def visit(node: ast.Compare | ast.Call, module: Module) -> Findings:
    """Ask for the type that native octets have."""
    asked = type_asked(node, module) if isinstance(node, ast.Call) else _compared(node, module)
    if asked is None or not module.is_builtin(asked[1], "str") or module.guarded(node):
        return
    if kind(asked[0], module) == BYTES or is_encoded_by_now(asked[0], module, otherwise=True):
        yield module.replace(asked[1], "bytes", needs_python2=True)
    elif (
        isinstance(node, ast.Call)
        and asks_octets(asked[1], module)
        and _is_asked_alone(node, asked[0], module)
    ):
        name = spell_builtin("str", node, module)
        yield module.replace(asked[1], f"({name}, bytes)", needs_python2=True)


def _is_asked_alone(test: ast.Call, value: ast.expr, module: Module) -> bool:
    """Whether the function around asks nothing else of the type of a value, and neither decodes nor encodes it: all
    strings are alike to it.
    """
    function, same = module.function(test), ast.dump(value)
    if function is None:
        return False
    for node in module.below(function):
        if (
            isinstance(node, ast.Attribute)
            and node.attr in ("decode", "encode")
            and ast.dump(node.value) == same
        ):
            return False
        asked = (
            isinstance(node, ast.Call) and node is not test and node.args and ast.dump(node.args[0]) == same
        )
        if asked and module.is_builtin(node.func, "isinstance", "type", "unicode", "str"):  # type: ignore[attr-defined]
            return False
    return True


def _compared(node: ast.Compare, module: Module) -> tuple[ast.expr, ast.expr] | None:
    """The value and the type of `type(value) is kind`."""
    left = node.left
    if len(node.ops) != 1 or not isinstance(node.ops[0], ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
        return None
    if not (isinstance(left, ast.Call) and module.is_builtin(left.func, "type") and len(left.args) == 1):
        return None
    return left.args[0], node.comparators[0]


RULE = Rule(
    id="octet_types",
    family="P8",
    summary="native octets are of the type bytes",
    before="import struct\nx = struct.pack('B', 1)\na = type(x) is str\nn = 1L\n",
    after="import struct\nx = struct.pack('B', 1)\na = type(x) is bytes\nn = 1\n",
    caveats="Values that are certainly octets, by what made them, or that were encoded if they were text. What may be "
    "octets or text is asked for both, where the function asks nothing else.",
    triggers=("type", "isinstance"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=85,
    nodes=(ast.Compare, ast.Call),
    names=frozenset(["isinstance"]),
    when=keeps_bytes,
    visit=visit,
)
