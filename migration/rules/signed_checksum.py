"""zlib.crc32(x) → (zlib.crc32(x) ^ 0x80000000) - 0x80000000: Python 2 gave it with a sign."""

from __future__ import annotations

import ast

from migration.module import Module, Precedence
from migration.rule import Findings, Rule, last_names
from migration.rules._names import stdlib_name
from migration.rules._values import reads_of

_SUMS = frozenset(["zlib.crc32", "zlib.adler32", "binascii.crc32"])


def visit(node: ast.Call, module: Module) -> Findings:
    """Give the sign back where something depends on it, or may."""
    if stdlib_name(node.func, module) not in _SUMS or not node.args:
        return
    reads = reads_of(node, module)
    if reads and all(_is_signless(read, module) for read in reads):
        return
    text = ("(", module.span(node), " ^ 0x80000000) - 0x80000000")
    yield module.replace(node, *text, precedence_of_new=Precedence.SUM)


def _is_signless(node: ast.expr, module: Module) -> bool:
    """Whether the sign of a checksum makes no difference: it is masked, continued with, or dropped."""
    parent = module.parent(node)
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Invert):
        return _is_signless(parent, module)
    if isinstance(parent, ast.BinOp):
        return isinstance(parent.op, ast.BitAnd) or _is_given_back(parent)
    if isinstance(parent, ast.Call) and len(parent.args) > 1 and parent.args[1] is node:
        return stdlib_name(parent.func, module) in _SUMS
    return isinstance(parent, ast.Expr)


def _is_given_back(node: ast.BinOp) -> bool:
    """Whether it is what this rule writes."""
    return isinstance(node.op, ast.BitXor) and getattr(node.right, "value", None) == 0x80000000


RULE = Rule(
    id="signed_checksum",
    family="P13",
    summary="crc32 and adler32 have no sign any more",
    before="import zlib\na = struct.pack('<l', zlib.crc32(b'x'))\nc = zlib.crc32(b'x') & 0xffffffff\nn = 1L\n",
    after=(
        "import zlib\na = struct.pack('<l', (zlib.crc32(b'x') ^ 0x80000000) - 0x80000000)\n"
        "c = zlib.crc32(b'x') & 0xffffffff\nn = 1\n"
    ),
    caveats="Where the sum is masked in place, or by every read of its one name, it is left as it is.",
    triggers=("crc32", "adler32"),
    needs_python2=True,
    nodes=(ast.Call,),
    names=last_names(*_SUMS),
    visit=visit,
)
