"""type(data) is str → type(data) is bytes, and isinstance(data, str), where the value is certainly octets."""

from __future__ import annotations

import ast

from environment.traces import Exactness
from migration.analysis.builtins import type_asked
from migration.analysis.strings.byte_sources import keeps_bytes
from migration.analysis.strings.kinds import BYTES, kind
from migration.rule import Findings, Rule
from migration.view.module import Module


def visit(node: ast.Compare | ast.Call, module: Module) -> Findings:
    """Ask for the type that native octets have."""
    asked = type_asked(node, module) if isinstance(node, ast.Call) else _compared(node, module)
    if asked is None or not module.is_builtin(asked[1], "str") or module.guarded(node):
        return
    if kind(asked[0], module) == BYTES or _is_encoded_by_now(asked[0], module):
        yield module.replace(asked[1], "bytes", needs_python2=True)


def _is_encoded_by_now(value: ast.expr, module: Module) -> bool:
    """Whether a variable was encoded before if it was text, or is asked what else it is: `if isinstance(x, unicode):
    x = x.encode(c)`.
    """
    if not isinstance(value, ast.Name) or module.facts.index.octets:
        return False
    statement = module.statement(value)
    while not isinstance(statement, (ast.For, ast.While, ast.FunctionDef, ast.ClassDef)):
        outer = module.parent(statement)
        block = module.block(statement)
        for earlier in reversed(block[: block.index(statement)]):
            if isinstance(earlier, ast.If) and _encodes_text(earlier, value.id, module):
                return True
            if any(
                isinstance(n, ast.Name) and n.id == value.id and not _is_read(n) for n in ast.walk(earlier)
            ):
                return False
        if not isinstance(outer, ast.stmt):
            return False
        if isinstance(outer, ast.If) and statement in outer.orelse and _encodes_text(outer, value.id, module):
            return True
        statement = outer
    return False


def _encodes_text(node: ast.If, name: str, module: Module) -> bool:
    """Whether a variable that is unicode is encoded there, to octets that stay, and nothing else is done."""
    asked, step = type_asked(node.test, module), node.body[0]
    if asked is None or not (isinstance(asked[0], ast.Name) and asked[0].id == name):
        return False
    if not module.is_builtin(asked[1], "unicode") or len(node.body) > 1 or not isinstance(step, ast.Assign):
        return False
    made, target = step.value, step.targets[0]
    return (
        len(step.targets) == 1
        and isinstance(target, ast.Name)
        and target.id == name
        and isinstance(made, ast.Call)
        and isinstance(made.func, ast.Attribute)
        and made.func.attr == "encode"
        and isinstance(made.func.value, ast.Name)
        and made.func.value.id == name
        and not module.decoded_again(made)
    )


def _is_read(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Load)


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
    caveats="Only values that are certainly octets, by what made them, or that were encoded if they were text.",
    triggers=("type", "isinstance"),
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    order=85,
    nodes=(ast.Compare, ast.Call),
    names=frozenset(["isinstance"]),
    when=keeps_bytes,
    visit=visit,
)
