"""zlib.crc32(x) → (zlib.crc32(x) ^ 0x80000000) - 0x80000000: Python 2 gave it with a sign."""

from __future__ import annotations

import ast

from migration.analysis.names import last_name, stdlib_name
from migration.analysis.values import defaults_of, reads_of
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule, last_names
from migration.view.module import Module, Precedence

_SUMS = frozenset(["zlib.crc32", "zlib.adler32", "binascii.crc32"])


#: The function as it was, for what calls it by another name.
HELPER = '''
def native_{1}(data, *start):
    """{0}.{1} as Python 2 had it: of native text as well, and with a sign."""
    data = data.encode("{2}") if isinstance(data, str) else data
    return ({0}.{1}(data, *start) ^ 0x80000000) - 0x80000000
'''


def visit(node: ast.Call | ast.Name | ast.Attribute, module: Module) -> Findings:
    """Give the sign back where something depends on it, or may."""
    if not isinstance(node, ast.Call):
        yield from _handed_on(node, module)
        return
    if stdlib_name(node.func, module) not in _SUMS or not node.args:
        return
    reads = reads_of(node, module)
    if reads and all(_is_signless(read, module) for read in reads):
        return
    text = ("(", module.span(node), " ^ 0x80000000) - 0x80000000")
    yield module.replace(node, *text, precedence_of_new=Precedence.SUM)


def _handed_on(node: ast.Name | ast.Attribute, module: Module) -> Findings:
    """Put a helper where the function itself is handed on: what it will be called with does not show there."""
    name = stdlib_name(node, module)
    if name not in _SUMS or not isinstance(node.ctx, ast.Load) or not _is_value(node, module):
        return
    owner, _, last = name.partition(".")
    text = HELPER.format(owner, last, "latin-1" if module.facts.index.octets else "utf-8")
    yield module.replace(node, helper(f"native_{last}", text, module, (f"import {owner}",)))


def _is_value(node: ast.Name | ast.Attribute, module: Module) -> bool:
    """Whether a function is an argument, what a parameter of another name is by default, or an item of a table."""
    parent = module.parent(node)
    if isinstance(parent, ast.Call):
        return node in parent.args
    if isinstance(parent, ast.Dict):
        return node in parent.values
    if isinstance(parent, ast.arguments):
        default = next((a.arg for a, value in defaults_of(parent).items() if value is node), None)
        return default is not None and default != last_name(node)
    return isinstance(parent, ast.keyword)


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
    caveats="Where the sum is masked in place, or by every read of its one name, it is left as it is; the function "
    "itself is replaced where it is handed on, and not where it is given another name.",
    triggers=("crc32", "adler32"),
    needs_python2=True,
    nodes=(ast.Call, ast.Name, ast.Attribute),
    names=last_names(*_SUMS),
    visit=visit,
)
