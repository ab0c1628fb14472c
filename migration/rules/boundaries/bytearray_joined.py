"""a + b, a += b, a == b → joined(a, b), a = grown(a, b), unarrayed(a) == unarrayed(b), where octets that are text meet
what may be a bytearray.
"""

from __future__ import annotations

import ast
import re

from environment.traces import Exactness
from migration.analysis.literals import literal
from migration.analysis.names import asked_once, helper_called, is_path
from migration.analysis.strings.bytearrays import is_array, may_be_array
from migration.rewriting.helpers import helper
from migration.rule import Findings, Rule
from migration.view.module import Module

_MADE = re.compile(r"bytearray\(")
_STRINGS = frozenset(["str", "bytearray"])

JOINED = '''
def joined(a, b):
    """a + b; with a bytearray, octets that are text of Latin-1 make one, as Python 2's did."""
    if isinstance(a, bytearray) and isinstance(b, str):
        return a + b.encode("latin-1")
    if isinstance(a, str) and isinstance(b, bytearray):
        return bytearray(a, "latin-1") + b
    return a + b
'''
GROWN = '''
def grown(a, b):
    """What a is after a += b; with a bytearray, octets that are text of Latin-1 make one, as Python 2's did."""
    if isinstance(a, str) and isinstance(b, bytearray):
        a = bytearray(a, "latin-1")
    a += b.encode("latin-1") if isinstance(a, bytearray) and isinstance(b, str) else b
    return a
'''
UNARRAYED = '''
def unarrayed(value):
    """The octets of a bytearray as the characters of the same numbers (Latin-1), and anything else as it is."""
    return str(value, "latin-1") if isinstance(value, bytearray) else value
'''
#: What asserts that its first two arguments are equal, or are not.
_ASSERTING = frozenset(
    [
        "assertEqual",
        "assertEquals",
        "assertNotEqual",
        "assertNotEquals",
        "assert_equal",
        "eq_",
        "failUnlessEqual",
    ]
)


def makes_bytearrays(module: Module) -> bool:
    """Whether any file of a repository of octets makes a bytearray."""
    return module.facts.index.octets and asked_once(
        "makes bytearrays", module, lambda: module.facts.index.matches(_MADE)
    )


def visit(node: ast.AugAssign | ast.BinOp | ast.Call | ast.Compare, module: Module) -> Findings:
    """Let a function see what is added to what, or compared, where either may be a bytearray."""
    if isinstance(node, ast.Call):
        if getattr(node.func, "attr", getattr(node.func, "id", "")) in _ASSERTING and len(node.args) > 1:
            yield from _compared(node.args[0], node.args[1], module)
        return
    if isinstance(node, ast.Compare):
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            yield from _compared(node.left, node.comparators[0], module)
        return
    if not isinstance(node.op, ast.Add) or _is_written(node, module):
        return
    if isinstance(node, ast.BinOp):
        sides = (node.left, node.right)
        if not any(is_array(s, module) for s in sides) and any(may_be_array(s, module) for s in sides):
            made = helper("joined", JOINED, module)
            pieces = (*module.sub(node.left), ", ", *module.sub(node.right))
            yield module.replace(node, made, "(", *pieces, ")")
        return
    target, value = node.target, node.value
    if is_array(target, module) or not is_path(target) or _holds_others(target, module):
        return
    if may_be_array(target, module) or may_be_array(value, module):
        made = helper("grown", GROWN, module)
        name = module.text[module.span(target).start : module.span(target).end]
        yield module.replace(node, name, " = ", made, f"({name}, ", *module.sub(value), ")")


def _compared(a: ast.expr, b: ast.expr, module: Module) -> Findings:
    """Compare the octets of a bytearray with those that are text."""
    sides = (a, b)
    if any(isinstance(side, ast.Starred) for side in sides) or not any(
        may_be_array(s, module) for s in sides
    ):
        return
    if all(is_array(s, module) or literal(s, module) for s in sides):
        return  # bytes of a literal, or two of a kind
    for side in sides:
        if not _is_no_array(side, module):
            yield module.edit(module.in_call(side, helper("unarrayed", UNARRAYED, module)))


def _is_no_array(side: ast.expr, module: Module) -> bool:
    """Whether `side` is certainly none: a constant, what a helper gives, or what is all known to be something else."""
    if helper_called(side) in ("unarrayed", "buffered", "native"):
        return True
    held = module.held(side)
    return isinstance(side, ast.Constant) or (bool(held) and "bytearray" not in held)


def _holds_others(target: ast.expr, module: Module) -> bool:
    """Whether what grows is known to be no string, or a list, which takes in a bytearray item by item."""
    types = module.type_of(target)
    return bool(types) and (types.isdisjoint(_STRINGS) or "list" in types)


def _is_written(node: ast.AST, module: Module) -> bool:
    """Whether a sum stands in one of the helpers."""
    function = module.function(node)
    return getattr(function, "name", "").rstrip("_") in ("joined", "grown")


RULE = Rule(
    id="bytearray_joined",
    family="P9",
    summary="octets that are text meet what may be a bytearray by what tells which it is",
    before="def f(a):\n    return a + 'x'\nf('y')\nf(bytearray(2))\n",
    after="def f(a):\n    return a + 'x'\nf('y')\nf(bytearray(2))\n",
    caveats="Only in repositories whose strings are octets (dialects/octets.py), and where a bytearray is known to "
    "come to one of the sides.",
    exactness=Exactness.SEMANTIC,
    needs_python2=True,
    nodes=(ast.AugAssign, ast.BinOp, ast.Call, ast.Compare),
    names=_ASSERTING,
    when=makes_bytearrays,
    visit=visit,
)
